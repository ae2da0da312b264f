import { afterEach, expect, it } from 'vitest';
import type { IndustryFacts } from '../../contract/model/industryFacts.ts';
import { type Entry, enterReadings } from './corrections.ts';
import { NaivePlant } from './naive.ts';
import { type Asked, Client, checkAll, Faults } from './naiveChecks.ts';
import { type RandomPlant, startRandomPlant } from './randomPlant.ts';
import { type Sketch, sketchOf } from './sketch.ts';

let plant: RandomPlant | undefined;
afterEach(async () => {
  await plant?.stop();
  plant = undefined;
});

const daysBack = (date: string, days: number): string =>
  new Date(Date.parse(date.split('/').reverse().join('-')) - days * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split('-')
    .reverse()
    .join('/');

/** An RO plant of three flows and a meter of energy, and a credit that counts. */
const unitsOf = (seed: number): Sketch['units'] => {
  const { units } = sketchOf(seed);
  const credit = { method: 'metered', onSite: true, sameWatershed: true, verifiedBy: 'Assessor', validTo: null } as const;
  return units.flatMap((unit) => {
    if (unit.id === 'kwh-b') return { ...unit, ids: ['RO_EFFICIENCY_PLANT'] };
    if (unit.id === 'back') return { ...unit, meta: { ...unit.meta, credit } };
    return unit.id === 'permeate'
      ? [unit, { ...unit, id: 'reject', meta: { ...unit.meta, ro: { side: 'reject' as const } } }]
      : unit;
  });
};

const tariffs: IndustryFacts['tariffs'] = {
  energy: [
    { from: '22:00', to: '06:10', ratePerKWh: 4.5 },
    { from: '17:30', to: '21:05', ratePerKWh: 9.25 },
  ],
  ratePerKWh: 6,
  demandRatePerKVA: 350,
  gridKgCO2PerKWh: 0.71,
  waterPerKL: { surface: 11, third_party: 23.5, ground: 7, recycled: 3 },
};

const setFacts = async ({ ask }: RandomPlant, change: Partial<IndustryFacts>): Promise<IndustryFacts> => {
  const { facts, version } = (await ask('/api/plant/industry/facts')).body as { facts: IndustryFacts; version: number };
  const changed = { ...facts, ...change, rainWater: { ...facts.rainWater, usedUnitIds: ['rainUsed'], replaces: 'surface' } };
  const { status, text } = await ask('/api/plant/industry/facts', { method: 'PUT', body: { facts: changed, version } });
  expect(status, text).toBe(200);
  return changed as IndustryFacts;
};

/** Another limit of the laboratory's TDS. */
const setLimit = async ({ ask, sketch }: RandomPlant, ht: number): Promise<Sketch['units']> => {
  const { body } = await ask('/api/plant/units/lab');
  const { id: _id, series: _series, feeds: _feeds, hints: _hints, createdAt: _at, categoryId: _in, ...spec } = body as Lab;
  const { tds, ...others } = spec.meta.params;
  const meta = { ...spec.meta, params: { ...others, tds: { ...tds, ht } } };
  const { status, text } = await ask('/api/plant/units/lab', { method: 'PUT', body: { ...spec, meta } });
  expect(status, text).toBe(200);
  return sketch.units.map((unit) => (unit.id === 'lab' ? { ...unit, meta } : unit)) as Sketch['units'];
};
type Lab = { [name: string]: unknown; meta: { params: Record<string, object> } };

const entries: readonly Entry[] = [
  ['kwh-a', 30, [9000, 9100, 9200, 9300, 9400, 9500, 9600], 'apparent'],
  ['kwh-b', 40, [0, 77.5], 'energy'],
  ['permeate', 0, [0, 4000]],
  ['feed', 100, [1, 2, 3]],
  ['lab', 60, [9.5, 9.5, 9.5, 9.5], 'ph'],
  ['lab', 90, [900, null, 900, 900], 'tds'],
  ['back', 91, [0]],
];

it.each([0, 4])('plant %d shows what its slots come to', async (seed) => {
  plant = await startRandomPlant(seed, { units: unitsOf(seed) });
  const roPlants = [{ plantId: 'ro', recoveryTargetPct: 75, designPermeateM3h: 10, membraneAreaM2: null }];
  let facts = await setFacts(plant, { tariffs, roPlants });
  let { units } = plant.sketch;
  const { lastDate } = plant;
  const date = daysBack(lastDate, 2);
  const asked: Asked[] = [lastDate, date].flatMap((one): Asked[] => [
    { date: one, type: 'DAY' },
    { date: one, type: 'MONTH' },
    { date: one, type: 'YEAR' },
  ]);
  const [client, faults] = [new Client(plant), new Faults()];
  for (const since of ['as it was played', 'corrected', 'another limit', 'other tariffs']) {
    if (since === 'corrected') await enterReadings(plant, date, entries);
    if (since === 'another limit') units = await setLimit(plant, 350);
    if (since === 'other tariffs')
      facts = await setFacts(plant, { tariffs: { ...tariffs, energy: [], ratePerKWh: 7.5, gridKgCO2PerKWh: 0.4 } });
    const { text } = await plant.ask(`/api/plant/readings/export?startDate=${daysBack(lastDate, 8)}&endDate=${lastDate}`);
    faults.since = since;
    await checkAll({ client, naive: new NaivePlant({ ...plant.sketch, units }, text, facts), faults }, asked);
  }
  expect(faults.found).toEqual([]);
  expect(faults.count).toBeGreaterThan(1800);
});
