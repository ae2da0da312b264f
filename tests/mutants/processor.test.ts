import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { processorMs } from './processor.ts';

it.runIf(process.platform === 'linux')('processor time of a group of processes grows with the work of its members', () => {
  const group = Number(readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ')[2]);
  const beforeMs = processorMs(group);
  const startedMs = process.cpuUsage().user;
  while (process.cpuUsage().user - startedMs < 100_000) Math.sqrt(startedMs);
  expect(processorMs(group) - beforeMs).toBeGreaterThanOrEqual(50);
  expect(processorMs(-1)).toBe(0);
});
