import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { decodeSpec } from '../../server/contract/model/field.ts';
import type { SimulatedTag } from '../../server/field/simulator/device.ts';
import type { LineOptions } from '../../server/field/simulator/line.ts';
import { Simulator } from '../../server/field/simulator/simulator.ts';

const present = (program: string): boolean => spawnSync('which', [program]).status === 0;
const noMbpoll = !present('mbpoll') && 'mbpoll is not installed';
const noPair = noMbpoll || (!present('socat') && 'socat is not installed');
for (const reason of new Set([noMbpoll, noPair])) if (reason) console.log(`skipped: ${reason}`);

const run = promisify(execFile);
const ends: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const tag = (name: string, decode: Record<string, unknown>, initial: number): SimulatedTag => ({
  name,
  kind: 'gauge',
  decode: decodeSpec.parse({ space: 'holding', ...decode }),
  initial,
});
const tags = [
  tag('low word first', { address: 0, type: 'float32', wordOrder: 'CDAB' }, 230.5),
  tag('high word first', { address: 2, type: 'float32' }, -1.25),
  tag('total', { address: 4, type: 'int32', wordOrder: 'CDAB' }, 51230),
  tag('input', { space: 'input', address: 7, type: 'uint16' }, 65535),
  tag('coil', { space: 'coil', address: 1, type: 'bool' }, 1),
  tag('contact', { space: 'discrete', address: 2, type: 'bool' }, 0),
  tag('set point', { address: 20, type: 'uint16' }, 5),
];

const serve = async (options: LineOptions) => {
  const simulator = new Simulator();
  const served = simulator.addDevice({ slaveId: 17, tags }, options);
  await simulator.start();
  ends.push(() => simulator.stop());
  return served;
};

/** The values mbpoll prints, as text. */
const valuesOf = (output: string): string[] => [...output.matchAll(/^\[\d+\]:\s+(\S+)/gm)].map(([, value = '']) => value);
const poll = async (target: string[], ...args: string[]): Promise<string[]> =>
  valuesOf((await run('mbpoll', ['-0', '-1', '-q', '-a', '17', ...args, ...target])).stdout);

const readsAndWrites = async (target: string[], device: { get(name: string): unknown }) => {
  expect(await poll(target, '-t', '4:float', '-r', '0', '-c', '1')).toEqual(['230.5']);
  expect(await poll(target, '-t', '4:float', '-B', '-r', '2', '-c', '1')).toEqual(['-1.25']);
  expect(await poll(target, '-t', '4:int', '-r', '4', '-c', '1')).toEqual(['51230']);
  expect(await poll(target, '-t', '3:hex', '-r', '7', '-c', '1')).toEqual(['0xFFFF']);
  expect(await poll(target, '-t', '0', '-r', '1', '-c', '1')).toEqual(['1']);
  expect(await poll(target, '-t', '1', '-r', '2', '-c', '1')).toEqual(['0']);
  await run('mbpoll', ['-0', '-q', '-a', '17', '-t', '4', '-r', '20', ...target, '321']);
  expect(device.get('set point')).toBe(321);
  await run('mbpoll', ['-0', '-q', '-a', '17', '-t', '0', '-r', '1', ...target, '0']);
  expect(device.get('coil')).toBe(0);
  await expect(poll(target, '-t', '4', '-r', '6', '-c', '1')).rejects.toThrow('Illegal data address');
};

describe('mbpoll', () => {
  it.skipIf(noMbpoll)('reads and writes a simulated device over TCP', async () => {
    const { device, line } = await serve({ kind: 'tcp' });
    await readsAndWrites(['-m', 'tcp', '-p', String(line.port), '127.0.0.1'], device);
  });

  it.skipIf(noPair)('reads and writes a simulated device over a serial line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pair-'));
    const [ours, theirs] = [join(folder, 'ours'), join(folder, 'theirs')];
    const socat = spawn('socat', [`pty,raw,echo=0,link=${ours}`, `pty,raw,echo=0,link=${theirs}`], { stdio: 'ignore' });
    ends.push(() => rmSync(folder, { recursive: true }));
    ends.push(() => {
      socat.kill();
    });
    await expect.poll(() => existsSync(ours) && existsSync(theirs)).toBe(true);
    const { device } = await serve({ kind: 'serial', path: ours });
    await readsAndWrites(['-m', 'rtu', '-b', '9600', '-P', 'none', theirs], device);
  });
});
