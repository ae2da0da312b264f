import { describe, expect, it } from 'vitest';
import type { BalanceData } from '../../../contract/user/waterBalance.ts';
import { dayNumber } from '../../../core/shift.ts';
import { as, data, plant, rig, save, serveBalance, small, write } from '../../../test/servedBalance.ts';

serveBalance();

describe('the balance of the past', () => {
  const ask = (path: string) => rig.ask(`/api/plant/balance/${path}`, { headers: as('viewer') });

  it('has the totals of each day as the day itself has them, oldest first', async () => {
    await save(small);
    write('2026-06-18', { well: 10_000, use: 10_000 }, [90_000, 90_000]);
    write('2026-06-19', { well: 10_000, use: 9000 }, [90_000, 102_000]);
    const { days } = (await ask('days?date=20/06/2026&days=3')).body as { days: ({ date: string } & BalanceData['totals'])[] };
    expect(days.map(({ date }) => date)).toEqual(['18/06/2026', '19/06/2026', '20/06/2026']);
    expect(days).toMatchObject([{ running: false }, { running: false, stockChangeKL: 12 }, { running: true }]);
    for (const { date, ...day } of days) expect(day).toMatchObject((await data(`date1=${date}`)).totals);
  });

  it('is at a moment as it was when the day had come that far', async () => {
    await save(small);
    write('2026-06-19', { well: 10_000, use: 9000 }, [90_000, 102_000]);
    const found = await ask(`moment?at=${encodeURIComponent('2026-06-19T12:00:00+05:30')}`);
    const startMs = plant.calendar.windowOfDay(dayNumber('2026-06-19')).fromMs;
    const hours = (Date.parse('2026-06-19T12:00:00+05:30') - startMs) / 3_600_000;
    expect(found.body).toMatchObject({
      window: { label: '19/06/2026', open: true },
      totals: { inKL: 10 * hours, outKL: 9 * hours, stockChangeKL: expect.closeTo(hours / 2, 1) },
    });
  });

  it.each(['moment?at=2027-01-01T00:00:00Z', 'moment?at=yesterday', 'days?date=20/06/2026&days=2', 'days?days=3'])(
    'refuses %s',
    async (path) => expect((await ask(path)).body).toMatchObject({ code: 1403 }),
  );
});
