/**
 * The real server under abuse: 10,000 malformed requests for each of three seeds, 400 slow connections of each kind, and kills right
 * after a logout or a deactivation was acknowledged. `HEADWORKS_MALFORMED` (10000) and `HEADWORKS_KILLS` (50) scale it.
 */
import { malformed, sendAllRaw } from '../server/test/malformed.ts';
import { loginAt } from '../server/test/policyRig.ts';
import { goal } from '../server/test/readingsLoad.ts';
import { killAfterEnd } from '../tests/killedSessions.ts';
import { slowConnections } from '../tests/slowConnections.ts';
import { WholeServer } from '../tests/wholeServer.ts';

const MIB = 1_048_576;
const requests = Number(process.env.HEADWORKS_MALFORMED ?? 10_000);
const kills = Number(process.env.HEADWORKS_KILLS ?? 50);
const seeds = [11, 22, 33];

const server = new WholeServer();
try {
  const url = await server.start();
  const port = Number(new URL(url).port);
  const pid = server.pid;
  const token = (await loginAt(url, 'technician')).access_token;

  await sendAllRaw(port, malformed(1, 3000, [token, undefined]));
  const before = await server.residentBytes();
  for (const seed of seeds) {
    const startedMs = performance.now();
    const { faults, statuses } = await sendAllRaw(port, malformed(seed, requests, [token, undefined]));
    const seconds = (performance.now() - startedMs) / 1000;
    const answered = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${count} x ${status}`);
    console.log(`seed ${seed}: ${requests} requests in ${seconds.toFixed(1)} s, answered ${answered.join(', ')}`);
    for (const fault of faults.slice(0, 5)) console.log(`  ${fault}`);
    goal(`seed ${seed}: bad answers`, faults.length, '', (value) => value === 0, '0');
  }
  goal('resident memory grown', ((await server.residentBytes()) - before) / MIB, 'MiB', (value) => value <= 20, '<= 20');
  goal('restarts', server.pid === pid ? 0 : 1, '', (value) => value === 0, '0');

  for (const [kind, withinMs] of [
    ['headers', 8000],
    ['body', 34_000],
  ] as const) {
    const { left, closedAfterMs, p50Ms, p99Ms } = await slowConnections(port, kind, { withinMs, token });
    goal(`slow ${kind}: of 400 connections still open`, left, '', (value) => value === 0, '0');
    goal(`slow ${kind}: all closed after`, closedAfterMs / 1000, 's', (value) => value * 1000 < withinMs, `< ${withinMs / 1000}`);
    goal(`slow ${kind}: good client p50`, p50Ms, 'ms', (value) => value < 100, '< 100');
    goal(`slow ${kind}: good client p99`, p99Ms, 'ms', (value) => value < 100, '< 100');
  }
} finally {
  await server.stop();
}

const report = await killAfterEnd(kills);
goal(`sessions alive again after ${kills} kills`, report.alive, '', (value) => value === 0, '0');
goal(`sessions lost in ${kills} kills`, report.lost, '', (value) => value === 0, '0');
