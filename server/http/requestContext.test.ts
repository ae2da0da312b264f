import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { joinedDate } from '../contract/user/accounts.ts';
import { sessionsOf, someCaller, startRig } from '../test/httpRig.ts';
import { LoadProcess } from '../test/loadClient.ts';
import { route } from './route.ts';

it('leaves nothing of a request behind that only a collection of the whole heap would take away', async () => {
  const sessions = sessionsOf({ bench: { caller: someCaller(), panel: false } });
  const rig = await startRig([route(joinedDate)(() => ({ joinedDate: '2026-01-01T00:00:00.000Z' }))], { sessions });
  const load = new LoadProcess();
  onTestFinished(() => {
    load.stop();
    return rig.stop();
  });
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
  const heapAfter = async (rounds: number): Promise<number> => {
    await load.ask({ port: rig.port, paths: ['/api/user/accounts/joinedDate'], clients: 50, rounds });
    // what is still young and in use is moved by the first, and old after the second
    for (let times = 0; times < 3; times += 1) collect({ type: 'minor' });
    return process.memoryUsage().heapUsed;
  };
  const before = await heapAfter(60);
  // 6,000 requests: 16 MB, where each leaves its context behind
  expect((await heapAfter(120)) - before).toBeLessThan(8_000_000);
});
