import { dateOfDay, dayNumber } from '../core/shift.ts';
import { SLOT_MS } from '../core/slots.ts';
import { ReadingsRig } from './readingsRig.ts';
import { TestPlant } from './testPlant.ts';

/** The letters of slots that are told apart here: measured, estimated across a gap, missing. */
export type PlainSlot = { litres: number; letter: 'G' | 'E' | 'M' };
/** A meter of a made plant, or a virtual unit of some of them: its slots as they have to be. */
export type PlainUnit = {
  id: string;
  slots: Map<number, PlainSlot>;
  setUpSlot: number;
  isIntake: boolean;
  water: readonly string[];
  /** When the plant joined: nothing is expected of slots before. */
  joinedSlot: number;
};

/** What the meters of made plants count by. */
export const countingMeter = { modulus: 50_000, basePerCount: 10, maxPerHour: 3000, backDeadband: 1 };
const LITRES_PER_COUNT = countingMeter.basePerCount;
const missing: PlainSlot = { litres: 0, letter: 'M' };

/** Numbers from 0 to below 1 that follow from a seed. */
const numbersFrom = (seed: number): (() => number) => {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

/**
 * Volumes of slots from displays, by docs/domain.md 2: the difference of two readings is the volume of the slots between them, evenly
 * where some of these were missed. @param displays what was read in each slot, counts; slots without a reading are absent.
 */
export const volumesOf = (displays: ReadonlyMap<number, number>): Map<number, PlainSlot> => {
  const slots = new Map<number, PlainSlot>();
  let before: [slot: number, display: number] | undefined;
  for (const [slot, display] of [...displays].sort(([a], [b]) => a - b)) {
    if (before) {
      const [from, counts] = before;
      const passed = ((display - counts + countingMeter.modulus) % countingMeter.modulus) * LITRES_PER_COUNT;
      const count = slot - from;
      for (let at = 1; at <= count; at += 1) slots.set(from + at, { litres: passed / count, letter: count === 1 ? 'G' : 'E' });
    }
    before = [slot, display];
  }
  return slots;
};

/** A sum of meters slot by slot: known where all of them are. */
const sumOfParts = (parts: readonly Part[], fromSlot: number, toSlot: number) => {
  const slots = new Map<number, PlainSlot>();
  for (let slot = fromSlot; slot < toSlot; slot += 1) {
    const all = parts.map(({ of, factor }) => ({ ...(of.slots.get(slot) ?? missing), factor }));
    if (all.some(({ letter }) => letter === 'M')) continue;
    const litres = all.reduce((sum, one) => sum + one.litres * one.factor, 0);
    slots.set(slot, { litres, letter: all.some(({ letter }) => letter === 'E') ? 'E' : 'G' });
  }
  return slots;
};

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];
const starts = ['00:00:00', '06:00:00', '02:30:00', '22:45:00', '05:35:00'];
const firstDates = ['2026-03-26', '2026-10-22', '2026-03-05', '2026-04-02', '2026-06-28', '2026-02-26'];
const DAYS = 6;

export type MadePlant = {
  plant: TestPlant;
  rig: ReadingsRig;
  /** The first day with readings, and that of now. */
  firstDay: number;
  today: number;
  nowSlot: number;
  joinedSlot: number;
  units: PlainUnit[];
  /** What the tank held in the slots of which it is known, litres. */
  held: ReadonlyMap<number, number>;
  /** A person corrects some slots of each meter; what the plant has to say afterwards follows. */
  correct(): Promise<void>;
};

type Numbers = { next: () => number; pick: <T>(of: readonly T[]) => T };
type Times = { from: number; nowSlot: number };
type MeterSpec = { id: string; water: readonly string[]; above: string | undefined };
/** A meter with what its display showed, which of it comes late, and what a person entered in place of a slot's volume. */
type Part = { of: PlainUnit; factor: number };
type MadeMeter = PlainUnit & {
  displays: Map<number, number>;
  late: ReadonlySet<number>;
  entered: { slot: number; litres: number } | undefined;
};

const standardIds = (subCategoryId: string): string[] => [subCategoryId === 'uses' ? 'ID_CONSUMPTION' : 'ID_SOURCE'];

/** What passed in each slot along five lines, counts; some rest at times. */
const madeLines = ({ next }: Numbers, { from, nowSlot }: Times): Map<string, Map<number, number>> => {
  const lines = new Map<string, Map<number, number>>();
  for (const name of ['x', 'y', 'z', 'v', 'w']) {
    const line = new Map<number, number>();
    lines.set(name, line);
    const isNight = next() < 0.3;
    for (let slot = from; slot < nowSlot; slot += 1) line.set(slot, isNight && slot % 288 < 80 ? 0 : Math.floor(next() * 60));
  }
  return lines;
};

const madeGaps = ({ next }: Numbers, { from, nowSlot }: Times): ((slot: number) => boolean) => {
  const gaps = Array.from({ length: Math.floor(next() * 4) }, () => {
    const start = from + Math.floor(next() * (nowSlot - from));
    return { start, end: start + 1 + Math.floor(next() * 60) };
  });
  return (slot) => gaps.some(({ start, end }) => slot >= start && slot < end);
};

const madeMeter = (
  { id, water, above }: MeterSpec,
  passed: (slot: number) => number,
  { plant, numbers, times }: { plant: TestPlant; numbers: Numbers; times: Times },
): MadeMeter => {
  const { next, pick } = numbers;
  const { from, nowSlot } = times;
  const joinedAt = next() < 0.3 ? from + Math.floor(next() * (nowSlot - from - 10)) : from - 1;
  const subCategoryId = next() < 0.15 ? 'off' : pick(['inlets', 'uses']);
  plant.addUnit({
    ...{ id, type: 'flow', subCategoryId, standardCategoryIds: standardIds(subCategoryId), createdAtMs: joinedAt * SLOT_MS },
    meta: { meter: countingMeter, ...(above !== undefined && { subMeterOf: above }) },
  });
  const isAway = madeGaps(numbers, times);
  const displays = new Map<number, number>();
  const late = new Set<number>();
  let display = Math.floor(next() * countingMeter.modulus);
  for (let slot = from - 1; slot < nowSlot; slot += 1) {
    display = (display + passed(slot)) % countingMeter.modulus;
    if (slot < joinedAt || (slot !== joinedAt && isAway(slot))) continue;
    displays.set(slot, display);
    if (slot > joinedAt && slot < nowSlot - 400 && next() < 0.003) late.add(slot);
  }
  const slots = volumesOf(displays);
  const asked = from + Math.floor(next() * (nowSlot - from));
  const isEntered = next() < 0.5 && slots.get(asked)?.letter === 'G';
  const entered = isEntered ? { slot: asked, litres: Math.floor(next() * 5000) } : undefined;
  if (entered) slots.set(entered.slot, { litres: entered.litres, letter: 'G' });
  return { id, slots, setUpSlot: joinedAt, isIntake: subCategoryId !== 'uses', water, joinedSlot: 0, displays, late, entered };
};

/** `rest` is `all` less `a`, where that is behind it, and `both` is `a` and `b`; each of them in some plants. */
const madeSums = (meters: readonly MadeMeter[], plant: TestPlant, { next, pick }: Numbers, { from, nowSlot }: Times) => {
  const part = (id: string, factor: number) => meters.filter((one) => one.id === id).map((of) => ({ of, factor }));
  const [a, b] = [part('a', 1), part('b', 1)];
  const sums = [
    { id: 'rest', parts: [...part('all', 1), ...part('a', -1)], water: ['y'] },
    { id: 'both', parts: [...a, ...b], water: [...a, ...b].flatMap(({ of }) => of.water) },
  ].filter(({ id }) => next() < 0.5 && (id === 'both' || a[0]?.of.water[0] === 'x'));
  return sums.map(({ id, parts, water }): PlainUnit & { parts: readonly Part[] } => {
    const subCategoryId = pick(['inlets', 'uses']);
    plant.addUnit({
      ...{ id, type: 'virtual', subCategoryId, standardCategoryIds: standardIds(subCategoryId) },
      meta: { expression: parts.map(({ of, factor }) => ({ unitId: of.id, factor })) },
    });
    const slots = sumOfParts(parts, from - 1, nowSlot);
    return { id, slots, setUpSlot: 0, isIntake: subCategoryId !== 'uses', water, joinedSlot: 0, parts };
  });
};

/** A tank that fills and empties, of which some slots are missing; whole litres. */
const madeTank = (numbers: Numbers, times: Times): Map<number, number> => {
  const isAway = madeGaps(numbers, times);
  const held = new Map<number, number>();
  let litres = 20_000;
  for (let slot = times.from - 1; slot < times.nowSlot; slot += 1) {
    litres = Math.min(50_000, Math.max(0, litres + Math.round((numbers.next() - 0.5) * 3000)));
    if (!isAway(slot)) held.set(slot, litres);
  }
  return held;
};

/** Writes all that came in time as history, and sends what is late and what a person entered after it. */
const written = async (plant: TestPlant, meters: readonly MadeMeter[], held: ReadonlyMap<number, number>, times: Times) => {
  const rig = new ReadingsRig(plant, times.nowSlot * SLOT_MS + 15_000);
  const history = rig.history();
  const tank = rig.id('tank', 'volume');
  for (let slot = times.from - 1; slot < times.nowSlot; slot += 1)
    history.acceptSlot(slot, [
      { seriesId: tank, value: held.get(slot) ?? null },
      ...meters.map(({ id, displays, late }) => ({
        seriesId: rig.id(id, 'volume'),
        value: late.has(slot) ? null : (displays.get(slot) ?? null),
      })),
    ]);
  history.finish();
  rig.start(['tank.volume', ...meters.map(({ id }) => `${id}.volume`)]);
  await rig.ingest.flush();
  for (const { id, displays, late } of meters)
    for (const slot of late) rig.send(`${id}.volume`, displays.get(slot) ?? null, (slot + 1) * SLOT_MS - 10_000);
  for (let times = 0; times < 3; times += 1) await rig.ingest.flush();
  for (const { id, entered } of meters)
    if (entered) await rig.ingest.enter(rig.id(id, 'volume'), entered.slot, [entered.litres], 'read by hand');
  await rig.ingest.flush();
  return rig;
};

/**
 * Lines of water and meters of them: `all` is of two, `a` and `b` are of one of these each and behind it, or of lines of their own, `c` is of
 * another; some joined late, missed readings, got them late or by hand, or are in a group that is off; sums of them, and a tank.
 */
export const madePlant = async (seed: number): Promise<MadePlant> => {
  const next = numbersFrom(seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
  const numbers = { next, pick };
  const [timezone, firstDate] = [pick(zones), pick(firstDates)];
  const validFrom = dateOfDay(dayNumber(firstDate) + 1 + Math.floor(next() * (DAYS - 1)));
  const later = next() < 0.5 ? [{ validFrom, timezone, startAt: pick(starts) }] : [];
  const plant = new TestPlant({ timezone, startAt: pick(starts), later });
  plant.addCategory('SOURCE_CATEGORY', ['inlets', 'uses', 'off']).addCategory('STOCK_CATEGORY', ['tanks']);
  for (const sub of plant.categories('DEMO')[0]?.subCategories ?? []) if (sub.id === 'off') sub.enabled = false;
  const firstDay = plant.calendar.dayOf(Date.parse(`${firstDate}T12:00:00Z`));
  const today = firstDay + DAYS - 1;
  const { firstSlot, slots } = plant.calendar.windowOfDay(today);
  const from = plant.calendar.windowOfDay(firstDay).firstSlot;
  const times = { from, nowSlot: firstSlot + 1 + Math.floor(next() * (slots - 2)) };
  const lines = madeLines(numbers, times);
  const [isBehindA, isBehindB] = [next() < 0.8, next() < 0.8];
  const specs: MeterSpec[] = [
    { id: 'all', water: ['x', 'y'], above: undefined },
    { id: 'a', water: [isBehindA ? 'x' : 'v'], above: isBehindA ? 'all' : undefined },
    { id: 'b', water: [isBehindB ? 'y' : 'w'], above: isBehindB ? 'all' : undefined },
    { id: 'c', water: ['z'], above: undefined },
  ];
  const meters = specs.map((spec) => {
    const passed = (slot: number): number => spec.water.reduce((sum, line) => sum + (lines.get(line)?.get(slot) ?? 0), 0);
    return madeMeter(spec, passed, { plant, numbers, times });
  });
  const sums = madeSums(meters, plant, numbers, times);
  const held = madeTank(numbers, times);
  plant.addUnit({ id: 'tank', type: 'stock', subCategoryId: 'tanks', maxCapacity: 50 });
  const joinedSlot = next() < 0.5 ? plant.calendar.windowOfDay(pick([1, 2, DAYS - 1]) + firstDay).firstSlot : 0;
  for (const industry of plant.industries()) industry.joinedAtMs = joinedSlot * SLOT_MS;
  const rig = await written(plant, meters, held, times);
  const units = [...meters, ...sums].map((unit) => ({ ...unit, joinedSlot }));
  const correct = async (): Promise<void> => {
    for (const { id, slots } of meters)
      for (let again = 0; again < 3; again += 1) {
        const slot = from + Math.floor(next() * (times.nowSlot - from));
        if (!slots.has(slot)) continue;
        const litres = Math.floor(next() * 9000);
        await rig.ingest.enter(rig.id(id, 'volume'), slot, [litres], 'corrected by hand');
        slots.set(slot, { litres, letter: 'G' });
      }
    await rig.ingest.flush();
    for (const { slots, parts } of sums)
      for (const [slot, one] of sumOfParts(parts, from - 1, times.nowSlot)) slots.set(slot, one);
  };
  return { plant, rig, firstDay, today, nowSlot: times.nowSlot, joinedSlot, units, held, correct };
};

/** The last value of slots [fromSlot, toSlot), null where there is none. */
export const lastHeld = (held: ReadonlyMap<number, number>, fromSlot: number, toSlot: number): number | null => {
  for (let slot = toSlot - 1; slot >= fromSlot; slot -= 1) {
    const litres = held.get(slot);
    if (litres !== undefined) return litres;
  }
  return null;
};

export type PlainAmount = { litres: number | null; complete: number; expected: number };

/** What a unit came to in slots [fromSlot, toSlot), by adding up its slots. */
export const plainAmount = ({ slots, setUpSlot, joinedSlot }: PlainUnit, fromSlot: number, toSlot: number): PlainAmount => {
  let [litres, complete, known, early] = [0, 0, 0, 0];
  let first = toSlot;
  for (let slot = fromSlot; slot < toSlot; slot += 1) {
    const one = slots.get(slot);
    if (!one) continue;
    first = Math.min(first, slot);
    known += 1;
    litres += one.litres;
    if (one.letter !== 'G') continue;
    complete += 1;
    // what there is of days before the plant joined is as much as was expected
    if (slot < joinedSlot) early += 1;
  }
  const since = Math.max(fromSlot, joinedSlot, Math.min(setUpSlot, first));
  return { litres: known > 0 ? litres : null, complete, expected: early + Math.max(0, toSlot - since) };
};
