import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LandingUserData } from '../../../contract/user/landing.ts';
import type { SummaryPage } from '../../../contract/user/summaryPage.ts';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { type Rig, sessionsOf, someCaller, startRig } from '../../../test/httpRig.ts';
import { landingOf } from '../../../test/landingRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import type { AlarmRecord } from '../../alarms/model.ts';
import { summaryRoutes } from '../summary/routes.ts';
import { SummaryService } from '../summary/service.ts';
import { landingRoutes } from './routes.ts';

/** A Saturday, half over. */
const today = '2026-06-20';
const HALF = 144;
const meter = { modulus: 1e9, basePerCount: 1000, maxPerHour: 1e6 };

let plant: TestPlant;
let rig: Rig;
let clock: ManualClock;
let alarms: AlarmRecord[];

/** So many litres in every slot of the first and of the second half of a day. */
const day = (unit: string, ago: number, early: number, late: number): void => {
  const date = dateOfDay(dayNumber(today) - ago);
  plant.write(unit, 'volume', date, 0, Array(HALF).fill(early));
  if (ago > 0) plant.write(unit, 'volume', date, HALF, Array(HALF).fill(late));
};

const alarm = (fields: Partial<AlarmRecord>): AlarmRecord =>
  ({
    id: 'a1',
    industryId: 'DEMO',
    unitId: 'line',
    category: 'flow_rate',
    alertType: 'flow_rate_alert',
    title: 'High flow',
    body: 'Flow is high.',
    meta: {},
    priority: 1,
    insight: false,
    suppressed: false,
    shelvedUntilMs: null,
    value: 12,
    threshold: 10,
    raisedAtMs: clock.now() - 60_000,
    clearedAtMs: null,
    ackedAtMs: null,
    count: 1,
    ...fields,
  }) as AlarmRecord;

beforeEach(async () => {
  plant = new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addCategory('STOCK_CATEGORY', ['t'])
    .addCategory('QUALITY_CATEGORY', ['q']);
  plant.addUnit({
    id: 'line',
    type: 'flow',
    subCategoryId: 's',
    standardCategoryIds: ['ID_CONSUMPTION'],
    meta: { meter, unitThreshold: 40, monthlyThreshold: 1000 },
  });
  plant
    .addCategory('STOCK_CATEGORY', ['closed'], { enabled: false })
    .addUnit({ id: 'shut', type: 'flow', subCategoryId: 'closed' });
  plant.addUnit({ id: 'tank', type: 'stock', subCategoryId: 't', standardCategoryIds: ['ID_RAW_WATER_STOCK'], maxCapacity: 100 });
  plant.addUnit({
    id: 'ph',
    type: 'quality',
    subCategoryId: 'q',
    meta: { params: { ph: { name: 'pH', unit: '', lt: 6, ht: 8 } } },
  });
  clock = new ManualClock(plant.calendar.windowOfDay(dayNumber(today)).fromMs + HALF * 300_000 + 10_000);
  alarms = [];
  const book = {
    between: (_: string, fromMs: number, toMs: number) =>
      alarms.filter(({ raisedAtMs }) => raisedAtMs >= fromMs && raisedAtMs < toMs),
    open: () => alarms.filter(({ clearedAtMs }) => clearedAtMs === null),
  };
  const serving = {
    directory: plant,
    reader: plant.reader,
    calendars: { of: () => plant.calendar },
    turns: new CooperativeScheduler(),
    clock,
  };
  const landing = landingOf({ ...serving, alarms: book });
  const summary = new SummaryService({ ...serving, alarms: book });
  rig = await startRig([...landingRoutes(landing), ...summaryRoutes(summary)], {
    clock,
    sessions: sessionsOf({ viewer: { caller: someCaller(), panel: false } }),
  });
});
afterEach(() => rig.stop());

const headers = { authorization: 'Bearer viewer' };
const landing = async (query: string): Promise<LandingUserData> => {
  const reply = await rig.ask(`/api/user/landingPage/userData?${query}`, { headers });
  expect(reply.status, reply.text).toBe(200);
  return reply.body as LandingUserData;
};
const consumption = (page: LandingUserData) =>
  page.categories.find(({ standardCategoryId }) => standardCategoryId === 'ID_CONSUMPTION');

describe('the landing page of a running day', () => {
  it('compares half a day with the same half of the day before, not with all of it', async () => {
    day('line', 0, 100, 0);
    day('line', 1, 50, 5000);
    const page = await landing('date=20/06/2026&type=DAY');
    expect(consumption(page)?.total).toMatchObject({ value: 14.4, previous: 7.2, changePct: 100, target: 40, status: 'good' });
    expect(page.kpis.day.consumption).toMatchObject({ value: 14.4, previous: 7.2, changePct: 100 });
  });

  it.each([
    ['no limit', undefined],
    ['a limit of 0, which is none', 0],
  ])(
    'has no target where a meter of the total has %s: its water would count against the limits of the others',
    async (_, limit) => {
      plant.addUnit({
        id: 'other',
        type: 'flow',
        subCategoryId: 's',
        standardCategoryIds: ['ID_CONSUMPTION'],
        meta: { meter, ...(limit !== undefined && { unitThreshold: limit, monthlyThreshold: limit }) },
      });
      day('line', 0, 100, 0);
      day('other', 0, 900, 0);
      const page = await landing('date=20/06/2026&type=DAY');
      expect(consumption(page)?.threshold).toBeNull();
      for (const total of [consumption(page)?.total, page.kpis.day.consumption]) {
        expect(total).toMatchObject({ value: 144 });
        expect(total).not.toHaveProperty('target');
        expect(total).not.toHaveProperty('status');
      }
      expect(page.kpis.month).toMatchObject({ threshold: null, usedPct: null });
    },
  );

  it('takes the mean of the last seven same weekdays to this time, of those that are known', async () => {
    day('line', 0, 100, 0);
    for (const week of [1, 2, 4]) day('line', 7 * week, 10 * week, 9999);
    const page = await landing('date=20/06/2026&type=DAY');
    // (1.44 + 2.88 + 5.76) / 3
    expect(consumption(page)?.likeForLike).toEqual({ label: 'mean of the last 7 Saturdays to the same time', value: 3.36 });
    expect(page.kpis.day.sameWeekdays).toBe(3.36);
    expect(page.kpis.day.sameWeekdaysChangePct).toBe(328.6);
  });

  it('finds the past changed when it was corrected', async () => {
    day('line', 0, 100, 0);
    day('line', 1, 50, 50);
    await landing('date=20/06/2026&type=DAY');
    day('line', 1, 25, 50);
    expect((await landing('date=20/06/2026&type=DAY')).kpis.day.consumption.previous).toBe(3.6);
  });

  it('leaves null what nobody measured, and says nothing about it', async () => {
    const page = await landing('date=20/06/2026&type=DAY&alertsEnabled=false');
    expect(page.kpis).toMatchObject({
      day: { consumption: { value: null, previous: null, changePct: null }, sameWeekdays: null },
      stock: { value: null, autonomyHours: null },
      worstNode: null,
      qualityInLimitPct: null,
    });
    expect(page.alerts).toBeUndefined();
    expect(page.summary?.map(({ text }) => text)).toEqual(['3 of 3 devices are off line, Unit line among them.']);
  });
});

describe('the landing page of a month', () => {
  it('counts the past three months whole and to the same day and time', async () => {
    // 31 days ago is 20 May: only its first half counts as to the same day
    day('line', 0, 100, 0);
    day('line', 31, 10, 1000);
    day('line', 30, 7, 7);
    const page = await landing('date=20/06/2026');
    expect(page.pastThreeMonths?.[0]).toMatchObject({ month: '05/2026', toSameDay: 1.44, total: 1.44 + 144 + 2.02 });
    expect(page.pastThreeMonths?.map(({ month }) => month)).toEqual(['05/2026', '04/2026', '03/2026']);
    expect(page.kpis.month).toEqual({
      unit: 'KL',
      toDate: 14.4,
      threshold: 1000,
      usedPct: 1.4,
      // two days of a month are no month to compare with
      lastThreeMonths: null,
      changePct: null,
    });
  });

  it('compares with the months that were measured, to the same day', async () => {
    for (let ago = 0; ago <= 19; ago += 1) day('line', ago, 100, 100);
    for (let ago = 31; ago <= 50; ago += 1) day('line', ago, 10, ago === 31 ? 9999 : 10);
    // of April the last five days to the 20th
    for (let ago = 61; ago <= 65; ago += 1) day('line', ago, 500, 500);
    const { kpis } = await landing('date=20/06/2026');
    expect(kpis.month).toMatchObject({ toDate: 561.6, lastThreeMonths: 56.16, changePct: 900 });
  });

  it('leaves a same weekday of which little was measured out of their mean', async () => {
    day('line', 0, 100, 0);
    for (const week of [1, 2]) day('line', 7 * week, 50, 50);
    plant.write('line', 'volume', dateOfDay(dayNumber(today) - 21), 0, Array(20).fill(50));
    const { kpis } = await landing('date=20/06/2026&type=DAY');
    expect(kpis.day).toMatchObject({ sameWeekdays: 7.2, sameWeekdaysChangePct: 100 });
  });

  it('asks of a same weekday whether it was measured to this time, and not what came after', async () => {
    const at = (week: number): string => dateOfDay(dayNumber(today) - 7 * week);
    day('line', 0, 100, 0);
    for (const week of [1, 2]) day('line', 7 * week, 50, 50);
    // of the whole day 7 % are missing, of its first half 14 %
    plant.write('line', 'volume', at(3), 20, Array(268).fill(50));
    // of the whole day a sixth, of its first half nothing
    plant.write('line', 'volume', at(4), 0, Array(240).fill(80));
    const { kpis } = await landing('date=20/06/2026&type=DAY');
    // (7.2 + 7.2 + 11.52) / 3
    expect(kpis.day).toMatchObject({ sameWeekdays: 8.64, sameWeekdaysChangePct: 66.7 });
  });

  it('leaves a same weekday out once its readings turn out to be wrong', async () => {
    day('line', 0, 100, 0);
    for (const week of [1, 2]) day('line', 7 * week, 50 * week, 50);
    expect((await landing('date=20/06/2026&type=DAY')).kpis.day.sameWeekdays).toBe(10.8);
    plant.write('line', 'volume', dateOfDay(dayNumber(today) - 14), 0, Array(72).fill(0), 'M');
    expect((await landing('date=20/06/2026&type=DAY')).kpis.day.sameWeekdays).toBe(7.2);
  });

  it('takes a meter that stood still as measured where a gap was filled', async () => {
    const write = (unit: string, ago: number, litres: number, letter = 'G') =>
      plant.write(unit, 'volume', dateOfDay(dayNumber(today) - ago), 0, Array(288).fill(litres), letter);
    // nothing was drawn, and nothing counted, while the plant was switched off for four days of the second week
    for (let ago = 1; ago <= 7; ago += 1) write('line', ago, 100);
    for (let ago = 8; ago <= 14; ago += 1) write('line', ago, ago < 12 ? 0 : 100, ago < 12 ? 'E' : 'G');
    const page = await landing('date=13/06/2026&date2=19/06/2026&type=CUSTOM');
    expect(consumption(page)?.total).toMatchObject({ value: 201.6, previous: 86.4, changePct: 133.3 });
  });

  it('says how long the tanks last at the use of the last 24 hours', async () => {
    day('line', 0, 100, 0);
    day('line', 1, 100, 100);
    plant.write('tank', 'volume', today, 0, Array(HALF).fill(57_600));
    // 28.8 KL a day
    expect((await landing('date=20/06/2026')).kpis.stock).toEqual({ value: 57.6, unit: 'KL', percent: 57.6, autonomyHours: 48 });
  });

  it('does not say so where nothing of today’s use is known', async () => {
    day('line', 1, 100, 100);
    plant.write('tank', 'volume', today, 0, Array(HALF).fill(57_600));
    expect((await landing('date=20/06/2026')).kpis.stock).toMatchObject({ value: 57.6, autonomyHours: null });
  });

  it('evaluates quality by quarter hours', async () => {
    plant.write('ph', 'ph', today, 0, [...Array(108).fill(7), ...Array(36).fill(9)]);
    expect((await landing('date=20/06/2026')).kpis.qualityInLimitPct).toBe(75);
  });

  it('has families in the fixed order', async () => {
    const ids = (await landing('date=20/06/2026')).categories.map(({ standardCategoryId }) => standardCategoryId);
    expect(ids).toEqual(['SOURCE_CATEGORY', 'STOCK_CATEGORY', 'QUALITY_CATEGORY', 'ID_CONSUMPTION']);
  });
});

describe('alerts', () => {
  it('are counted by priority and shown at their unit; insights are no alarms', async () => {
    alarms = [alarm({}), alarm({ id: 'a2', insight: true, unitId: 'tank' })];
    const page = await landing('date=20/06/2026');
    expect(page.alerts).toMatchObject({ total: 2, open: 1, byPriority: { 1: 1 }, byType: { flow_rate: 2 } });
    expect(consumption(page)?.units[0]).toMatchObject({ unitId: 'line', alerting: true });
    expect(page.summary?.[0]).toEqual({ text: '1 alarm is open, 1 of them critical.', severity: 1 });
  });
});

describe('what is asked', () => {
  it.each([
    ['', 'date missing'],
    ['date=31/02/2026', 'date'],
    ['date=20/06/2026&type=WEEK', 'type'],
    ['date=20/06/2026&type=CUSTOM', 'date2 missing'],
    ['date=20/06/2026&type=CUSTOM&date2=19/06/2026', 'date2 is before date'],
  ])('is refused with 1403: %s', async (query, message) => {
    const { status, body } = await rig.ask(`/api/user/landingPage/userData?${query}`, { headers });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 1403, message: expect.stringContaining(message) });
  });

  it('is 304 until something changes', async () => {
    const path = '/api/user/landingPage/userData?date=20/06/2026';
    const { headers: sent } = await rig.ask(path, { headers });
    const again = { ...headers, 'if-none-match': String(sent.etag) };
    expect((await rig.ask(path, { headers: again })).status).toBe(304);
    alarms = [alarm({})];
    expect((await rig.ask(path, { headers: again })).status).toBe(200);
  });

  it('can be the raw dictionary, in stored units', async () => {
    day('line', 0, 100, 0);
    const raw = (await rig.ask('/api/user/landingPage/userData?date=20/06/2026&type=DAY&formatter=ai', { headers })).body;
    expect(raw).toMatchObject({ raw: true, units: { line: { params: { volume: { measure: 'L', total: { sum: 14_400 } } } } } });
  });
});

describe('a unit of a day that is over, or has not begun', () => {
  const unitOf = async (id: string, date: string) =>
    (await landing(`date=${date}&type=DAY`)).categories
      .flatMap(({ units }) => units)
      .filter(({ unitId }) => unitId === id)
      .map(({ value, latest, latestAt }) => ({ value, latest, latestAt }))[0];

  it('shows what was known then, with its own time, as deviceDataV2 does, and nothing of now', async () => {
    plant.reader.live.set(plant.seriesId('tank', 'volume'), {
      value: 77_000,
      quality: 'GOOD',
      atMs: clock.now() - 1000,
      slotQuality: 'G',
    });
    plant.write('tank', 'volume', '2026-06-19', 0, Array(288).fill(50_000));
    day('line', 1, 50, 100);
    const end = new Date(plant.calendar.windowOfDay(dayNumber('2026-06-20')).fromMs).toISOString();
    expect(await unitOf('tank', '19/06/2026')).toEqual({ value: 50, latest: 50, latestAt: end });
    // 100 litres in the last five minutes
    expect(await unitOf('line', '19/06/2026')).toEqual({ value: 21.6, latest: 1.2, latestAt: end });
    expect(await unitOf('tank', '20/06/2026')).toMatchObject({ value: 77, latest: 77 });
    expect(await unitOf('tank', '21/06/2026')).toEqual({ value: null, latest: null, latestAt: null });
  });
});

describe('the summary page', () => {
  const page = async (query: string): Promise<SummaryPage> => {
    const reply = await rig.ask(`/api/user/summaryPage/?${query}`, { headers });
    expect(reply.status, reply.text).toBe(200);
    return reply.body as SummaryPage;
  };

  it('lays the alerts of the day over the units', async () => {
    alarms = [alarm({}), alarm({ id: 'old', raisedAtMs: clock.now() - 86_400_000 * 2 })];
    day('line', 0, 100, 0);
    const { categories, alertCount } = await page('date1=20/06/2026');
    expect(alertCount).toBe(1);
    expect(categories.map(({ category }) => category)).toEqual(['SOURCE_CATEGORY', 'STOCK_CATEGORY', 'QUALITY_CATEGORY']);
    expect(categories[0]?.subCategories[0]?.units[0]).toMatchObject({
      unitId: 'line',
      value1: 14.4,
      alerts: [{ alertType: 'flow_rate_alert' }],
    });
  });

  it('says how much a small stock changed as the landing page does, by what it is and not by how it is printed', async () => {
    // 0.011 and 0.014 KL are both printed as 0.01
    plant.write('tank', 'volume', '2026-06-19', HALF - 1, [11]).write('tank', 'volume', today, HALF - 1, [14]);
    const totalOf = async (): Promise<unknown> =>
      (await page('date1=20/06/2026')).categories.find(({ category }) => category === 'STOCK_CATEGORY')?.total;
    expect(await totalOf()).toMatchObject({ value: 0.01, previous: 0.01, changePct: 27.3 });
    const { body } = await rig.ask('/api/user/landingPage/userData?date=20/06/2026&type=DAY', { headers });
    const landing = (body as LandingUserData).categories.find(
      ({ standardCategoryId }) => standardCategoryId === 'STOCK_CATEGORY',
    );
    expect(landing?.total).toMatchObject({ value: 0.01, previous: 0.01, changePct: 27.3 });
  });

  it('draws 48 half hours behind a leading zero, only of standard categories that exist', async () => {
    day('line', 0, 100, 0);
    const { lineGraph } = await page('date1=20/06/2026');
    expect(Object.keys(lineGraph ?? {})).toEqual(['rawWaterStock', 'consumption']);
    expect(lineGraph?.consumption?.values).toHaveLength(49);
    expect(lineGraph?.consumption?.values.slice(0, 3)).toEqual([0, 0.6, 0.6]);
    expect(lineGraph?.consumption?.quality).toBe(`M${'G'.repeat(24)}${'M'.repeat(24)}`);
    expect(lineGraph?.consumption?.total).toBe(14.4);
  });

  it('is 1403 without a date or with one that does not exist', async () => {
    for (const query of ['', 'date1=30/02/2026'])
      expect((await rig.ask(`/api/user/summaryPage?${query}`, { headers })).body).toMatchObject({ code: 1403 });
  });
});
