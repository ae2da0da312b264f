/** A hub gives memory back once it is quiet, as a plant's server does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { systemClock } from '../../server/core/clock.ts';
import { AnswerCache } from '../../server/http/cache/answerCache.ts';
import { HubApplication } from '../../server/hub/hubApplication.ts';
import { installed } from '../../server/hub/testing/installed.ts';
import { missingPostgres, type PostgresRig, startPostgres } from '../../server/hub/testing/postgresRig.ts';
import { silent } from '../../server/test/httpRig.ts';

const LOOK_MS = 5000;

describe.skipIf(missingPostgres)(`memory of a quiet hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let rig: PostgresRig;
  beforeAll(async () => {
    rig = await startPostgres();
  });
  afterAll(() => rig?.stop());

  it('lets go of answers that nobody asks for, until it stops', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hub-quiet-'));
    writeFileSync(join(folder, 'headworks.json'), JSON.stringify({ hub: { postgres: rig.url } }));
    const config = readConfig(['--hub', '--data', folder, '--port', '0', '--host', '127.0.0.1'], {});
    const hub = new HubApplication({ config, clock: systemClock, log: silent, ...installed });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const forgets = vi.spyOn(AnswerCache.prototype, 'forgetUnasked');
    onTestFinished(async () => {
      await hub.stop();
      vi.useRealTimers();
      forgets.mockRestore();
      rmSync(folder, { recursive: true, force: true });
    });
    await hub.start();
    vi.advanceTimersByTime(LOOK_MS);
    expect(forgets).toHaveBeenCalledTimes(1);
    await hub.stop();
    vi.advanceTimersByTime(2 * LOOK_MS);
    expect(forgets).toHaveBeenCalledTimes(1);
  });
});
