/**
 * What being asked for a token costs: a light GET of a logged-in client under 50 clients beside a bare Express 5 route that answers
 * the same JSON, the check of a session, and how long a login takes for a user that exists and for one that does not.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import autocannon from 'autocannon';
import { readConfig } from '../server/config.ts';
import { systemClock } from '../server/core/clock.ts';
import { createPlant } from '../server/plant.ts';
import { Storage } from '../server/storage.ts';
import { silent } from '../server/test/httpRig.ts';
import { askAt, bearer, loginAt } from '../server/test/policyRig.ts';
import { goal, median } from '../server/test/readingsLoad.ts';
import { WholeServer } from '../tests/wholeServer.ts';

const root = resolve(import.meta.dirname, '..');
const LOGINS = 200;
const ROUNDS = 5;
const SECONDS = 3;
const PATH = '/api/user/standardCategoryView';

/** An Express app with one route and nothing else, in a process of its own as ours is. */
const startBare = async (body: string): Promise<{ url: string; stop: () => void }> => {
  const script = `
    import express from 'express';
    const app = express();
    const body = JSON.parse(process.env.BODY);
    app.get('/json', (_request, response) => response.json(body));
    const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    env: { ...process.env, BODY: body, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${String(port).trim()}/json`, stop: () => void child.kill() };
};

const perSecond = async (url: string, headers: Record<string, string>): Promise<number> => {
  const { requests, non2xx, errors } = await autocannon({ url, connections: 50, duration: SECONDS, headers });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors`);
  return requests.average;
};

const server = new WholeServer();
const url = await server.start();
const known: number[] = [];
const unknown: number[] = [];
const tokens: string[] = [];
try {
  const token = (await loginAt(url, 'technician')).access_token;
  const { text } = await askAt(url, PATH, { headers: bearer(token) });
  const bare = await startBare(text);
  const ratios: number[] = [];
  try {
    await perSecond(bare.url, {});
    await perSecond(url + PATH, bearer(token));
    // side by side, so that what else the machine does strikes both
    for (let round = 0; round < ROUNDS; round += 1) {
      const plain = await perSecond(bare.url, {});
      const ours = await perSecond(url + PATH, bearer(token));
      ratios.push(ours / plain);
      console.log(`round ${round + 1}: bare Express ${Math.round(plain)}/s, ours ${Math.round(ours)}/s`);
    }
  } finally {
    bare.stop();
  }
  goal('light GET with a token, 50 clients', median(ratios), 'of bare', (value) => value >= 0.5, '>= 0.5');

  const refuse = async (username: string): Promise<number> => {
    const startedMs = performance.now();
    const headers = { LoginType: 'DEFAULT', username, password: 'not the password' };
    const { status } = await askAt(url, '/api/user/user/login', { headers });
    if (status !== 401) throw new Error(`login answered ${status}`);
    return performance.now() - startedMs;
  };
  for (let at = 0; at < LOGINS; at += 1) {
    // by turns, each first as often as second
    const [one, other] = at % 2 === 0 ? (['viewer', `nobody-${at}`] as const) : ([`nobody-${at}`, 'viewer'] as const);
    const [oneMs, otherMs] = [await refuse(one), await refuse(other)];
    known.push(one === 'viewer' ? oneMs : otherMs);
    unknown.push(one === 'viewer' ? otherMs : oneMs);
  }
  const [knownMs, unknownMs] = [median(known), median(unknown)];
  console.log(`wrong password: known user ${knownMs.toFixed(2)} ms, unknown user ${unknownMs.toFixed(2)} ms`);
  goal('login timing, known against unknown', Math.abs(knownMs - unknownMs), 'ms', (value) => value < 5, '< 5');
  for (let at = 0; at < LOGINS; at += 1) tokens.push((await loginAt(url, 'operator')).access_token);
  await server.end();

  const storage = new Storage(server.folder, systemClock, silent);
  const config = readConfig(['--data', server.folder], {});
  const plant = createPlant({ config, storage, resources: resolve(root, 'resources'), clock: systemClock, log: silent });
  await plant.directory.load();
  await plant.auth.start();
  const checkMs = (token: string): number => {
    const startedMs = performance.now();
    plant.auth.access(token);
    return performance.now() - startedMs;
  };
  const first = tokens.map(checkMs);
  const again = Array.from({ length: 50 }, () => tokens.map(checkMs)).flat();
  goal('session check, token not seen before', median(first), 'ms', (value) => value < 0.1, '< 0.1');
  goal('session check, token seen before', median(again), 'ms', (value) => value < 0.1, '< 0.1');
  await plant.audit.stop();
  storage.stop();
} finally {
  await server.stop();
}
