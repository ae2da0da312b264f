/** A hub whose pages and answers others could read on the network says so at its start. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { systemClock } from '../../server/core/clock.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { createLog } from '../../server/log.ts';

describe.skipIf(missingPostgres)(`plain HTTP at a hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let rig: PostgresRig;
  beforeAll(async () => {
    rig = await startPostgres();
  });
  afterAll(() => rig?.stop());

  it.each([
    ['0.0.0.0', undefined, 1],
    ['0.0.0.0', 'http://hub.example', 1],
    ['0.0.0.0', 'https://hub.example', 0],
    ['127.0.0.1', undefined, 0],
  ])('on %s with the address %s is warned of %i times', async (host, url, times) => {
    const folder = mkdtempSync(join(tmpdir(), 'hub-plain-'));
    writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url, ...(url && { url }) } }));
    const warnings: string[] = [];
    const log = createLog('warn', { write: (line) => warnings.push(line) });
    const config = readConfig(['--hub', '--data', folder, '--port', '0', '--host', host], {});
    const hub = new HubApplication({ config, clock: systemClock, log, ...installed });
    onTestFinished(async () => {
      await hub.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    await hub.start();
    expect(warnings.filter((line) => line.includes('plain HTTP'))).toHaveLength(times);
  });
});
