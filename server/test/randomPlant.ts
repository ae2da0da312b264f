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
};

export const meter = { modulus: 50_000, basePerCount: 10, maxPerHour: 3000, backDeadband: 1 };
const LITRES_PER_COUNT = meter.basePerCount;
const missing: PlainSlot = { litres: 0, letter: 'M' };

/** Numbers from 0 to below 1 that follow from a seed. */
export const numbersFrom = (seed: number): (() => number) => {
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
const volumesOf = (displays: ReadonlyMap<number, number>): Map<number, PlainSlot> => {
  const slots = new Map<number, PlainSlot>();
  let before: [slot: number, display: number] | undefined;
  for (const [slot, display] of [...displays].sort(([a], [b]) => a - b)) {
    if (before) {
      const [from, counts] = before;
      const passed = ((display - counts + meter.modulus) % meter.modulus) * LITRES_PER_COUNT;
      const count = slot - from;
      for (let at = 1; at <= count; at += 1) slots.set(from + at, { litres: passed / count, letter: count === 1 ? 'G' : 'E' });
    }
    before = [slot, display];
  }
  return slots;
};

/** A sum of meters slot by slot: known where all of them are. */
const sumOfParts = (parts: readonly { of: PlainUnit; factor: number }[], fromSlot: number, toSlot: number) => {
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
  units: PlainUnit[];
};

/**
 * Lines of water and meters of them: `all` is of two, `a` and `b` are of one of these each and behind it, or of lines of their own, `c` is of
 * another; some joined late, missed readings or got them late, or are in a group that is off. `rest` is `all` less `a`, `both` is `a` and `b`.
 */
export const madePlant = async (seed: number): Promise<MadePlant> => {
  const next = numbersFrom(seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
  const plant = new TestPlant({ timezone: pick(zones), startAt: pick(starts) });
  const subs = ['inlets', 'uses', 'off'];
  plant.addCategory('SOURCE_CATEGORY', subs);
  for (const sub of plant.categories('DEMO')[0]?.subCategories ?? []) if (sub.id === 'off') sub.enabled = false;
  const firstDay = plant.calendar.dayOf(Date.parse(`${pick(firstDates)}T12:00:00Z`));
  const from = plant.calendar.windowOfDay(firstDay).firstSlot;
  const today = firstDay + DAYS - 1;
  const { firstSlot, slots } = plant.calendar.windowOfDay(today);
  const nowSlot = firstSlot + 1 + Math.floor(next() * (slots - 2));
  const lines = new Map<string, Map<number, number>>();
  for (const name of ['x', 'y', 'z', 'v', 'w']) {
    const line = new Map<number, number>();
    lines.set(name, line);
    const isNight = next() < 0.3;
    for (let slot = from; slot < nowSlot; slot += 1) line.set(slot, isNight && slot % 288 < 80 ? 0 : Math.floor(next() * 60));
  }
  const [isBehindA, isBehindB] = [next() < 0.8, next() < 0.8];
  const specs = [
    { id: 'all', water: ['x', 'y'], above: undefined },
    { id: 'a', water: [isBehindA ? 'x' : 'v'], above: isBehindA ? 'all' : undefined },
    { id: 'b', water: [isBehindB ? 'y' : 'w'], above: isBehindB ? 'all' : undefined },
    { id: 'c', water: ['z'], above: undefined },
  ];
  const displays = new Map<string, Map<number, number>>();
  const late: { id: string; slot: number }[] = [];
  const units = specs.map(({ id, water, above }): PlainUnit => {
    const joinedAt = next() < 0.3 ? from + Math.floor(next() * (nowSlot - from - 10)) : from - 1;
    const subCategoryId = next() < 0.15 ? 'off' : pick(['inlets', 'uses']);
    const standardCategoryIds = subCategoryId === 'uses' ? ['ID_CONSUMPTION'] : ['ID_SOURCE'];
    plant.addUnit({
      ...{ id, type: 'flow', subCategoryId, standardCategoryIds },
      createdAtMs: joinedAt * SLOT_MS,
      meta: { meter, ...(above !== undefined && { subMeterOf: above }) },
    });
    const gaps = Array.from({ length: Math.floor(next() * 4) }, () => {
      const start = from + Math.floor(next() * (nowSlot - from));
      return { start, end: start + 1 + Math.floor(next() * 60) };
    });
    const own = new Map<number, number>();
    let display = Math.floor(next() * meter.modulus);
    for (let slot = from - 1; slot < nowSlot; slot += 1) {
      for (const line of water) display += lines.get(line)?.get(slot) ?? 0;
      display %= meter.modulus;
      if (slot < joinedAt || (slot !== joinedAt && gaps.some(({ start, end }) => slot >= start && slot < end))) continue;
      own.set(slot, display);
      if (slot > joinedAt && slot < nowSlot - 400 && next() < 0.003) late.push({ id, slot });
    }
    displays.set(id, own);
    return { id, slots: volumesOf(own), setUpSlot: joinedAt, isIntake: subCategoryId !== 'uses', water };
  });
  const named = new Map(units.map((unit) => [unit.id, unit]));
  const part = (id: string, factor: number) => ({ of: named.get(id) as PlainUnit, factor });
  const sums = [
    ...(isBehindA ? [{ id: 'rest', parts: [part('all', 1), part('a', -1)], water: ['y'] }] : []),
    { id: 'both', parts: [part('a', 1), part('b', 1)], water: [isBehindA ? 'x' : 'v', isBehindB ? 'y' : 'w'] },
  ].filter(() => next() < 0.5);
  for (const { id, parts, water } of sums) {
    const subCategoryId = pick(['inlets', 'uses']);
    plant.addUnit({
      ...{
        id,
        type: 'virtual',
        subCategoryId,
        standardCategoryIds: subCategoryId === 'uses' ? ['ID_CONSUMPTION'] : ['ID_SOURCE'],
      },
      meta: { expression: parts.map(({ of, factor }) => ({ unitId: of.id, factor })) },
    });
    units.push({ id, slots: sumOfParts(parts, from - 1, nowSlot), setUpSlot: 0, isIntake: subCategoryId !== 'uses', water });
  }
  const rig = new ReadingsRig(plant, nowSlot * SLOT_MS + 15_000);
  const history = rig.history();
  const isLate = new Set(late.map(({ id, slot }) => `${id} ${slot}`));
  for (let slot = from - 1; slot < nowSlot; slot += 1)
    history.acceptSlot(
      slot,
      specs.map(({ id }) => ({
        seriesId: rig.id(id, 'volume'),
        value: isLate.has(`${id} ${slot}`) ? null : (displays.get(id)?.get(slot) ?? null),
      })),
    );
  history.finish();
  rig.start(specs.map(({ id }) => `${id}.volume`));
  await rig.ingest.flush();
  for (const { id, slot } of late) rig.send(`${id}.volume`, displays.get(id)?.get(slot) ?? null, (slot + 1) * SLOT_MS - 10_000);
  for (let times = 0; times < 3; times += 1) await rig.ingest.flush();
  return { plant, rig, firstDay, today, nowSlot, units };
};

export type PlainAmount = { litres: number | null; complete: number; expected: number };

/** What a unit came to in slots [fromSlot, toSlot), by adding up its slots. */
export const plainAmount = ({ slots, setUpSlot }: PlainUnit, fromSlot: number, toSlot: number): PlainAmount => {
  let [litres, complete, known] = [0, 0, 0];
  let first = toSlot;
  for (let slot = fromSlot; slot < toSlot; slot += 1) {
    const one = slots.get(slot);
    if (!one) continue;
    first = Math.min(first, slot);
    known += 1;
    litres += one.litres;
    if (one.letter === 'G') complete += 1;
  }
  const since = Math.max(fromSlot, Math.min(setUpSlot, first));
  return { litres: known > 0 ? litres : null, complete, expected: Math.max(0, toSlot - since) };
};
