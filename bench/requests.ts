/**
 * What a request costs beside an Express that only says hello, in the same run: the check of a token, and current values from memory.
 * 50 clients that keep their connections; processor time of the server's process a request, which other work on the machine changes
 * less than the time on the clock, and requests a second.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { goal } from '../server/test/readingsLoad.ts';
import { type Contestant, contest, endClients } from './floor/clients.ts';
import { startOpenDemo } from './floor/openDemo.ts';

const floor = spawn(process.execPath, [join(import.meta.dirname, 'floor/server.ts')], { stdio: ['ignore', 'pipe', 'inherit'] });
const [port] = (await once(floor.stdout, 'data')) as [Buffer];
const demo = await startOpenDemo();
try {
  const ours = (name: string, path: string): Contestant => ({ ...demo, name, url: `${demo.url}${path}` });
  const hello: Contestant = {
    name: 'Express hello',
    url: `http://127.0.0.1:${Number(port)}/hello`,
    pid: floor.pid ?? 0,
    headers: {},
  };
  const contestants = [
    hello,
    ours('token check', '/api/user/accounts/joinedDate'),
    ours('current values of a unit', '/api/plant/live?units=demo-line3'),
  ];
  const best = await contest(contestants, { warm: 3000, requests: 15_000, rounds: 3 });
  const base = best('Express hello');
  for (const { name } of contestants) {
    const { cpuUs: us, perSecond } = best(name);
    console.log(
      `${name}: ${us.toFixed(0)} us of processor time a request, ${(base.cpuUs / us).toFixed(2)} of hello; ` +
        `${perSecond.toFixed(0)} requests/s, ${(perSecond / base.perSecond).toFixed(2)} of hello`,
    );
  }
  const share = (name: string): number => base.cpuUs / best(name).cpuUs;
  goal('token check', share('token check'), 'of hello', (value) => value >= 0.65, 'at least 0.65');
  goal('current values', share('current values of a unit'), 'of hello', (value) => value >= 0.55, 'at least 0.55');
} finally {
  floor.kill();
  await demo.stop();
  endClients();
}
