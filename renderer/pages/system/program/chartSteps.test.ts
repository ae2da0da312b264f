import { describe, expect, it } from 'vitest';
import type { ProgramMinute } from '../../../../server/contract/plant/program.ts';
import { chartSteps } from './chartSteps.ts';

const startMs = Date.UTC(2026, 10, 22, 8);
const minutes = (count: number): ProgramMinute[] =>
  Array.from({ length: count }, (_, at) => ({
    at: new Date(startMs + at * 60_000).toISOString(),
    residentMiB: at === 700 ? 900 : 100,
    heapMiB: null,
    databaseMiB: null,
    diskFreeMiB: null,
    eventLoopDelayP99Ms: null,
    lines: 3,
    linesUp: 3,
  }));

describe('figures of the server as a chart', () => {
  it('has a step a minute where there are few', () => {
    const { steps, fromMs, toMs } = chartSteps(minutes(3), ({ residentMiB }) => residentMiB);
    expect([steps.length, fromMs, toMs]).toEqual([3, startMs, startMs + 3 * 60_000]);
  });

  it('keeps the peak of a day', () => {
    const { steps } = chartSteps(minutes(1440), ({ residentMiB }) => residentMiB);
    expect(steps.length).toBe(240);
    expect(Math.max(...steps.map(({ value }) => value ?? 0))).toBe(900);
  });

  it('has a gap where nothing is known', () => {
    expect(chartSteps(minutes(2), ({ heapMiB }) => heapMiB).steps.map(({ value }) => value)).toEqual([null, null]);
  });
});
