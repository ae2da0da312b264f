import { describe, expect, it } from 'vitest';
import { killCycles } from '../../server/test/killCycles.ts';

const cycles = Number(process.env.HEADWORKS_KILLS ?? 10);

describe(`a process killed ${cycles} times while it stores readings`, () => {
  it('loses nothing it had acknowledged, leaves a sound file and is read again at once', async () => {
    const report = await killCycles(cycles);
    console.log(
      `acknowledged slots ${report.acknowledged} x 40 series, lost ${report.lost}; closed days ${report.days}; read again within ${Math.round(report.readyMs)} ms`,
    );
    expect(report.acknowledged).toBeGreaterThan(cycles * 20);
    expect(report.days).toBeGreaterThan(0);
    expect(report).toMatchObject({ lost: 0, integrityFaults: [] });
  });
});
