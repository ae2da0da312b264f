import { describe, expect, it } from 'vitest';
import type { BalanceData } from '../../../contract/user/waterBalance.ts';
import { uniformAt } from '../../../core/random.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { as, balance, data, newBalance, plant, rig, save, serveBalance, small, write } from '../../../test/servedBalance.ts';

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

it('holds a day against the same days whatever was asked before, and after one of them was corrected', async () => {
  await save(small);
  const last = dayNumber('2026-06-18');
  const drawn = (at: number, from: number, to: number): number => from + (to - from) * uniformAt(7, 0, at);
  const writeDay = (day: number, at: number): void =>
    write(dateOfDay(day), { well: drawn(at, 9000, 11_000), use: drawn(at + 1, 8000, 9500) }, [
      drawn(at + 2, 80_000, 90_000),
      drawn(at + 3, 90_000, 99_000),
    ]);
  for (let day = last - 80; day <= last; day += 1) writeDay(day, 4 * day);
  const found = new Set<number | null | undefined>();
  for (let round = 0; round < 30; round += 1) {
    const day = last - Math.floor(drawn(round, 0, 20));
    if (round % 3 === 2) writeDay(day - Math.floor(drawn(round + 500, 0, 8)), 100_000 + 4 * round);
    const verdicts = await balance.verdicts('DEMO', dateOfDay(day));
    expect(verdicts).toEqual(await newBalance().verdicts('DEMO', dateOfDay(day)));
    found.add(verdicts[0]?.baselineZ);
  }
  expect(found.size).toBeGreaterThan(15);
});
