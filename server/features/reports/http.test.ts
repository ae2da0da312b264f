import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { dailySummary } from '../../contract/user/reportRows.ts';
import { systemClock } from '../../core/clock.ts';
import { dateOfDay } from '../../core/shift.ts';
import { ForkHost } from '../../jobs/forkHost.ts';
import { JobPool } from '../../jobs/pool.ts';
import { madeDemo, openDemo, removeFolder, resources } from '../../test/demoRig.ts';
import { type Rig, sessionsOf, silent, someCaller, startRig } from '../../test/httpRig.ts';
import { createReports, type Reports } from './create.ts';

let dataFolder: string;
let plant: Awaited<ReturnType<typeof openDemo>>;
let pool: JobPool;
let reports: Reports;
let rig: Rig;
let yesterday: string;
let today: string;
let includeEstimates = true;

const dmy = (date: string): string => date.split('-').reverse().join('/');
const headers = { authorization: 'Bearer operator' };
const ask = (query: string, more: Record<string, string> = {}) =>
  rig.ask(`/api/user/report?${query}`, { headers: { ...headers, ...more } });

beforeAll(async () => {
  dataFolder = await madeDemo({ days: 3 });
  plant = await openDemo(dataFolder);
  const setting = { dataFolder, resources, memoryBytes: 400 * 1_048_576 };
  pool = new JobPool({ host: new ForkHost(setting), log: silent });
  reports = createReports({
    ...plant,
    writer: plant.storage.writer,
    readerKysely: plant.storage.reader.kysely,
    dataFolder,
    jobs: pool,
    settings: { reports: async (id) => ({ ...(await plant.accounts.settings.reports(id)), includeEstimates }) },
    email: undefined,
    clock: systemClock,
    log: silent,
  });
  reports.service.start();
  const caller = someCaller({ username: 'operator' });
  const staff = someCaller({ username: 'staff', industryId: 'INTERNAL', internal: true });
  const session = (who: typeof caller) => ({ caller: who, panel: false });
  rig = await startRig(reports.routes, {
    clock: systemClock,
    sessions: sessionsOf({ operator: session(caller), staff: session(staff) }),
  });
  const day = plant.calendars.of('DEMO').dayOf(systemClock.now());
  [yesterday, today] = [dmy(dateOfDay(day - 1)), dmy(dateOfDay(day))];
});
afterAll(async () => {
  await rig?.stop();
  pool?.stop();
  await reports?.stop();
  await plant?.stop();
  if (dataFolder) removeFolder(dataFolder);
});

describe('GET /report', () => {
  it.each([
    ['html', 'text/html; charset=utf-8', '<!doctype html>'],
    ['pdf', 'application/pdf', '%PDF-'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK'],
  ])('answers a file as %s, under a name that says what it is', async (format, type, start) => {
    const reply = await ask(`startDate=${yesterday}&reportFormat=${format}&format=v2`);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe(type);
    expect(reply.text.startsWith(start)).toBe(true);
    const name = `DEMO water daily ${yesterday.replaceAll('/', '-')}.${format}`;
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="${name}"`);
    await expect.poll(() => readdirSync(join(dataFolder, 'temp-reports'))).toEqual([]);
  });

  it('is the daily water report of the running day as HTML where nothing is asked, with its local time, and may run nothing', async () => {
    const reply = await ask('');
    expect(reply.text).toContain(`<dd>${today} (still running)</dd>`);
    expect(reply.text).toMatch(/<dd>\d\d\/\d\d\/\d{4} (0\d|1[0-2]):[0-5]\d [AP]M by operator<\/dd>/);
    expect(reply.headers['content-security-policy']).toContain('sandbox');
  });

  it.each([
    ['reportType=weekly', 'reportType must be one of daily, monthly, hourly, granular, daily_range, monthly_range'],
    ['reportFormat=doc', 'reportFormat must be one of html, pdf, xlsx'],
    [
      'service=fire',
      'service must be one of water, smart_city, energy, quality, level, borewell, rain_water, summary, water_balance, alert',
    ],
    ['format=v3', 'format must be one of v1, v2'],
  ])('refuses %s with 400, before anything else', async (query, message) => {
    const reply = await ask(`startDate=99/99/9999&${query}`);
    expect([reply.status, reply.headers['x-service-code']]).toEqual([400, '400']);
    expect(reply.body).toMatchObject({ message });
  });

  it.each([
    ['startDate=31/02/2026', 400, '1403', 'startDate is a date that does not exist'],
    ['reportType=granular&startDate=01/10/2026', 400, '1403', 'endDate missing: reportType granular needs one'],
    [
      'reportType=hourly&startDate=01/10/2026&endDate=01/11/2026',
      400,
      '1403',
      'startDate to endDate is 32 days; reportType hourly has at most 31',
    ],
    [
      'reportType=granular&reportFormat=pdf&startDate=01/10/2026&endDate=10/10/2026',
      400,
      '1403',
      'A PDF of 5-minute data has at most 7 days; ask for xlsx',
    ],
    ['divisionFactor=many', 400, '1403', 'divisionFactor must be a number'],
    ['useShift=perhaps', 400, '1403', 'useShift must be one of true, 1, false, 0'],
    ['startTime=24', 400, '1403', 'startTime must be at most 23'],
    ['endTime=25', 400, '1403', 'endTime must be at most 24'],
    ['startTime=-1', 400, '1403', 'startTime must be at least 0'],
    ['unitId=north-intake', 404, '1401', 'No data: there is no unit north-intake'],
    ['startDate=01/01/2010', 404, '1401', 'No data for this period and these units'],
    ['startDate=01/01/2100', 404, '1401', 'No data: the period has not begun'],
    ['startDate=31/12/9999', 400, '1403', 'startDate is after 30/12/9999'],
    ['startDate=31/12/1969', 400, '1403', 'startDate is before 1970'],
    ['reportType=granular&startDate=30/12/9999&endDate=31/12/9999', 400, '1403', 'endDate is after 30/12/9999'],
    ['subCategories=nothing', 404, '1401', 'No data for this period and these units'],
  ])('refuses %s', async (query, status, code, message) => {
    const reply = await ask(query);
    expect([reply.status, reply.headers['x-service-code']]).toEqual([status, code]);
    expect(reply.body).toMatchObject({ message });
  });

  it('is not refused for the pages of what it does not cover', async () => {
    const week = new Date(Date.parse(`${yesterday.split('/').reverse().join('-')}T00:00:00Z`) - 5 * 86_400_000);
    const startDate = dmy(week.toISOString().slice(0, 10));
    const query = `reportType=granular&reportFormat=pdf&service=summary&startDate=${startDate}&endDate=${today}`;
    expect((await ask(query)).body).toMatchObject({ message: expect.stringContaining('too many pages') });
    const { subCategoryId } = plant.directory.units('DEMO').find(({ name }) => name === 'RO feed') ?? {};
    const one = await ask(`${query}&subCategories=${subCategoryId}`);
    expect([one.status, one.headers['content-type']]).toEqual([200, 'application/pdf']);
  });

  it('takes "null" as no filter, and lists only the units that were asked for', async () => {
    const all = await ask(`startDate=${yesterday}&unitIds=null`);
    expect(all.text).toContain('RO feed');
    const unit = plant.directory.units('DEMO').find(({ name }) => name === 'RO feed');
    const one = await ask(`startDate=${yesterday}&unitIds=${unit?.id}`);
    expect(one.text).toContain('RO feed');
    expect(one.text).not.toContain('Municipal inlet');
  });

  it('divides by the factor, and reads hours of the clock', async () => {
    const litres = await ask(`startDate=${yesterday}&divisionFactor=1`);
    expect(litres.text).toContain('Volume (L)');
    const hours = await ask(`reportType=hourly&startDate=${yesterday}&endDate=${yesterday}&startTime=22&endTime=2`);
    expect(hours.text).toContain('22:00 to 02:00 of each day');
    expect(
      [...(hours.text.split('>By hour')[1] ?? '').matchAll(/<td[^>]*>(\d\d:00)<\/td>/g)].map(([, hour]) => hour).slice(0, 4),
    ).toEqual(['22:00', '23:00', '00:00', '01:00']);
  });

  it('takes its token from the query, and another industry from internal users alone', async () => {
    const query = `startDate=${yesterday}&reportFormat=html`;
    expect((await rig.ask(`/api/user/report?${query}&jwt=operator`)).status).toBe(200);
    const target = await rig.ask(`/api/user/report?${query}`, {
      headers: { authorization: 'Bearer staff', targetIndustryId: 'NORTH' },
    });
    expect(target.status, target.text.slice(0, 300)).toBe(200);
    expect(target.headers['content-disposition']).toContain('NORTH water daily');
    const own = await ask(query, { targetIndustryId: 'NORTH' });
    expect(own.headers['content-disposition']).toContain('DEMO water daily');
  });

  it('has estimated volumes in it or not as the settings of reports say, and says so', async () => {
    expect((await ask(`startDate=${yesterday}`)).text).toContain('Estimated volumes are part of every figure');
    includeEstimates = false;
    try {
      expect((await ask(`startDate=${yesterday}`)).text).toContain('Estimated volumes are left out of every figure');
    } finally {
      includeEstimates = true;
    }
  });

  it('ends with the last day that is over where a schedule asks for a month that runs', async () => {
    const day = plant.calendars.of('DEMO').dayOf(systemClock.now()) - 1;
    const endDate = dateOfDay(day);
    const fields = { service: 'water', unitIds: null, startDate: `${endDate.slice(0, 8)}01`, endDate } as const;
    for (const type of ['monthly', 'monthly_range', 'daily_range'] as const) {
      const order = await reports.service.orderOf({ industryId: 'DEMO', username: 'schedule' }, { ...fields, type });
      expect(order.toDay, type).toBe(day);
    }
  });

  it('leaves nothing behind, and its process is free, after the client has gone', async () => {
    const query = `reportType=granular&reportFormat=xlsx&service=summary&startDate=${yesterday}&endDate=${today}`;
    const url = `http://127.0.0.1:${rig.port}/api/user/report?${query}`;
    const make = reports.service.make.bind(reports.service);
    const ends: string[] = [];
    reports.service.make = async (...asked) => {
      const made = make(...asked);
      await made.then(
        () => ends.push('made'),
        () => ends.push('given up'),
      );
      return made;
    };
    onTestFinished(() => {
      reports.service.make = make;
    });
    const asking = request(url, { headers, agent: false });
    asking.on('error', () => undefined);
    asking.end();
    await expect.poll(() => pool.busy, { interval: 5 }).toBe(1);
    asking.destroy();
    await expect.poll(() => pool.busy, { interval: 5 }).toBe(0);
    await expect.poll(() => ends).toEqual(['given up']);
    await expect.poll(() => readdirSync(join(dataFolder, 'temp-reports'))).toEqual([]);
  });

  it('is made two at a time; whoever asks when too many wait is told when to try again', async () => {
    const [unit] = plant.directory.units('DEMO').filter(({ name }) => name === 'RO feed');
    const query = `reportType=hourly&reportFormat=pdf&startDate=${yesterday}&endDate=${today}&unitIds=${unit?.id}`;
    const replies = await Promise.all(Array.from({ length: 24 }, () => ask(query)));
    const refused = replies.filter(({ status }) => status === 429);
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(8);
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers: told } of refused) expect(Number(told['retry-after'])).toBeGreaterThan(0);
    expect(pool.size).toBeLessThanOrEqual(2);
  });
});

describe('GET /report/dailySummary', () => {
  it('says as JSON what the report says', async () => {
    const reply = await rig.ask(`/api/user/report/dailySummary?startDate=${yesterday}&service=summary`, { headers });
    expect(reply.status).toBe(200);
    const body = dailySummary.parse(reply.body);
    expect(body).toMatchObject({ reportType: 'daily', service: 'summary', window: { open: false, shiftStart: '06:00:00' } });
    expect(Object.keys(body.kpis)).toEqual(expect.arrayContaining(['intake', 'consumption', 'stock', 'energy']));
    const { z = null, status } = body.balance ?? {};
    expect(z).toBeTypeOf('number');
    expect(status).toBe(Number(z) >= 2 ? 'loss' : Number(z) <= -2 ? 'gain' : 'balanced');
    expect(body.sections.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Withdrawal by source', 'Quality', 'Alarms']),
    );
    const html = (await ask(`startDate=${yesterday}&service=summary`)).text;
    const meters = body.sections.find(({ title }) => title === 'Sources')?.rows ?? [];
    expect(meters.length).toBeGreaterThan(3);
    for (const { volume } of meters) if (typeof volume === 'number') expect(html).toContain(volume.toFixed(2));
  });

  it('refuses as the report does', async () => {
    const reply = await rig.ask('/api/user/report/dailySummary?reportFormat=doc', { headers });
    expect([reply.status, reply.headers['x-service-code']]).toEqual([400, '400']);
    const nothing = await rig.ask('/api/user/report/dailySummary?startDate=01/01/2010', { headers });
    expect([nothing.status, nothing.headers['x-service-code']]).toEqual([404, '1401']);
  });
});
