/** Rate limits of people at a hub: what an address has used up stays used, whatever its plants send meanwhile. */
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../server/core/bytes/canonicalJson.ts';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { asOwner, pairedPlant, serveHub, url } from './wiredHub.ts';

const PASSWORD = 'seven quiet pumps under a bridge';

describe.skipIf(missingPostgres)(`limits at a hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  serveHub();

  it('go on with each plant after it sent something', async () => {
    const plant = await pairedPlant();
    const { site, epoch } = plant.identity;
    const send = async (version: number) => {
      const shift = {
        valid_from: '2026-01-01',
        timezone: 'Asia/Kolkata',
        start_at: '06:00:00',
        end_at: '06:00:00',
        shift_name: 'Day',
      };
      const rows = [
        { kind: 'industry', id: 'DEMO', body: canonicalJson({ id: 'DEMO', name: `Demo ${version}`, joined_at: 0 }) },
        { kind: 'industry_shift', id: 'DEMO', body: canonicalJson({ industry_id: 'DEMO', ...shift }) },
      ];
      const answer = await plant.ask('POST', '/documents', { epoch, documents: rows.map((row) => ({ ...row, version })) });
      expect(answer).toMatchObject({ status: 200, body: { stored: 2 } });
    };
    await send(1);
    await asOwner('POST', '/people', { username: 'asha', name: 'Asha Kulkarni', password: PASSWORD });
    expect((await asOwner('POST', '/grants', { username: 'asha', site, industryId: 'DEMO', role: 'operator' })).status).toBe(200);
    const login = await fetch(`${url}/api/hub/fleet/login`, {
      method: 'POST',
      body: JSON.stringify({ username: 'asha', password: PASSWORD }),
    });
    const { token } = (await login.json()) as { token: string };
    const ask = async (): Promise<string | null> => {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/plants/${site}/api/user/alerts/unitGraph`, { headers });
      return /r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1] ?? null;
    };
    const [first, second] = [await ask(), await ask()];
    await send(2);
    const third = await ask();
    expect([Number(first) - Number(second), Number(second) - Number(third)]).toEqual([1, 1]);
  });
});
