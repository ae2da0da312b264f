import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { QualityLetter } from '../../../contract/model/common.ts';
import type { RainEfficiency, RainTrend } from '../../../contract/user/rainfall.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { seededRandom } from '../../../test/doors/seededRandom.ts';
import { startRainRig } from '../../../test/rainRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';

/** Some seconds; HEADWORKS_TEST_SEED makes others. */
const RUNS = 8;

type Slot = { value: number; letter: QualityLetter };
type Series = Map<number, Slot>;
type Catchment = {
  surface: 'roof' | 'soil';
  coefficient?: number;
  areaM2: number;
  firstFlushMm: number;
  filterEfficiency: number;
};
type Made = {
  plant: TestPlant;
  today: number;
  nowSlot: number;
  gauges: Series[];
  catchments: Catchment[];
  harvested: Series;
  used: Series;
  demand: Series;
};

const zones = ['Asia/Kolkata', 'Europe/Berlin', 'Asia/Kathmandu', 'UTC'];
const starts = ['06:00:00', '05:05:00', '22:10:00', '00:00:00'];

const madeRain = (seed: number): Made => {
  const next = seededRandom(seed);
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(of: readonly T[]): T => of[whole(0, of.length - 1)] as T;
  const plant = new TestPlant({ timezone: pick(zones), startAt: pick(starts) })
    .addCategory('RAIN_CATEGORY', ['r'])
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'gauge0', type: 'rain', subCategoryId: 'r' })
    .addUnit({ id: 'harvested', type: 'flow', subCategoryId: 's' })
    .addUnit({ id: 'used', type: 'flow', subCategoryId: 's' })
    .addUnit({ id: 'factory', type: 'flow', subCategoryId: 's', standardCategoryIds: ['ID_CONSUMPTION'] });
  if (next() < 0.5) plant.addUnit({ id: 'gauge1', type: 'rain', subCategoryId: 'r' });
  const catchments = Array.from({ length: whole(1, 3) }, (_, at) => ({
    ...{ id: `c${at}`, name: `C${at}`, surface: pick(['roof', 'soil'] as const), areaM2: whole(50, 3000) },
    ...{ firstFlushMm: pick([0, 1, 2.5]), filterEfficiency: pick([1, 0.9]) },
    ...(next() < 0.5 && { coefficient: 0.6 }),
  }));
  const facts = { catchments, rainWater: { harvestedUnitIds: ['harvested'], usedUnitIds: ['used'] } };
  Object.assign(plant.industry('DEMO') ?? {}, { meta: { facts } });
  const today = dayNumber(pick(['2026-06-12', '2026-03-31', '2026-07-01', '2026-11-02', '2027-01-03']));
  const { firstSlot, slots } = plant.calendar.windowOfDay(today);
  const nowSlot = firstSlot + whole(0, slots - 1);
  const from = nowSlot - whole(100, 288 * 12);
  const random = (value: (isWet: boolean) => number, unit: string, param: string, gaps = true): Series => {
    const series: Series = new Map();
    for (let slot = from; slot < nowSlot; ) {
      const length = pick([3, 20, 60, 71, 72, 73, 200]);
      const [isWet, letter] = [next() < 0.4, gaps ? pick<QualityLetter>(['G', 'G', 'G', 'G', 'G', 'R', 'M', 'E', 'X']) : 'G'];
      for (const end = Math.min(nowSlot, slot + length); slot < end; slot += 1) series.set(slot, { value: value(isWet), letter });
    }
    const all = [...series.values()];
    const letters = all.map(({ letter }) => letter).join('');
    plant.reader.write(
      plant.seriesId(unit, param),
      from,
      all.map(({ value: one }) => one),
      letters,
    );
    return series;
  };
  const tips = (isWet: boolean): number => (isWet && next() < 0.3 ? pick([0.2, 0.2, 0.4, 1, 3]) : 0);
  const gauges = plant.units('DEMO').flatMap(({ id, type }) => (type === 'rain' ? [random(tips, id, 'rain', next() < 0.6)] : []));
  const litres = (): number => whole(0, 400);
  return {
    ...{ plant, today, nowSlot, gauges, catchments },
    ...{ harvested: random(litres, 'harvested', 'volume'), used: random(litres, 'used', 'volume') },
    demand: random(litres, 'factory', 'volume'),
  };
};

const knownAt = (series: Series, slot: number): number | null => {
  const found = series.get(slot);
  return found === undefined || 'MX'.includes(found.letter) ? null : found.value;
};
const measuredAt = (series: Series, slot: number): number | null =>
  'GBR'.includes(series.get(slot)?.letter ?? 'M') ? knownAt(series, slot) : null;
const slashed = (day: number): string => dateOfDay(day).split('-').reverse().join('/');
const sumOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0);

type Kind = 'SHIFT' | 'IMD';
type Type = 'DAY' | 'MONTH' | 'YEAR';

/** Rain by docs/domain.md 11, slot by slot. */
class PlainRain {
  readonly #made: Made;
  constructor(made: Made) {
    this.#made = made;
  }

  slots(day: number, kind: Kind): number[] {
    const { firstSlot, slots } = this.#made.plant.calendar.windowOfDay(day);
    // from 08:30 IST, which is 03:00 UTC, of the day before
    const [from, count] = kind === 'SHIFT' ? [firstSlot, slots] : [(day - 1) * 288 + 36, 288];
    return Array.from({ length: count }, (_, at) => from + at).filter((slot) => slot < this.#made.nowSlot);
  }

  days(type: Type, day: number): number[] {
    const first = {
      DAY: day,
      MONTH: dayNumber(`${dateOfDay(day).slice(0, 7)}-01`),
      YEAR: dayNumber(`${dateOfDay(day).slice(0, 4)}-01-01`),
    };
    return Array.from({ length: day - first[type] + 1 }, (_, at) => first[type] + at);
  }

  mm(series: Series, slots: readonly number[]): number | null {
    return sumOf(slots.flatMap((slot) => knownAt(series, slot) ?? []));
  }

  /** The most rain of three measured slots in a row, mm/h; nothing where it is known that none fell. */
  intensity(series: Series, slots: readonly number[]): number | null {
    const fallen = this.mm(series, slots);
    if (fallen === null || fallen === 0) return fallen;
    const inside = new Set(slots);
    const rates = slots.flatMap((slot) => {
      const three = [slot, slot + 1, slot + 2].filter((one) => inside.has(one)).flatMap((one) => measuredAt(series, one) ?? []);
      return three.length < 3 ? [] : [4 * (sumOf(three) ?? 0)];
    });
    const most = Math.max(0, ...rates);
    return most === 0 ? null : most;
  }

  /** Mean of the gauges that know a slot. */
  site(slot: number): number | null {
    const known = this.#made.gauges.flatMap((gauge) => knownAt(gauge, slot) ?? []);
    return known.length === 0 ? null : (sumOf(known) ?? 0) / known.length;
  }

  /** Litres of a catchment in slots in a row: of each event, which six dry hours end, what comes after the first flush. */
  potentialL({ areaM2, firstFlushMm, filterEfficiency, surface, coefficient }: Catchment, slots: readonly number[]): number {
    const [first = 0, last = -1] = [slots[0], slots.at(-1)];
    let [event, dry, left] = [0, 0, 0];
    for (let slot = first - 864; slot <= last; slot += 1) {
      const mm = this.site(slot) ?? 0;
      if (mm === 0) {
        dry += 1;
        continue;
      }
      if (dry >= 72) event = 0;
      dry = 0;
      const before = Math.max(0, event - firstFlushMm);
      event += mm;
      if (slot >= first) left += Math.max(0, event - firstFlushMm) - before;
    }
    return areaM2 * left * (coefficient ?? { roof: 0.85, soil: 0.2 }[surface]) * filterEfficiency;
  }
}

const near = (found: number | null | undefined, wanted: number | null, places: number, about: string): void => {
  if (wanted === null) expect(found ?? null, about).toBe(null);
  else
    expect(Math.abs((found ?? Number.NaN) - wanted), `${about}: ${found} for ${wanted}`).toBeLessThanOrEqual(
      0.501 * 10 ** -places,
    );
};

type Get = <T>(path: string) => Promise<T>;

const checkTrend = async ({ gauges }: Made, plain: PlainRain, day: number, get: Get): Promise<void> => {
  for (const type of ['DAY', 'MONTH', 'YEAR'] as const)
    for (const kind of ['SHIFT', 'IMD'] as const) {
      const { units } = await get<RainTrend>(`/rainfall/trend?date1=${slashed(day)}&type=${type}&rainDay=${kind}`);
      for (const [at, gauge] of gauges.entries()) {
        const about = `gauge ${at} ${type} ${kind} ${slashed(day)}`;
        const days = plain.days(type, day).map((one) => plain.slots(one, kind));
        const sums = days.map((slots) => plain.mm(gauge, slots));
        const all = days.flat();
        const found = units[at];
        near(found?.totalMm, plain.mm(gauge, all), 1, `${about} total`);
        near(found?.maxMmPerHour, plain.intensity(gauge, all), 1, `${about} intensity`);
        expect(found?.rainyDays, `${about} rainy days`).toBe(sums.filter((mm) => mm !== null && mm >= 2.5 - 1e-9).length);
        const measured = all.filter((slot) => measuredAt(gauge, slot) !== null).length;
        near(found?.graph.completeness, all.length === 0 ? 0 : (100 * measured) / all.length, 1, `${about} completeness`);
        if (type === 'MONTH')
          for (const [nth, mm] of sums.entries()) near(found?.graph.values[nth], mm ?? 0, 4, `${about} day ${nth}`);
      }
    }
};

const checkEfficiency = async (made: Made, plain: PlainRain, day: number, get: Get): Promise<void> => {
  for (const type of ['DAY', 'MONTH', 'YEAR'] as const) {
    const { data1 } = await get<RainEfficiency>(`/rainfall/efficiencySaving?date1=${slashed(day)}&type=${type}`);
    const about = `efficiency ${type} ${slashed(day)}`;
    const days = plain.days(type, day).map((one) => plain.slots(one, 'SHIFT'));
    const all = days.flat();
    const rain = sumOf(all.flatMap((slot) => plain.site(slot) ?? []));
    const known = all.filter((slot) => plain.site(slot) !== null).length;
    near(data1.rainMm, rain, 1, `${about} rain`);
    const potentials = made.catchments.map((catchment) => (rain === null ? null : plain.potentialL(catchment, all)));
    for (const [at, litres] of potentials.entries())
      near(data1.catchments[at]?.potentialKL, litres === null ? null : litres / 1000, 2, `${about} catchment ${at}`);
    const potential = rain === null ? null : (sumOf(potentials.flatMap((one) => one ?? [])) ?? 0);
    near(data1.potentialKL, potential === null ? null : potential / 1000, 2, `${about} potential`);
    const [harvested, used, demand] = [made.harvested, made.used, made.demand].map((one) => plain.mm(one, all)) as (
      | number
      | null
    )[];
    near(data1.harvestedKL, harvested == null ? null : harvested / 1000, 2, `${about} harvested`);
    near(data1.usedKL, used == null ? null : used / 1000, 2, `${about} used`);
    // of meters of which more than a tenth is missing the one says nothing of the other
    const areMeasured = [made.used, made.demand].every(
      (one) => all.filter((slot) => measuredAt(one, slot) !== null).length >= 0.9 * all.length,
    );
    const saving = used == null || !demand || !areMeasured ? null : (100 * used) / demand;
    near(data1.savingPctOfDemand, saving, 1, `${about} saving`);
    const wettest = Math.max(0, ...days.map((slots) => sumOf(slots.flatMap((slot) => plain.site(slot) ?? [])) ?? 0));
    // of rain that nobody measured nothing can be said
    const canSay = potential !== null && potential > 0 && wettest >= 2.5 - 1e-9 && known >= 0.9 * all.length;
    near(data1.efficiencyPct, canSay && harvested != null ? (100 * harvested) / potential : null, 1, `${about} percent`);
  }
};

const looked = async (seed: number): Promise<void> => {
  const made = madeRain(seed);
  const { plant, today, nowSlot } = made;
  const nowAt = nowSlot - plant.calendar.windowOfDay(today).firstSlot;
  const rig = await startRainRig({ plant, today: dateOfDay(today), nowAt });
  const get: Get = async <T>(path: string): Promise<T> => {
    const reply = await rig.ask(path);
    expect(reply.status, reply.text).toBe(200);
    return reply.body as T;
  };
  const plain = new PlainRain(made);
  try {
    for (const day of [today, today - 1, today - 5]) {
      await checkTrend(made, plain, day, get);
      await checkEfficiency(made, plain, day, get);
    }
  } finally {
    await rig.stop();
  }
};

it('rain and harvest of random sites are those of going through their slots by hand', async () => {
  await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 30 }), looked), { numRuns: RUNS, endOnFailure: true });
}, 120_000);
