/** Live values of a plant at a real hub: asked for while somebody looks, and by nobody else. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import type { Share } from '../../server/contract/hub/pairing.ts';
import { systemClock } from '../../server/core/clock.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { createLog } from '../../server/log.ts';
import { share, started, stateOf } from '../../server/test/sync/syncedPlant.ts';

const quiet = createLog('error', { write: () => undefined });
const PASSWORD = 'seven quiet pumps under a bridge';
type Plant = { site: string; industries: { id: string; live: { good: number; all: number } | null }[] };

describe.skipIf(missingPostgres)(`live values at a hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let [folder, url, owner, token] = ['', '', '', ''];
  let rig: PostgresRig;
  let hub: HubApplication;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hub-live-'));
    rig = await startPostgres();
    writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url, name: 'Head office' } }));
    const config = readConfig(['--hub', '--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
    hub = new HubApplication({ config, clock: systemClock, log: quiet, ...installed });
    url = await hub.start();
    owner = readFileSync(join(folder, 'keys', 'hub-owner-token'), 'utf8').trim();
    await ask('POST', '/admin/people', owner, { username: 'asha', name: 'Asha Kulkarni', password: PASSWORD, isOwner: true });
    token = (await ask<{ token: string }>('POST', '/fleet/login', '', { username: 'asha', password: PASSWORD })).token;
  });
  afterAll(async () => {
    await hub?.stop();
    rig?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = async <T>(method: string, path: string, bearer: string, body?: object): Promise<T> => {
    const headers = { Authorization: `Bearer ${bearer}` };
    const response = await fetch(`${url}/api/hub${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as T;
  };
  /** A plant that has sent all it has, and counts how often the hub wanted its values. */
  const paired = async (more: Partial<Share>, bytesPerHour: number | null = null) => {
    const plant = await started();
    const asked: string[] = [];
    plant.live.latest = (industryId) => {
      asked.push(industryId);
      const flow = { unitId: 'demo-borewell1', param: 'flow', value: 27.5, quality: 'GOOD' as const, atMs: Date.now() };
      return industryId === 'DEMO' ? [flow, { ...flow, param: 'level', value: null, quality: 'BAD_CRC' as const }] : [];
    };
    const { code } = await ask<{ code: string }>('POST', '/admin/codes', owner, {});
    plant.sync.pair(code, { share: { ...share, ...more }, bytesPerHour, by: 'admin' });
    await plant.sync.settled();
    const { site, words } = stateOf(plant);
    await ask('POST', `/admin/plants/${site}/confirm`, owner, { words });
    await plant.round();
    return { plant, site, asked };
  };
  const looked = async (site: string) => {
    const { plants } = await ask<{ plants: Plant[] }>('GET', '/fleet/plants', token);
    return plants.find((one) => one.site === site)?.industries.find(({ id }) => id === 'DEMO')?.live ?? null;
  };

  it('come once somebody looks, of the industries that are shared alone', async () => {
    const { site, asked } = await paired({ industries: ['DEMO'], live: true });
    expect(asked).toEqual([]);
    await expect.poll(() => looked(site)).toMatchObject({ good: 1, all: 2 });
    expect(new Set(asked)).toEqual(new Set(['DEMO']));
    await ask('POST', '/admin/grants', owner, { username: 'asha', site, industryId: 'DEMO', role: 'viewer' });
    const live = await ask<{ industries: { values: object[] }[] }>('GET', `/fleet/plants/${site}/live`, token);
    const [flow] = live.industries.flatMap(({ values }) => values);
    expect(flow).toMatchObject({ unitId: 'demo-borewell1', unitName: 'Borewell 1', param: 'flow', value: 27.5, quality: 'GOOD' });
  });

  it('are not sent by a plant that does not share them, nor over a line with a small budget', async () => {
    const { site: shared } = await paired({ industries: ['DEMO'], live: true });
    const silent = [await paired({ live: false }), await paired({ live: true }, 4_000_000)];
    await expect.poll(() => looked(shared)).not.toBeNull();
    for (const { site, asked } of silent) expect([await looked(site), asked]).toEqual([null, []]);
  });

  it('are shown to nobody without a grant for the plant', async () => {
    const { site } = await paired({ live: true });
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/api/hub/fleet/plants/${site}/live`, { headers });
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'notFound' }]);
  });
});
