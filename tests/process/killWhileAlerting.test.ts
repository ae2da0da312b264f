import { describe, expect, it } from 'vitest';
import { alertKillCycles } from '../../server/test/alertKills.ts';

const cycles = Number(process.env.HEADWORKS_KILLS ?? 10);

describe(`a process killed ${cycles} times while it raises and sends alarms`, () => {
  it('raises every alarm once, sends each at least once and marks it once', async () => {
    const report = await alertKillCycles(cycles);
    console.log(`alarms ${report.expected}; messages that left twice ${report.sentAgain}`);
    expect(report.expected).toBeGreaterThan(cycles * 20);
    expect(report).toMatchObject({ missed: 0, duplicates: 0, unsent: 0, notMarkedOnce: 0, liveFaults: 0, integrityFaults: [] });
    // at most what is under way at once
    expect(report.sentAgain).toBeLessThanOrEqual(2 * cycles);
  });
});
