import type { QualityLetter } from '../../contract/model/common.ts';
import type { UnitMeta } from '../../contract/model/units.ts';
import { dateOfDay, dayNumber } from '../../core/shift.ts';
import { seededRandom } from '../doors/seededRandom.ts';
import { TestPlant } from '../testPlant.ts';

/** What a slot of a series is known to be, absent where nothing was ever read. */
export type PlainSlot = { value: number; letter: QualityLetter };
export type PlainSeries = Map<number, PlainSlot>;

/** A well or piezometer as it was made: readings of every slot, and what was entered of it. */
export type PlainWell = {
  id: string;
  isPiezometer: boolean;
  aquiferId: string | undefined;
  /** m3/h, null where nobody entered one. */
  ratedM3h: number | null;
  /** One count of its meter is more than its pump gives in a slot. */
  countsSeldom: boolean;
  noc: NonNullable<UnitMeta['well']>['noc'];
  /** With which the permit's year begins. */
  startMonth: number;
  volume: PlainSeries;
  flow: PlainSeries;
  level: PlainSeries;
};

export type MadeWells = { plant: TestPlant; nowSlot: number; wells: PlainWell[]; rain: PlainSeries; rechargeL: PlainSeries };

type Numbers = {
  next(): number;
  whole(from: number, to: number): number;
  pick<T>(of: readonly T[]): T;
  chance(part: number): boolean;
};

const numbersOf = (seed: number): Numbers => {
  const next = seededRandom(seed);
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return { next, whole, pick: (of) => of[whole(0, of.length - 1)] as (typeof of)[number], chance: (part) => next() < part };
};

const zones = ['Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];
const starts = ['06:00:00', '00:00:00', '22:10:00', '05:35:00', '13:05:00'];
const lastDates = [
  '2026-04-02',
  '2026-03-31',
  '2026-06-03',
  '2026-11-02',
  '2026-03-30',
  '2027-01-01',
  '2028-03-01',
  '2026-12-05',
];

type Stretch = { from: number; to: number };

/** Stretches of [from, to) of lengths that are tried out: of a slot, about an hour, four hours, a day and more. */
const stretches = ({ whole, pick }: Numbers, { from, to }: Stretch): Stretch[] => {
  const found: Stretch[] = [];
  for (let at = from; at < to; ) {
    const [least, most] = pick([
      [1, 6],
      [10, 14],
      [20, 60],
      [46, 60],
      [60, 140],
      [200, 640],
    ] as const);
    found.push({ from: at, to: Math.min(to, at + whole(least, most)) });
    at = found.at(-1)?.to ?? to;
  }
  return found;
};

const toThousandths = (value: number): number => Math.round(value * 1000) / 1000;

/** Gaps, rejected values, entries of a person and estimates, each over some slots. */
const spoil = (series: PlainSeries, letters: readonly QualityLetter[], numbers: Numbers, span: Stretch): void => {
  const { whole, pick } = numbers;
  for (let times = whole(0, 4); times > 0; times -= 1) {
    const [at, letter] = [whole(span.from, span.to - 1), pick(letters)];
    const end = Math.min(span.to, at + pick([1, 3, 8, 30, 100]));
    for (let slot = at; slot < end; slot += 1) {
      const known = series.get(slot);
      if (known) series.set(slot, { value: letter === 'M' ? 0 : known.value, letter });
    }
  }
};

/** A pump that runs at times, its meter, and the water that it draws down. */
const play = (well: PlainWell, numbers: Numbers, span: Stretch, restM: number): void => {
  const { next, chance, pick } = numbers;
  const rated = well.ratedM3h ?? 20;
  const [drawM, keeps, noiseM] = [1 + 6 * next(), pick([0.6, 0.85, 0.97]), pick([0, 0.002, 0.01])];
  let depthM = restM;
  let isOn = chance(0.5);
  const hasFlow = chance(0.5);
  for (const stretch of stretches(numbers, span)) {
    isOn = !isOn;
    const runM3h = rated * pick([1, 1, 0.95, 0.89, 0.8, 1.08]);
    const restM3h = pick([0, 0, 0, rated * 0.005]);
    for (let slot = stretch.from; slot < stretch.to; slot += 1) {
      const m3h = isOn ? runM3h : restM3h;
      depthM = restM + (isOn ? drawM : 0) + (depthM - restM - (isOn ? drawM : 0)) * keeps;
      well.level.set(slot, { value: toThousandths(depthM + noiseM * (next() - 0.5)), letter: 'G' });
      if (well.isPiezometer) continue;
      well.volume.set(slot, { value: toThousandths((m3h * 1000) / 12), letter: 'G' });
      if (hasFlow) well.flow.set(slot, { value: toThousandths(m3h * (0.99 + 0.02 * next())), letter: 'G' });
    }
  }
  // another level sensor, which hangs elsewhere
  if (chance(0.2)) {
    const [since, byM] = [numbers.whole(span.from, span.to), 3 * next()];
    for (const [slot, known] of well.level)
      if (slot >= since) well.level.set(slot, { ...known, value: toThousandths(known.value + byM) });
  }
  spoil(well.level, ['M', 'M', 'X', 'R'], numbers, span);
  spoil(well.volume, ['M', 'M', 'X', 'R', 'E', 'E', 'F', 'B'], numbers, span);
  spoil(well.flow, ['M', 'X', 'R'], numbers, span);
};

const made = (id: string, numbers: Numbers): { well: PlainWell; meta: UnitMeta; maxCapacity: number | null } => {
  const { pick, whole, chance } = numbers;
  const isPiezometer = id.startsWith('piezo');
  const aquiferId = pick(['rock', 'rock', 'sand', undefined]);
  const noc = chance(0.7)
    ? {
        number: 'N1',
        validTo: pick(['2030-03-31', '2026-04-01', '2026-03-28', '2027-03-31']),
        permittedKLD: pick([null, 200, 350]),
        permittedKLY: pick([null, 40_000, 2500]),
      }
    : undefined;
  const [how, m3h] = [pick(['entered', 'yield', 'capacity', 'meter', 'none'] as const), whole(6, 40)];
  const startMonth = pick([4, 4, 1, 11, 3]);
  const countsSeldom = how !== 'none' && how !== 'meter' && !isPiezometer && chance(0.25);
  const meta: UnitMeta = {
    ...(startMonth !== 4 && { alertParams: { borewell_threshold: { permitYearStartMonth: startMonth } } }),
    well: {
      piezometer: false,
      ...(aquiferId && { aquiferId }),
      ...(noc && { noc }),
      ...(how === 'entered' && { ratedFlowM3h: m3h }),
      ...(how === 'yield' && { yieldLpm: (m3h * 1000) / 60 }),
    },
    ...(how === 'meter' && { meter: { modulus: 1e8, basePerCount: 10, maxPerHour: m3h * 100 } }),
    ...(countsSeldom && { meter: { modulus: 1e8, basePerCount: 10_000, maxPerHour: m3h } }),
  };
  const series = () => new Map<number, PlainSlot>();
  const ratedM3h = how === 'none' || isPiezometer ? null : m3h;
  const well = {
    id,
    isPiezometer,
    aquiferId,
    ratedM3h,
    countsSeldom,
    noc,
    startMonth,
    volume: series(),
    flow: series(),
    level: series(),
  };
  return { well, meta, maxCapacity: how === 'capacity' ? m3h * 24 : null };
};

const write = (plant: TestPlant, id: string, param: string, series: PlainSeries): void => {
  let run: { from: number; values: number[]; letters: string } | undefined;
  const flush = (): void => {
    if (run) plant.reader.write(plant.seriesId(id, param), run.from, run.values, run.letters);
  };
  for (const [slot, { value, letter }] of [...series].sort(([a], [b]) => a - b)) {
    if (!run || slot !== run.from + run.values.length) {
      flush();
      run = { from: slot, values: [], letters: '' };
    }
    run.values.push(value);
    run.letters += letter;
  }
  flush();
};

/** Some hours of a season of years before: what a trend is made from. */
const playSeasons = (well: PlainWell, numbers: Numbers, plant: TestPlant, lastYear: number): void => {
  const { whole, chance, pick, next } = numbers;
  const slope = pick([0, 0.4, -0.3]);
  for (let year = lastYear - whole(4, 7); year <= lastYear; year += 1)
    for (const date of ['04-12', '05-20', '11-08']) {
      if (chance(0.15)) continue;
      const from = plant.calendar.windowOfDay(dayNumber(`${year}-${date}`)).firstSlot + whole(0, 200);
      const restM = 30 + slope * (year - lastYear) + next();
      play(well, numbers, { from, to: from + whole(60, 220) }, restM);
    }
};

/** Wells and piezometers of a seed with up to ten days of readings up to now, some with seasons of years before. */
export const madeWells = (seed: number): MadeWells => {
  const numbers = numbersOf(seed);
  const { pick, whole, chance, next } = numbers;
  const plant = new TestPlant({ timezone: pick(zones), startAt: pick(starts) })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addCategory('GROUND_WATER_LEVEL', ['w'])
    .addUnit({ id: 'rain', type: 'rain', subCategoryId: 's' })
    .addUnit({ id: 'pit', type: 'flow', subCategoryId: 's' });
  Object.assign(plant.industry('DEMO') ?? {}, { meta: { facts: { rainWater: { rechargedUnitIds: ['pit'] } } } });
  const today = dayNumber(pick(lastDates));
  const { firstSlot, slots } = plant.calendar.windowOfDay(today);
  const nowSlot = firstSlot + whole(1, slots);
  const span = { from: nowSlot - whole(300, 288 * 10), to: nowSlot };
  const wells = ['well-a', 'well-b', 'piezo'].map((id): PlainWell => {
    const { well, meta, maxCapacity } = made(id, numbers);
    plant.addUnit({ id, type: well.isPiezometer ? 'level' : 'borewell', subCategoryId: 'w', meta, maxCapacity });
    if (chance(0.15)) playSeasons(well, numbers, plant, Number(dateOfDay(today).slice(0, 4)) - 1);
    play(well, numbers, span, whole(8, 60));
    for (const param of ['volume', 'flow', 'level'] as const) if (well[param].size > 0) write(plant, id, param, well[param]);
    return well;
  });
  const [rain, rechargeL]: PlainSeries[] = [new Map(), new Map()];
  for (let slot = span.from; slot < span.to; slot += 1) {
    if (chance(0.9)) rain?.set(slot, { value: chance(0.05) ? toThousandths(4 * next()) : 0, letter: 'G' });
    if (chance(0.5)) rechargeL?.set(slot, { value: whole(0, 500), letter: pick(['G', 'E', 'X']) });
  }
  write(plant, 'rain', 'rain', rain ?? new Map());
  write(plant, 'pit', 'volume', rechargeL ?? new Map());
  return { plant, nowSlot, wells, rain: rain ?? new Map(), rechargeL: rechargeL ?? new Map() };
};
