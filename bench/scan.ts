/**
 * A scan of all 247 unit ids at 9600 baud over a pair of pseudo terminals on which one device answers, as slowly as 9600 baud would
 * carry it: how long it takes, and how soon the line polls again after its end and after it was cancelled. Needs socat.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { decodeSpec } from '../server/contract/model/field.ts';
import type { FoundDevice, ScanSpec } from '../server/contract/plant/tools/scan.ts';
import { systemClock } from '../server/core/clock.ts';
import { ModbusGateway } from '../server/field/gateway.ts';
import { Simulator } from '../server/field/simulator/simulator.ts';
import { loadTemplates } from '../server/field/templates.ts';
import { connection, device, quietLog, tag } from '../server/field/testing/make.ts';
import { ModbusTools } from '../server/field/tools.ts';

const UNIT = 214;
/** 8 characters there and 7 back at 10 bits each, and 20 ms of thought. */
const ANSWER_MS = 36;

if (spawnSync('socat', ['-V']).status !== 0) {
  console.log('scan of 247 units not measured (socat is not installed)');
  process.exit(0);
}

let isMissed = false;
const print = (name: string, value: number | string, unit: string, goal: { text: string; met: boolean }): void => {
  console.log(`${name} ${value} ${unit} (goal ${goal.text}${goal.met ? '' : ', MISSED'})`);
  if (!goal.met) isMissed = true;
};

const folder = mkdtempSync(join(tmpdir(), 'bench-scan-'));
const [ours, theirs] = [join(folder, 'ours'), join(folder, 'theirs')];
const socat = spawn('socat', [`pty,raw,echo=0,link=${ours}`, `pty,raw,echo=0,link=${theirs}`], { stdio: 'ignore' });
while (!existsSync(ours) || !existsSync(theirs)) await delay(20);

const simulator = new Simulator();
const decode = decodeSpec.parse({ space: 'holding', address: 0, type: 'float32' });
const { device: meter } = simulator.addDevice(
  { slaveId: UNIT, tags: [{ name: 'flow', kind: 'gauge', decode, initial: 42.5 }] },
  { kind: 'serial', path: theirs },
);
meter.inject({ kind: 'slow', delayMs: ANSWER_MS });
await simulator.start();

const line = connection({ kind: 'serial', path: ours, baudRate: 9600 });
const gateway = new ModbusGateway({ clock: systemClock, log: quietLog });
const polled = device(UNIT);
gateway.configure({ connections: [line], devices: [polled], tags: [tag(polled.id, 0, { type: 'float32', periodMs: 1000 })] });
gateway.start();
const tools = new ModbusTools(gateway, systemClock);
const lastGoodMs = (): number => gateway.tag(`${polled.id}/0`)?.lastGoodAtMs ?? 0;
const polledAfter = async (before: number): Promise<number> => {
  const startedMs = performance.now();
  while (lastGoodMs() <= before && performance.now() - startedMs < 10_000) await delay(5);
  return performance.now() - startedMs;
};
await polledAfter(0);

const spec: ScanSpec = {
  from: 1,
  to: 247,
  baudRates: [9600],
  parities: ['none'],
  stopBits: [1],
  space: 'holding',
  everySetting: false,
  identify: true,
};
const plan = tools.planScan(line.settings, spec);
const templates = loadTemplates(resolve(import.meta.dirname, '../resources/devices'));

const scan = async (signal: AbortSignal): Promise<{ found: FoundDevice[]; foundAfterMs: number | null; tookMs: number }> => {
  const startedMs = performance.now();
  let found: FoundDevice[] = [];
  let foundAfterMs: number | null = null;
  await tools
    .scan(plan, spec, {
      lends: 'line',
      templates,
      signal,
      onProgress: (_, known) => {
        found = known.found;
        if (found.length > 0) foundAfterMs ??= performance.now() - startedMs;
      },
    })
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  return { found, foundAfterMs, tookMs: performance.now() - startedMs };
};

const whole = await scan(new AbortController().signal);
const afterEndMs = await polledAfter(lastGoodMs());
console.log(`estimate before it began ${plan.seconds} s for ${plan.requests} requests`);
print('scan of 247 units, one answering', (whole.tookMs / 1000).toFixed(1), 's', {
  text: 'at most 60 s',
  met: whole.tookMs <= 60_000,
});
console.log(`the device was known after ${((whole.foundAfterMs ?? Number.NaN) / 1000).toFixed(1)} s`);
const ids = whole.found.map(({ slaveId }) => slaveId).join(' ');
print('units found', ids, '', { text: String(UNIT), met: ids === String(UNIT) });
print('polls again after the end', afterEndMs.toFixed(0), 'ms', { text: 'at most 2000 ms', met: afterEndMs <= 2000 });

const abort = new AbortController();
setTimeout(() => abort.abort(), 5000);
const before = lastGoodMs();
await scan(abort.signal);
const afterCancelMs = await polledAfter(before);
print('polls again after cancel', afterCancelMs.toFixed(0), 'ms', { text: 'at most 2000 ms', met: afterCancelMs <= 2000 });

await gateway.stop();
await simulator.stop();
socat.kill();
rmSync(folder, { recursive: true, force: true });
process.exitCode = isMissed ? 1 : 0;
