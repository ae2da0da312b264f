import { describe, expect, it } from 'vitest';
import { commandKills } from '../../server/test/commandKills.ts';

const cycles = Number(process.env.HEADWORKS_KILLS ?? 10);

describe(`a server killed ${cycles} times while it commands a device`, () => {
  // a kill and the start after it take some seconds on a busy machine
  it('writes nothing without an earlier row, nothing twice, and loses no acknowledged command', {
    timeout: 60_000 + cycles * 12_000,
  }, async () => {
    const report = await commandKills(cycles);
    console.log(`commands acknowledged ${report.acknowledged}, written ${report.written}`);
    expect(report.acknowledged).toBeGreaterThan(cycles * 5);
    expect(report).toMatchObject({ unjournalled: 0, twice: 0, lost: 0, unsettled: 0 });
  });
});
