import { afterEach, expect, it } from 'vitest';
import type { RoEfficiency, RoPlant } from '../../../contract/user/roEfficiency.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { seededRandom } from '../../../test/doors/seededRandom.ts';
import { type RoRig, roPlant, startRoRig } from '../../../test/roRig.ts';
import type { TestPlant } from '../../../test/testPlant.ts';

let rig: RoRig | undefined;
afterEach(async () => {
  await rig?.stop();
  rig = undefined;
});

const FIRST = dayNumber('2026-05-28');
const DAYS = 6;
const SLOTS = 288;
const instruments = [
  'feed.volume',
  'permeate.volume',
  'reject.volume',
  'energy.energy',
  'feedQuality.tds',
  'feedQuality.conductivity',
  'permeateQuality.tds',
  'permeateQuality.conductivity',
  'feedQuality.pressure',
  'permeateQuality.pressure',
  'rejectQuality.pressure',
  'feedQuality.temperature',
] as const;
type Instrument = (typeof instruments)[number];
type Slot = { value: number; letter: string };
type Played = ReadonlyMap<Instrument, readonly Slot[]>;

/** A train of a seed: with stops, another temperature and other salt each day, gaps, estimates and an instrument that joins late. */
const play = (plant: TestPlant, seed: number): Played => {
  const random = seededRandom(seed);
  const late = instruments[4 + Math.floor(random() * 8)];
  const played = new Map(instruments.map((name) => [name, [] as Slot[]]));
  const silent = new Map<Instrument, { slots: number; letter: string }>();
  let [stop, celsius] = [0, 20];
  for (let slot = 0; slot < DAYS * SLOTS; slot += 1) {
    if (slot % SLOTS === 0) celsius = 18 + 14 * random();
    if (random() < 0.01) stop = Math.ceil(random() * 40);
    stop -= 1;
    const permeate = stop > 0 ? (random() < 0.3 ? 40 : 0) : 550 + 150 * random();
    const reject = stop > 0 ? 0 : 180 + 60 * random();
    const salt = 1200 + 600 * random();
    const passed = 20 + 20 * random();
    const feedBar = 11 + 3 * random();
    const values: Record<Instrument, number> = {
      'feed.volume': (permeate + reject) * (0.98 + 0.04 * random()),
      'permeate.volume': permeate,
      'reject.volume': reject,
      'energy.energy': 400 + 100 * random(),
      'feedQuality.tds': salt,
      'feedQuality.conductivity': (salt / 0.65) * 1.1,
      'permeateQuality.tds': passed,
      'permeateQuality.conductivity': (passed / 0.65) * 0.9,
      'feedQuality.pressure': feedBar,
      'permeateQuality.pressure': 0.3 + 0.3 * random(),
      'rejectQuality.pressure': feedBar - 1 - random(),
      'feedQuality.temperature': celsius + random(),
    };
    for (const name of instruments) {
      const gap = silent.get(name);
      if (gap && gap.slots > 0) gap.slots -= 1;
      else silent.delete(name);
      if (random() < 0.006)
        silent.set(name, {
          slots: Math.ceil(random() * 50),
          letter: name.includes('Quality') ? 'M' : random() < 0.5 ? 'E' : 'F',
        });
      const isThere = name !== late || slot > 1.4 * SLOTS;
      const letter = isThere ? (silent.get(name)?.letter ?? (random() < 0.01 ? 'M' : 'G')) : 'M';
      played.get(name)?.push({ value: letter === 'M' ? 0 : values[name], letter });
    }
  }
  for (const [name, slots] of played) {
    const [unit = '', param = ''] = name.split('.');
    for (let day = 0; day < DAYS; day += 1) {
      const own = slots.slice(day * SLOTS, (day + 1) * SLOTS);
      plant.write(
        unit,
        param,
        dateOfDay(FIRST + day),
        0,
        own.map(({ value }) => value),
        own.map(({ letter }) => letter).join(''),
      );
    }
  }
  return played;
};

const at = (played: Played, name: Instrument, slot: number): number => {
  const { value = Number.NaN, letter = 'M' } = played.get(name)?.[slot] ?? {};
  return letter === 'M' ? Number.NaN : value;
};
const salt = (played: Played, side: 'feed' | 'permeate', slot: number): number => {
  const tds = at(played, `${side}Quality.tds`, slot);
  return Number.isNaN(tds) ? 0.65 * at(played, `${side}Quality.conductivity`, slot) : tds;
};
const areKnown = (...values: readonly number[]): boolean => values.every((value) => !Number.isNaN(value));

/** Slots of days in which the train runs (above a tenth of 7.5 m3/h) for more than a quarter of an hour; a gap is no stop. */
const steadyOf = (played: Played, [from, to]: readonly [number, number]): number[] => {
  const rate = (slot: number): number => (at(played, 'permeate.volume', slot) * 12) / 1000;
  const isStopped = (slot: number): boolean => slot >= 0 && rate(slot) <= 0.75;
  return Array.from({ length: to - from }, (_, index) => from + index).filter(
    (slot) => rate(slot) > 0.75 && ![slot - 1, slot - 2, slot - 3].some(isStopped),
  );
};

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** What docs/domain.md 10 compares, of one day: permeate by driving pressure and temperature, salt that passes, and pressure drop. */
const conditionsOf = (played: Played, day: number) => {
  const points = steadyOf(played, [day * SLOTS, (day + 1) * SLOTS]).flatMap((slot) => {
    const flows = (['feed', 'permeate', 'reject'] as const).map((side) => `${side}.volume` as const);
    if (!flows.every((name) => played.get(name)?.[slot]?.letter === 'G')) return [];
    const [qf = 0, qp = 0, qc = 0] = flows.map((name) => (at(played, name, slot) * 12) / 1000);
    const [cf, cp] = [salt(played, 'feed', slot), salt(played, 'permeate', slot)];
    const [pf, pp, pc] = (['feed', 'permeate', 'reject'] as const).map((side) => at(played, `${side}Quality.pressure`, slot)) as [
      number,
      number,
      number,
    ];
    const kelvin = at(played, 'feedQuality.temperature', slot) + 273.15;
    if (!areKnown(cf, cp, pf, pp, pc, kelvin)) return [];
    const y = qp / qf;
    const cfc = (cf * Math.log(1 / (1 - y))) / y;
    const pi = (c: number): number => (0.002654 * c * kelvin) / (1000 - c / 1000);
    const ndp = pf - (pf - pc) / 2 - pp - pi(cfc) + pi(cp);
    const tcf = Math.exp((kelvin > 298.15 ? 2640 : 3020) * (1 / 298.15 - 1 / kelvin));
    return [{ flow: qp / (ndp * tcf), passage: ((cp / cf) * qp * cf) / (tcf * cfc), drop: (pf - pc) / ((qf + qc) / 2) ** 1.5 }];
  });
  if (points.length < 13) return null;
  const median = (of: (point: (typeof points)[number]) => number): number => medianOf(points.map(of));
  return { flow: median(({ flow }) => flow), passage: median(({ passage }) => passage), drop: median(({ drop }) => drop) };
};

type Shown = Record<string, number | null>;

const shownOf = ({ normalized, ...plant }: RoPlant): Shown => ({
  recovery: plant.recoveryPct,
  passage: plant.saltPassagePct,
  rejection: plant.saltRejectionPct,
  drop: plant.differentialPressureBar,
  closure: plant.flowClosurePct,
  specific: plant.energy?.specificKWhPerKL ?? null,
  'normalised flow': normalized?.permeateFlowPct ?? null,
  'normalised passage': normalized?.saltPassagePct ?? null,
  'normalised drop': normalized?.differentialPressurePct ?? null,
});

const expectedOf = (played: Played, fromDay: number, toDay: number): Shown => {
  const stretch = [fromDay * SLOTS, (toDay + 1) * SLOTS] as const;
  const steady = steadyOf(played, stretch);
  const of = (name: Instrument, slot: number): number => at(played, name, slot);
  const sum = (slots: readonly number[], value: (slot: number) => number): number =>
    slots.reduce((total, slot) => total + value(slot), 0);
  const knownIn = (slots: readonly number[], ...names: readonly Instrument[]): number[] =>
    slots.filter((slot) => areKnown(...names.map((name) => of(name, slot))));
  const both = knownIn(steady, 'feed.volume', 'permeate.volume');
  const three = knownIn(both, 'reject.volume');
  const salty = both.filter((slot) => areKnown(salt(played, 'feed', slot), salt(played, 'permeate', slot)));
  const carried = (side: 'feed' | 'permeate'): number =>
    sum(salty, (slot) => salt(played, side, slot) * of(`${side}.volume`, slot)) /
    sum(salty, (slot) => of(`${side}.volume`, slot));
  const passage = salty.length === 0 ? null : (100 * carried('permeate')) / carried('feed');
  const pressed = knownIn(steady, 'feedQuality.pressure', 'rejectQuality.pressure');
  const all = Array.from({ length: stretch[1] - stretch[0] }, (_, index) => stretch[0] + index);
  const powered = knownIn(all, 'energy.energy', 'permeate.volume');
  const days = Array.from({ length: DAYS }, (_, day) => conditionsOf(played, day));
  const reference = days.find((one) => one !== null);
  const evaluated = days.slice(fromDay, toDay + 1).findLast((one) => one !== null);
  const isAfter = reference !== undefined && days.indexOf(reference) <= toDay;
  const pct = (quantity: 'flow' | 'passage' | 'drop'): number | null =>
    isAfter && reference && evaluated ? (100 * evaluated[quantity]) / reference[quantity] : null;
  const ratio = (slots: readonly number[], above: (slot: number) => number, below: (slot: number) => number): number | null =>
    slots.length === 0 ? null : sum(slots, above) / sum(slots, below);
  const hundred = (value: number | null): number | null => (value === null ? null : 100 * value);
  return {
    recovery: hundred(
      ratio(
        both,
        (slot) => of('permeate.volume', slot),
        (slot) => of('feed.volume', slot),
      ),
    ),
    passage,
    rejection: passage === null ? null : 100 - passage,
    drop: ratio(
      pressed,
      (slot) => of('feedQuality.pressure', slot) - of('rejectQuality.pressure', slot),
      () => 1,
    ),
    closure: hundred(
      ratio(
        three,
        (slot) => of('feed.volume', slot) - of('permeate.volume', slot) - of('reject.volume', slot),
        (slot) => of('feed.volume', slot),
      ),
    ),
    specific: ratio(
      powered,
      (slot) => of('energy.energy', slot),
      (slot) => of('permeate.volume', slot),
    ),
    'normalised flow': pct('flow'),
    'normalised passage': pct('passage'),
    'normalised drop': pct('drop'),
  };
};

const dmy = (day: number): string =>
  dateOfDay(FIRST + day)
    .split('-')
    .reverse()
    .join('/');

it.each([1, 2, 3])('what is shown of train %d is what its slots come to', async (seed) => {
  const plant = roPlant();
  const played = play(plant, seed);
  rig = await startRoRig(plant, '2026-06-20');
  const faults: string[] = [];
  const check = (about: string, shown: Shown, expected: Shown): void => {
    for (const [name, value] of Object.entries(expected)) {
      const own = shown[name] ?? null;
      if (own === value || (own !== null && value !== null && Math.abs(own - value) <= 0.00501)) continue;
      faults.push(`${about} ${name}: ${own} for ${value}`);
    }
  };
  for (let day = 0; day < DAYS; day += 1) {
    const { body } = await rig.ask(`?date1=${dmy(day)}`);
    const [found] = (body as RoEfficiency).data1.plants;
    if (found) check(`day ${day}`, shownOf(found), expectedOf(played, day, day));
  }
  // May ends with the fourth day
  for (const [last, from] of [
    [3, 0],
    [5, 4],
  ] as const) {
    const { body } = await rig.ask(`?date1=${dmy(last)}&type=MONTH`);
    const [found] = (body as RoEfficiency).data1.plants;
    if (found) check(`month to day ${last}`, shownOf(found), expectedOf(played, from, last));
  }
  expect(faults).toEqual([]);
});
