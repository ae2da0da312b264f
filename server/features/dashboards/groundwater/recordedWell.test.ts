import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { isStaticLevel } from '../../../plantModel/staticLevel.ts';
import { readRecording } from '../../../test/recordings.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { GroundwaterService } from './service.ts';

/** Twelve slots of the day are enough for a level at rest. */
const HOUR = 12;

describe('the recorded observation well', () => {
  it('has the seasonal levels and the trend of a calculation by hand', async () => {
    const rows = readRecording('borewell_daily').flatMap(({ date = '', depth_mbgl }) =>
      depth_mbgl ? [{ date, depth: Number(depth_mbgl) }] : [],
    );
    expect(rows).toHaveLength(3629);

    // by hand: middle values of April and May, and of November, year by year
    const middle = (year: number, ...months: string[]): number | undefined => {
      const sorted = rows
        .filter(({ date }) => date.startsWith(`${year}-`) && months.includes(date.slice(5, 7)))
        .map(({ depth }) => depth)
        .sort((a, b) => a - b);
      const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
      return low === undefined || high === undefined ? undefined : (low + high) / 2;
    };
    const slopes: number[] = [];
    let [s, variance] = [0, 0];
    for (const months of [['04', '05'], ['11']]) {
      const known: [number, number][] = [];
      for (let year = 2005; year <= 2017; year += 1) {
        const level = middle(year, ...months);
        if (level !== undefined) known.push([year, level]);
      }
      for (let i = 0; i < known.length; i += 1)
        for (let j = i + 1; j < known.length; j += 1) {
          const [[early, was], [late, is]] = [known[i] as [number, number], known[j] as [number, number]];
          slopes.push((is - was) / (late - early));
          s += is > was ? 1 : is < was ? -1 : 0;
        }
      variance += (known.length * (known.length - 1) * (2 * known.length + 5)) / 18;
    }
    slopes.sort((a, b) => a - b);
    const sen = ((slopes[(slopes.length - 1) >> 1] ?? 0) + (slopes[slopes.length >> 1] ?? 0)) / 2;
    const z = (Math.abs(s) - 1) / Math.sqrt(variance);
    // the tail of the normal distribution by the trapezoidal rule
    let tail = 0;
    for (let x = z; x < 9; x += 0.001) tail += 0.001 * Math.exp(-((x + 0.0005) ** 2) / 2);
    const p = (2 * tail) / Math.sqrt(2 * Math.PI);

    const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
      .addCategory('GROUND_WATER_LEVEL', ['w'])
      .addUnit({ id: 'well', type: 'level', subCategoryId: 'w' });
    for (const { date, depth } of rows) plant.write('well', 'level', date, 100, Array<number>(HOUR).fill(depth));
    const groundwater = new GroundwaterService({
      directory: plant,
      reader: plant.reader,
      calendars: { of: () => plant.calendar },
      turns: new CooperativeScheduler(),
      clock: new ManualClock(Date.parse('2018-01-20T00:00:00Z')),
    });
    const { signal } = new AbortController();
    const { yearlyData } = await groundwater.data({ industryId: 'DEMO', signal }, '2017-12', () => undefined);
    const [well] = yearlyData;
    expect(well).toMatchObject({ preMonsoonYear: 2017, postMonsoonYear: 2017, trendYears: 13, trend: 'rising' });
    expect(well?.preMonsoonMbgl).toBeCloseTo(middle(2017, '04', '05') ?? 0, 2);
    expect(well?.postMonsoonMbgl).toBeCloseTo(middle(2017, '11') ?? 0, 2);
    expect(well?.fluctuationM).toBeCloseTo((middle(2017, '04', '05') ?? 0) - (middle(2017, '11') ?? 0), 2);
    expect(well?.trendMPerYear).toBeCloseTo(sen, 3);
    expect(well?.trendP).toBeCloseTo(p, 4);
    // what an independent program gave for the same file
    expect(sen).toBeCloseTo(-0.03536, 5);
    expect(p).toBeCloseTo(0.00543, 5);
    expect(well?.months.map(({ swlMbgl }) => swlMbgl).filter((level) => level === null)).toEqual([]);
  });
});

describe('the recorded tidal piezometer', () => {
  /** Ten-minute heads as five-minute depths, by the straight line between two. */
  const depths = (): number[] => {
    const heads = readRecording('piezometer_10min').map(({ head_m }) => Number(head_m));
    return heads.flatMap((head, at) => [10 - head, 10 - (head + (heads[at + 1] ?? head)) / 2]);
  };

  it('is static only around high and low water', () => {
    const found = depths();
    const levels = Float64Array.from(found);
    const pump = found.map(() => 'off' as const);
    let [agree, atRest] = [0, 0];
    for (let at = 60; at < found.length; at += 1) {
      // slope of a straight line through the hour, about its middle: sum (x - 5.5) y / 143 a slot
      const hour = found.slice(at - 11, at + 1);
      const perHour = (12 * hour.reduce((sum, depth, x) => sum + (x - 5.5) * depth, 0)) / 143;
      const shouldRest = Math.abs(perHour) <= 0.02;
      if (Math.abs(Math.abs(perHour) - 0.02) < 1e-9) continue;
      expect(
        isStaticLevel(levels, at, (place) => pump[place] ?? 'unknown'),
        `slot ${at}`,
      ).toBe(shouldRest);
      agree += 1;
      if (shouldRest) atRest += 1;
    }
    expect(agree).toBeGreaterThan(17_000);
    // a tide of some 10 to 30 cm in 12.4 h is faster than 2 cm/h more than half of the time
    expect(atRest / agree).toBeGreaterThan(0.25);
    expect(atRest / agree).toBeLessThan(0.75);
  });

  it('is not static within four hours of a pump beside it', () => {
    const found = depths();
    const levels = Float64Array.from(found);
    const pump = found.map((_, at) => (at % 288 === 0 ? ('on' as const) : ('off' as const)));
    for (let at = 288; at < found.length; at += 1)
      if (at % 288 < 48)
        expect(
          isStaticLevel(levels, at, (place) => pump[place] ?? 'unknown'),
          `slot ${at}`,
        ).toBe(false);
    expect(found.some((_, at) => isStaticLevel(levels, at, (place) => pump[place] ?? 'unknown'))).toBe(true);
  });
});
