/**
 * The field under every fault of the wire: wrong values delivered as good, and how long requests take to settle.
 * `SCALE` (1) multiplies the load, `SEED` (1) changes the faults.
 */
import type { ExchangeOptions } from '../server/field/ports/port.ts';
import { StrictRtuTcpPort } from '../server/field/ports/strictRtuTcpPort.ts';
import { StrictTcpPort } from '../server/field/ports/strictTcpPort.ts';
import { type FuzzOptions, fuzz } from '../server/field/testing/fuzz.ts';

const scale = Number(process.env.SCALE ?? 1);
const seed = Number(process.env.SEED ?? 1);

/** Longest time any request took beyond its timeout, and requests that never settled. */
const settling = { worstOverMs: 0, pending: 0 };

for (const Port of [StrictTcpPort, StrictRtuTcpPort]) {
  const original = Port.prototype.exchange;
  Port.prototype.exchange = function watched(this: never, frame: Buffer, options: ExchangeOptions): Promise<Buffer> {
    const startedMs = performance.now();
    settling.pending += 1;
    return original.call(this, frame, options).finally(() => {
      settling.pending -= 1;
      settling.worstOverMs = Math.max(settling.worstOverMs, performance.now() - startedMs - options.timeoutMs);
    });
  };
}

let isMissed = false;
const print = (name: string, value: number | string, unit: string, goal?: { text: string; met: boolean }): void => {
  console.log(`${name} ${value} ${unit}${goal ? ` (goal ${goal.text}${goal.met ? '' : ', MISSED'})` : ''}`);
  if (goal && !goal.met) isMissed = true;
};

const measure = async (name: string, options: FuzzOptions): Promise<void> => {
  const startedMs = performance.now();
  const { good, wrong, failed, faults, lateAnswers, reconnects } = await fuzz(options);
  const total = good + wrong + Object.values(failed).reduce((sum, count) => sum + count, 0);
  print(`${name}: reads`, total, `over ${options.lines} lines in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  print(
    `${name}: faults`,
    Object.values(faults).reduce((sum, count) => sum + count, 0),
    `of ${Object.keys(faults).length} kinds`,
  );
  print(`${name}: failed`, JSON.stringify(failed), `reads; ${lateAnswers} late answers, ${reconnects} reconnects`);
  print(`${name}: wrong values delivered as good`, wrong, '', { text: '0', met: wrong === 0 });
  print(`${name}: good`, ((100 * good) / total).toFixed(1), '%', { text: 'at least 60 %', met: good / total > 0.6 });
};

await measure('TCP', { framing: 'mbap', lines: 32, reads: 100_000 * scale, seed, timeoutMs: 60, quietMs: 60 });
await measure('RTU', { framing: 'rtu', lines: 32, reads: 20_000 * scale, seed, timeoutMs: 60, quietMs: 20 });
const { worstOverMs, pending } = settling;
print('longest settling beyond the timeout', worstOverMs.toFixed(1), 'ms', { text: 'at most 250 ms', met: worstOverMs <= 250 });
print('requests never settled', pending, '', { text: '0', met: pending === 0 });
process.exitCode = isMissed ? 1 : 0;
