import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Gwi, WellMonth, YearlyWell } from '../../../contract/user/gwi.ts';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { type Rig, sessionsOf, someCaller, startRig } from '../../../test/httpRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { groundwaterRoutes } from './routes.ts';
import { GroundwaterService } from './service.ts';

const DATA = '/api/user/gwi/data';
const SLOT_MS = 300_000;

/** A day of a well that rests from 0 to 12 and is pumped from 12 to 18 o'clock of the shift day at 24 m3/h, 2,000 L a slot. */
const pumpedDay = (plant: TestPlant, unit: string, date: string, restMbgl: number): void => {
  const isOn = (at: number): boolean => at >= 144 && at < 216;
  const slots = Array.from({ length: 288 }, (_, at) => at);
  plant.write(
    unit,
    'flow',
    date,
    0,
    slots.map((at) => (isOn(at) ? 24 : 0)),
  );
  plant.write(
    unit,
    'volume',
    date,
    0,
    slots.map((at) => (isOn(at) ? 2000 : 0)),
  );
  plant.write(
    unit,
    'level',
    date,
    0,
    slots.map((at) => (isOn(at) ? restMbgl + 4 : restMbgl)),
  );
};

let plant: TestPlant;
let rig: Rig;
beforeAll(async () => {
  plant = new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addCategory('GROUND_WATER_LEVEL', ['w'])
    .addUnit({
      id: 'well',
      type: 'borewell',
      subCategoryId: 's',
      meta: {
        location: { lat: 18.75, lon: 73.84 },
        well: {
          depthM: 92,
          ratedFlowM3h: 24,
          drilledOn: '2011-02-18',
          aquiferId: 'rock',
          piezometer: false,
          noc: { number: 'N1', validTo: '2026-06-30', permittedKLD: 288, permittedKLY: null },
        },
      },
    })
    .addUnit({ id: 'dry', type: 'borewell', subCategoryId: 's' })
    .addUnit({ id: 'gone', type: 'borewell', subCategoryId: 's', deployed: false })
    .addUnit({ id: 'piezo', type: 'level', subCategoryId: 'w', meta: { well: { aquiferId: 'rock', piezometer: true } } })
    .addUnit({ id: 'canal', type: 'level', subCategoryId: 's' })
    .addUnit({ id: 'far', type: 'rain', subCategoryId: 's', meta: { location: { lat: 18.85, lon: 73.84 } } })
    .addUnit({ id: 'near', type: 'rain', subCategoryId: 's', meta: { location: { lat: 18.751, lon: 73.84 } } })
    .addUnit({ id: 'pit', type: 'flow', subCategoryId: 's' })
    .addCategory('SOURCE_CATEGORY', ['closed'], { enabled: false })
    .addUnit({ id: 'shut', type: 'borewell', subCategoryId: 'closed' })
    .addUnit({ id: 'beside', type: 'rain', subCategoryId: 'closed', meta: { location: { lat: 18.75, lon: 73.84 } } });
  Object.assign(plant.industry('DEMO') ?? {}, {
    meta: {
      facts: {
        rainWater: { rechargedUnitIds: ['pit'] },
        aquifers: [{ aquiferId: 'rock', name: 'Rock', kind: 'unconfined', specificYield: 0.02, influenceAreaM2: 100_000 }],
      },
    },
  });
  for (let day = dayNumber('2026-05-30'); day <= dayNumber('2026-06-02'); day += 1) {
    pumpedDay(plant, 'well', dateOfDay(day), day < dayNumber('2026-06-01') ? 31 : 30.5);
    plant.write('piezo', 'level', dateOfDay(day), 0, Array<number>(288).fill(29));
  }
  plant.write('near', 'rain', '2026-06-01', 0, [10, 2.4]).write('far', 'rain', '2026-06-01', 0, [90]);
  plant.write('pit', 'volume', '2026-06-01', 0, [3000, 4000]);
  const nowSlot = plant.calendar.windowOfDay(dayNumber('2026-06-03')).firstSlot;
  const clock = new ManualClock(nowSlot * SLOT_MS + 10_000);
  const groundwater = new GroundwaterService({
    directory: plant,
    reader: plant.reader,
    calendars: { of: () => plant.calendar },
    turns: new CooperativeScheduler(),
    clock,
  });
  rig = await startRig(groundwaterRoutes(groundwater), {
    clock,
    sessions: sessionsOf({
      viewer: { caller: someCaller(), panel: false },
      north: { caller: someCaller({ industryId: 'NORTH' }), panel: false },
    }),
  });
});
afterAll(() => rig.stop());

const ask = (query: string, who = 'viewer', headers: Record<string, string> = {}) =>
  rig.ask(`${DATA}${query}`, { headers: { authorization: `Bearer ${who}`, ...headers } });
const known = new Map<string, Gwi>();
/** Asked once: the readings of the tests do not change before the last of them. */
const read = async (month: string): Promise<Gwi> => {
  const before = known.get(month);
  if (before) return before;
  const reply = await ask(`?month=${month}`);
  expect(reply.status, reply.text).toBe(200);
  known.set(month, reply.body as Gwi);
  return reply.body as Gwi;
};
const wellOf = ({ yearlyData }: Gwi, id: string): YearlyWell => {
  const found = yearlyData.find(({ unitId }) => unitId === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
};
const monthOf = (well: YearlyWell, month: string): WellMonth => {
  const found = well.months.find((one) => one.month === month);
  if (!found) throw new Error(`no ${month}`);
  return found;
};

describe('the month', () => {
  it.each([
    ['', 'month missing'],
    ['?month=', 'month missing'],
    ['?month=6/2026', 'month must be a month as MM/YYYY'],
    ['?month=13/2026', 'month must be a month as MM/YYYY'],
    ['?month=2026-06', 'month must be a month as MM/YYYY'],
    ['?month=12/1970', 'month is before 1971'],
    ['?month=12/9999', 'month is after 11/9999'],
  ])('%s is 1403', async (query, message) => {
    const reply = await ask(query);
    expect({ status: reply.status, ...(reply.body as object) }).toMatchObject({ status: 'error', code: 1403, message });
    expect(reply.headers['x-service-code']).toBe('1403');
  });
});

describe('a year of a well', () => {
  it('is the 12 months that end with the month', async () => {
    const { months } = wellOf(await read('06/2026'), 'well');
    expect(months.map(({ month }) => month)).toEqual([
      ...['07', '08', '09', '10', '11', '12'].map((month) => `${month}/2025`),
      ...['01', '02', '03', '04', '05', '06'].map((month) => `${month}/2026`),
    ]);
  });

  it('has what was pumped, levels at rest and pumped, and what follows from them', async () => {
    expect(monthOf(wellOf(await read('06/2026'), 'well'), '06/2026')).toEqual({
      month: '06/2026',
      abstractionKL: 288,
      // two days that have passed, and the running one
      permittedKL: 864,
      runHours: 12,
      swlMbgl: 30.5,
      recovering: false,
      pwlMbgl: 34.5,
      drawdownM: 4,
      specificCapacity: 6,
      rainMm: 12.4,
      rechargeKL: 7,
      completeness: 100,
    });
  });

  it('has null, never 0, where nothing was measured', async () => {
    const month = monthOf(wellOf(await read('06/2026'), 'dry'), '06/2026');
    expect(month).toMatchObject({
      abstractionKL: null,
      swlMbgl: null,
      pwlMbgl: null,
      drawdownM: null,
      runHours: null,
      completeness: 0,
    });
    expect(monthOf(wellOf(await read('06/2026'), 'well'), '01/2026')).toMatchObject({
      swlMbgl: null,
      abstractionKL: null,
      rainMm: null,
    });
  });

  it('holds abstraction against the permit over the days that were metered', async () => {
    expect(wellOf(await read('06/2026'), 'well').usedOfPermitPct).toBe(50);
    expect(wellOf(await read('06/2026'), 'dry').usedOfPermitPct).toBeNull();
  });

  it('has the last seasons, and no trend of one year', async () => {
    expect(wellOf(await read('06/2026'), 'well')).toMatchObject({
      preMonsoonMbgl: 31,
      preMonsoonYear: 2026,
      postMonsoonMbgl: null,
      postMonsoonYear: 2025,
      fluctuationM: null,
      trendMPerYear: null,
      trendYears: 1,
      trend: null,
    });
  });

  it('rests for a piezometer when the wells of its aquifer rest, and has no run of its own', async () => {
    expect(monthOf(wellOf(await read('06/2026'), 'piezo'), '06/2026')).toMatchObject({
      swlMbgl: 29,
      recovering: false,
      abstractionKL: null,
      runHours: null,
      pwlMbgl: null,
    });
  });

  it('of a month to come is empty', async () => {
    const month = monthOf(wellOf(await read('07/2026'), 'well'), '07/2026');
    expect(month).toMatchObject({ abstractionKL: null, permittedKL: null, swlMbgl: null, completeness: 0 });
  });
});

describe('what was entered', () => {
  it('is answered of deployed wells and piezometers, with dates as everywhere', async () => {
    const { staticData } = await read('06/2026');
    expect(staticData.map(({ unitId }) => unitId)).toEqual(['well', 'dry', 'piezo']);
    expect(staticData[0]).toMatchObject({
      wellName: 'Unit well',
      location: { lat: 18.75, lon: 73.84 },
      depthM: 92,
      casingM: null,
      drilledOn: '18/02/2011',
      noc: { number: 'N1', validTo: '30/06/2026', permittedKLD: 288, permittedKLY: null },
      piezometer: false,
    });
    expect(staticData[1]).toMatchObject({ noc: null, location: null, depthM: null });
  });

  it('and the aquifers, with the water that levels gained', async () => {
    const { aquiferData } = await read('06/2026');
    // the well rose by 0.5 m, the piezometer by 0: 0.02 x 100,000 x 0.25
    expect(aquiferData).toMatchObject([
      {
        aquiferId: 'rock',
        storageChangeKL: 500,
        storageChangeFrom: '05/2026',
        storageChangeTo: '06/2026',
        block: { category: 'unknown' },
      },
    ]);
  });

  it('is nobody else’s', async () => {
    expect((await ask('?month=06/2026', 'north')).body).toEqual({
      month: '06/2026',
      staticData: [],
      yearlyData: [],
      aquiferData: [],
    });
  });
});

describe('the tag', () => {
  it('is kept until a reading changes, also one of years ago', async () => {
    const { headers } = await ask('?month=06/2026');
    const tag = { 'if-none-match': String(headers.etag) };
    expect((await ask('?month=06/2026', 'viewer', tag)).status).toBe(304);
    expect((await ask('?month=05/2026', 'viewer', tag)).status).toBe(200);
    const before = wellOf(await read('06/2026'), 'well').trendYears;
    plant.write('piezo', 'level', '2019-05-01', 0, Array<number>(288).fill(27));
    known.clear();
    expect(before).toBe(1);
    expect(wellOf(await read('06/2026'), 'piezo').trendYears).toBe(2);
  });
});
