import { afterEach, describe, expect, it } from 'vitest';
import type { UnitMeta } from '../../../contract/model/units.ts';
import type { Neutrality } from '../../../contract/user/neutrality.ts';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../../core/shift.ts';
import { type Rig, sessionsOf, someCaller, startRig } from '../../../test/httpRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { neutralityRoutes } from './routes.ts';
import { NeutralityService } from './service.ts';

const meter = { modulus: 1e9, basePerCount: 1000, maxPerHour: 1000 };
const days = ['2026-06-15', '2026-06-16', '2026-06-17', '2026-06-18'];
const window = 'date1=15/06/2026&date2=18/06/2026';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.stop();
  rig = undefined;
});

/** Two debited meters and those credits that a test wants. */
const plantWith = (credits: Record<string, UnitMeta & { type?: 'manual' }> = {}): TestPlant => {
  const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']);
  const add = (
    id: string,
    count: 'ID_WATER_DEBITED' | 'ID_WATER_CREDITED',
    { type, ...meta }: UnitMeta & { type?: 'manual' },
  ): void => {
    plant.addUnit({
      id,
      type: type ?? 'flow',
      subCategoryId: 's',
      standardCategoryIds: [count],
      meta: type ? meta : { meter, ...meta },
    });
  };
  add('well', 'ID_WATER_DEBITED', { mpePct: 1 });
  add('town', 'ID_WATER_DEBITED', {});
  for (const [id, meta] of Object.entries(credits)) add(id, 'ID_WATER_CREDITED', meta);
  return plant;
};

/** The same kilolitres on every day. */
const fill = (plant: TestPlant, klPerDay: Record<string, number>, letters = 'G'): TestPlant => {
  for (const [unit, kl] of Object.entries(klPerDay))
    for (const date of days) plant.write(unit, 'volume', date, 0, Array(288).fill((kl * 1000) / 288), letters);
  return plant;
};

const ask = async (plant: TestPlant, query = window, headers: Record<string, string> = {}) => {
  const clock = new ManualClock(plant.calendar.windowOfDay(dayNumber('2026-06-20')).fromMs + 60_000);
  const calendars = { of: () => plant.calendar };
  const neutrality = new NeutralityService({
    directory: plant,
    reader: plant.reader,
    calendars,
    turns: new CooperativeScheduler(),
    clock,
  });
  rig ??= await startRig(neutralityRoutes({ neutrality }), {
    clock,
    sessions: sessionsOf({ viewer: { caller: someCaller(), panel: false } }),
  });
  return rig.ask(`/api/user/neutrality/?${query}`, { headers: { authorization: 'Bearer viewer', ...headers } });
};
const data = async (plant: TestPlant, query = window): Promise<Neutrality> => {
  const reply = await ask(plant, query);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as Neutrality;
};

describe('the neutrality of a plant', () => {
  it('is what is given back over what is taken, with its uncertainty', async () => {
    const plant = fill(plantWith({ recharge: {} }), { well: 60, town: 40, recharge: 80 });
    const found = await data(plant);
    expect(found).toMatchObject({
      window: { label: '15/06/2026 - 18/06/2026', open: false },
      siUnit: 'KL',
      credited: { value: 320, unit: 'KL', completeness: 100, estimated: 0 },
      debited: { value: 400, unit: 'KL', completeness: 100 },
      index: 0.8,
      gapKL: 80,
      status: 'not_neutral',
      split: { metered: 320, calculated: 0, onSite: 320, offset: 0 },
      notes: ['Unit recharge is counted as metered; who verified it is not entered.'],
    });
    // 2 % of the recharge, 1 % of the well and 2 % of the town, each over sqrt 3
    const [uC, uD] = [(0.02 * 320) / Math.sqrt(3), Math.hypot(0.01 * 240, 0.02 * 160) / Math.sqrt(3)];
    expect(found.uncertainty).toBeCloseTo(0.8 * Math.hypot(uC / 320, uD / 400), 4);
    expect(found.debitedUnits).toMatchObject([
      { unitId: 'well', value: 240, counted: 240 },
      { unitId: 'town', value: 160 },
    ]);
    expect(found.graph).toMatchObject({
      credited: { values: [80, 80, 80, 80], quality: 'GGGG', total: 320, unit: 'KL', stepMinutes: 1440 },
      debited: { values: [100, 100, 100, 100], total: 400 },
      index: { values: [0.8, 0.8, 0.8, 0.8], quality: 'GGGG' },
    });
  });

  it('follows divisionFactor, but for what is named KL', async () => {
    const plant = fill(plantWith({ recharge: {} }), { well: 60, town: 40, recharge: 80 });
    expect(await data(plant, `${window}&divisionFactor=1`)).toMatchObject({
      siUnit: 'L',
      credited: { value: 320_000, unit: 'L' },
      index: 0.8,
      gapKL: 80,
      debitedUnits: [{ value: 240_000 }, { value: 160_000 }],
    });
    expect((await data(plant, `${window}&divisionFactor=0`)).siUnit).toBe('KL');
  });

  it('does not add a meter behind another one again', async () => {
    const plant = plantWith({ recharge: {} });
    plant.addUnit({
      id: 'wellHouse',
      type: 'flow',
      subCategoryId: 's',
      standardCategoryIds: ['ID_WATER_DEBITED'],
      meta: { meter, subMeterOf: 'well' },
    });
    fill(plant, { well: 60, town: 40, recharge: 100, wellHouse: 50 });
    expect(await data(plant)).toMatchObject({ debited: { value: 400 }, index: 1, status: 'neutral' });
  });

  it('carries the errors of the meters of a sum', async () => {
    const plant = plantWith({ recharge: {} });
    plant.addUnit({
      id: 'net',
      type: 'virtual',
      subCategoryId: 's',
      standardCategoryIds: ['ID_WATER_CREDITED'],
      meta: {
        expression: [
          { unitId: 'town', factor: 1 },
          { unitId: 'well', factor: -1 },
        ],
      },
    });
    fill(plant, { well: 60, town: 40, recharge: 0, net: 20 });
    const { uncertainty } = await data(plant);
    const [uC, uD] = [Math.hypot(0.02 * 160, 0.01 * 240) / Math.sqrt(3), Math.hypot(0.01 * 240, 0.02 * 160) / Math.sqrt(3)];
    expect(uncertainty).toBeCloseTo(0.2 * Math.hypot(uC / 80, uD / 400), 4);
  });
});

const credit = (fields: Partial<NonNullable<UnitMeta['credit']>> = {}): UnitMeta => ({
  credit: { method: 'metered', onSite: true, sameWatershed: true, verifiedBy: null, validTo: null, ...fields },
});

const verified = credit({ verifiedBy: 'TÜV' });

describe('a credit', () => {
  it.each([
    ['unverified', 'a figure that nobody verified', credit({ method: 'calculated' }), 'nobody has verified it'],
    ['unverified', 'a meter that nobody verified', credit(), 'nobody has verified it'],
    ['unverified', 'an offset that nobody verified', credit({ onSite: false }), 'nobody has verified it'],
    ['expired', 'one whose time is over', credit({ verifiedBy: 'TÜV', validTo: '2026-06-14' }), 'its verification has expired'],
    ['otherWatershed', 'one elsewhere', credit({ verifiedBy: 'TÜV', sameWatershed: false }), 'it is in another watershed'],
    ['internalRecycling', 'water used again inside', { waterSource: 'recycled' }, 'it is water recycled inside'],
  ] as const)('is not counted when it is %s: %s', async (reason, _, meta, words) => {
    const plant = fill(plantWith({ recharge: verified, other: meta }), { well: 60, town: 40, recharge: 50, other: 50 });
    const found = await data(plant);
    expect(found).toMatchObject({ credited: { value: 200 }, index: 0.5, split: { calculated: 0, offset: 0, onSite: 200 } });
    expect(found.creditedUnits).toMatchObject([
      { unitId: 'recharge', notCounted: null, counted: 200 },
      { unitId: 'other', value: 200, counted: 0, notCounted: reason },
    ]);
    expect(found.notes).toEqual([expect.stringContaining(`Unit other is not counted: ${words}`)]);
  });

  it('counts when it is verified, split by how it is known and where it is', async () => {
    const plant = plantWith({
      recharge: verified,
      pond: { type: 'manual', ...credit({ method: 'calculated', onSite: false, verifiedBy: 'TÜV', validTo: '2026-06-18' }) },
      farms: { ...verified, waterSource: 'recycled', dischargeTo: 'Farms downstream' },
    });
    fill(plant, { well: 60, town: 40, recharge: 50, farms: 10 });
    // entered by hand, once for the window
    plant.write('pond', 'volume', '2026-06-18', 287, [160_000], 'R');
    const found = await data(plant);
    expect(found).toMatchObject({
      credited: { value: 400 },
      index: 1,
      status: 'neutral',
      split: { metered: 240, calculated: 160, onSite: 240, offset: 160 },
      notes: [],
    });
    // limits of 20 % for what was calculated
    const uC = Math.hypot(0.02 * 200, 0.2 * 160, 0.02 * 40) / Math.sqrt(3);
    const uD = Math.hypot(0.01 * 240, 0.02 * 160) / Math.sqrt(3);
    expect(found.uncertainty).toBeCloseTo(Math.hypot(uC, uD) / 400, 4);
    expect(found.creditedUnits[1]).toMatchObject({
      method: 'calculated',
      onSite: false,
      verifiedBy: 'TÜV',
      validTo: '2026-06-19T00:30:00.000Z',
    });
  });

  it('counts to the end of the day on which its verification expires', async () => {
    const plant = plantWith({ recharge: credit({ verifiedBy: 'TÜV', validTo: '2026-06-16' }) });
    fill(plant, { well: 60, town: 40, recharge: 50 });
    const found = await data(plant);
    expect(found).toMatchObject({ credited: { value: 100 }, index: 0.25 });
    expect(found.creditedUnits).toMatchObject([{ value: 200, counted: 100, notCounted: 'expired' }]);
    expect(found.notes).toEqual(['Unit recharge is not counted to the end: its verification has expired.']);
    expect(found.graph.credited).toMatchObject({ values: [50, 50, 0, 0], quality: 'GGGG', total: 100 });
    expect(found.graph.index).toMatchObject({ values: [0.5, 0.5, 0, 0], quality: 'GGGG' });
    expect(await data(plant, 'date1=16/06/2026&date2=17/06/2026')).toMatchObject({ credited: { value: 50 }, index: 0.25 });
  });
});

describe('what is not known', () => {
  it('makes no index: nothing debited, or nothing read', async () => {
    expect(await data(fill(plantWith({ recharge: {} }), { recharge: 5 }))).toMatchObject({
      index: null,
      uncertainty: null,
      gapKL: null,
      status: 'no_data',
      debited: { value: null, completeness: 0 },
      notes: ['Nothing is known of the water debited.', expect.any(String)],
    });
    await rig?.stop();
    rig = undefined;
    expect(await data(fill(plantWith({ recharge: {} }), { well: 0, town: 0, recharge: 5 }))).toMatchObject({
      index: null,
      gapKL: -20,
      notes: ['No fresh water was used.', expect.any(String)],
    });
  });

  it('is named where the other units of its side are known', async () => {
    const credit = {
      method: 'calculated',
      onSite: false,
      sameWatershed: true,
      verifiedBy: 'Trust',
      validTo: '2030-03-31',
    } as const;
    const plant = plantWith({ recharge: { credit: { ...credit, method: 'metered' } }, pond: { type: 'manual', credit } });
    const found = await data(fill(plant, { well: 60, recharge: 5 }));
    expect(found.creditedUnits[1]).toMatchObject({ unitId: 'pond', value: null, counted: null });
    expect(found.notes.slice(-2)).toEqual(
      ['pond', 'town'].map((id) => `Nothing is known of Unit ${id} in this time: it counts as nothing.`),
    );
  });

  it('leaves the verdict open where more than a tenth of a side is missing', async () => {
    const verdictWith = async (missing: number, recharge = 'G') => {
      await rig?.stop();
      rig = undefined;
      const plant = fill(plantWith({ recharge: {} }), { well: 60, town: 40 });
      const letters = `${'M'.repeat(missing)}${'G'.repeat(288 - missing)}`;
      for (const date of days) plant.write('town', 'volume', date, 0, Array(288).fill(40_000 / 288), letters);
      return data(fill(plant, { recharge: 110 }, recharge));
    };
    expect(await verdictWith(0)).toMatchObject({ status: 'positive', index: 1.1 });
    // of the two meters together 10 %
    expect((await verdictWith(57)).status).toBe('positive');
    const found = await verdictWith(60);
    expect(found).toMatchObject({ status: 'no_data', index: expect.closeTo(1.2, 4) });
    expect(found.notes[0]).toBe('Only 89.6 % of the water debited is measured: there is no verdict.');
    expect((await verdictWith(0, `${'F'.repeat(30)}${'G'.repeat(258)}`)).status).toBe('no_data');
  });

  it('is shown by completeness and the estimated part, which is less certain', async () => {
    const plant = fill(plantWith({ recharge: {} }), { well: 60, town: 40 });
    for (const date of days)
      plant.write('recharge', 'volume', date, 0, Array(288).fill(1000 / 288), date === days[0] ? 'F' : 'G');
    const found = await data(plant);
    expect(found.credited).toEqual({ value: 4, unit: 'KL', completeness: 75, estimated: 1 });
    expect(found.graph.credited.quality).toBe('FGGG');
  });
});

describe('what is refused', () => {
  it('is an industry without both categories, with 1401', async () => {
    expect((await ask(plantWith())).body).toMatchObject({ code: 1401, message: "Category doesn't exist" });
    await rig?.stop();
    rig = undefined;
    const none = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']).addCategory('ID_WATER_CREDITED', ['c']);
    expect((await ask(none)).body).toMatchObject({ code: 1401 });
  });

  it.each([
    ['no date1', 'date2=18/06/2026'],
    ['no date2', 'date1=18/06/2026'],
    ['a day that does not exist', 'date1=31/02/2026&date2=18/06/2026'],
    ['an end before the start', 'date1=18/06/2026&date2=17/06/2026'],
    ['a hundred years', 'date1=18/06/1980&date2=17/06/2080'],
    ['a date before 1970', 'date1=18/06/1960&date2=17/06/1961'],
    ['a factor below 0', `${window}&divisionFactor=-1`],
  ])('is %s, with 1403', async (_, query) => {
    expect((await ask(plantWith({ recharge: {} }), query)).body).toMatchObject({ code: 1403 });
  });

  it('is nothing the second time: the tag says that it is the same', async () => {
    const plant = fill(plantWith({ recharge: {} }), { well: 60, town: 40, recharge: 80 });
    const first = await ask(plant);
    const tag = { 'if-none-match': String(first.headers.etag) };
    expect((await ask(plant, window, tag)).status).toBe(304);
    expect((await ask(plant, 'date1=16/06/2026&date2=18/06/2026', tag)).status).toBe(200);
    plant.write('well', 'volume', '2026-06-16', 0, [5]);
    expect((await ask(plant, window, tag)).status).toBe(200);
  });

  it('is another where the day before says that a meter was there already', async () => {
    const plant = fill(plantWith({ recharge: {} }), { well: 60, town: 40 });
    const recharge = plant.unit('DEMO', 'recharge');
    if (recharge) recharge.createdAtMs = plant.calendar.windowOfDay(dayNumber('2026-06-17')).fromMs;
    for (const date of ['2026-06-17', '2026-06-18']) plant.write('recharge', 'volume', date, 0, Array(288).fill(100));
    const first = await ask(plant);
    expect(first.body).toMatchObject({ credited: { completeness: 100 } });
    plant.write('recharge', 'volume', '2026-06-14', 0, [100]);
    const next = await ask(plant, window, { 'if-none-match': String(first.headers.etag) });
    expect([next.status, next.body]).toMatchObject([200, { credited: { completeness: 50 } }]);
  });
});
