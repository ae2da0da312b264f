import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ReportSettings, reportSettings } from '../../../contract/model/reportSettings.ts';
import { Failure } from '../../../core/fail.ts';
import { Writer } from '../../../db/writer.ts';
import { Calendars } from '../../../plantModel/calendars.ts';
import { addIndustry, startPlant } from '../../../test/configuredPlant.ts';
import { sessionsOf, silent, someCaller, startRig as startHttp } from '../../../test/httpRig.ts';
import type { ReportFormat, ReportOrder } from '../order.ts';
import { Mailing } from './mailing.ts';
import { scheduleRoutes } from './routes.ts';
import { RunFiles, runIdOf } from './runFiles.ts';
import { ReportScheduler } from './scheduler.ts';
import { ScheduleStore } from './scheduleStore.ts';

const at = (local: string): number => Date.parse(`${local}:00+05:30`);
const DAY_MS = 86_400_000;

/** A scheduler on a real database whose reports are small texts and whose mails are kept. */
const startRig = async (settings: Partial<ReportSettings> = {}) => {
  const plant = await startPlant();
  onTestFinished(() => {
    plant.close();
    plant.remove();
  });
  await addIndustry(plant);
  const schedule = {
    id: 'day',
    reportType: 'daily',
    service: 'water',
    reportFormat: 'pdf',
    at: '06:00',
    enabled: true,
    recipients: ['a@plant.example', 'b@plant.example'],
  };
  const asked = reportSettings.parse({ enabled: true, schedules: [schedule], ...settings });
  const temp = mkdtempSync(join(tmpdir(), 'scheduled-'));
  onTestFinished(() => rmSync(temp, { recursive: true }));
  const dataFolder = join(plant.folder, 'data');
  mkdirSync(dataFolder);
  const made: string[] = [];
  const mails: { to: string; id: string; file: string }[] = [];
  const faults: { report: Failure | undefined; mail: Failure | undefined } = { report: undefined, mail: undefined };
  const store = new ScheduleStore(new Writer(plant.sqlite), plant.kysely);
  const email = {
    mail: async (to: string, { id, attachments }: { id: string; attachments: readonly { path: string }[] }): Promise<void> => {
      if (faults.mail) throw faults.mail;
      mails.push({ to, id, file: readFileSync(attachments[0]?.path ?? '', 'utf8') });
    },
  };
  const files = new RunFiles({ store, dataFolder, clock: plant.clock });
  const scheduler = () =>
    new ReportScheduler({
      store,
      service: {
        orderOf: async (_asker, fields) => fields as unknown as ReportOrder,
        make: async (order: ReportOrder, format: ReportFormat) => {
          if (faults.report) throw faults.report;
          const { endDate } = order as unknown as { endDate: string };
          made.push(endDate);
          const path = join(temp, `${made.length}.${format}`);
          writeFileSync(path, `report of ${endDate}`);
          return { path, fileName: `DEMO water daily ${endDate}`, bytes: 1, format, remove: async () => {} };
        },
      },
      files,
      mailing: new Mailing({ store, email, dataFolder, clock: plant.clock, log: silent }),
      dataFolder,
      directory: plant.directory,
      calendars: new Calendars(plant.directory),
      settings: { reports: async () => asked },
      clock: plant.clock,
      log: silent,
    });
  plant.clock.set(at('2026-11-20T12:00'));
  return { plant, store, files, scheduler, made, mails, faults, dataFolder };
};

/** Asks for runs, as people of two industries. */
const startAsking = async (store: ScheduleStore, files: RunFiles) => {
  const session = (industryId: string) => ({
    caller: someCaller({ industryId, permissions: new Set(['ACCOUNT_SETTINGS'] as const) }),
    panel: false,
  });
  const operator = { caller: someCaller({ permissions: new Set(['REPORTS'] as const) }), panel: false };
  const rig = await startHttp(scheduleRoutes(store, files), {
    sessions: sessionsOf({ admin: session('DEMO'), north: session('NORTH'), operator }),
  });
  onTestFinished(() => rig.stop());
  return (token: string, rest = '') =>
    rig.ask(`/api/plant/reports/runs${rest}`, { headers: { authorization: `Bearer ${token}` } });
};

describe('scheduled reports', () => {
  it('are made at the end of the shift, kept in the folder of the industry, and mailed to each recipient once', async () => {
    const { plant, scheduler, made, mails, dataFolder, store } = await startRig();
    const one = scheduler();
    await one.tick();
    expect(made).toEqual([]);
    plant.clock.set(at('2026-11-21T06:00'));
    await one.tick();
    expect(made).toEqual([]);
    plant.clock.set(at('2026-11-21T06:01'));
    await one.tick();
    await one.tick();
    expect(made).toEqual(['2026-11-20']);
    expect(readFileSync(join(dataFolder, 'reports/DEMO/DEMO water daily 2026-11-20 day.pdf'), 'utf8')).toBe(
      'report of 2026-11-20',
    );
    expect(mails.map(({ to, file }) => [to, file])).toEqual([
      ['a@plant.example', 'report of 2026-11-20'],
      ['b@plant.example', 'report of 2026-11-20'],
    ]);
    const run = await store.run({ industryId: 'DEMO', scheduleId: 'day', date: '2026-11-20' });
    expect(run).toMatchObject({ state: 'made', madeAtMs: plant.clock.now() });
  });

  it('go out once though the disk is full when they are taken, and leave the server running', async () => {
    const { plant, scheduler, mails } = await startRig();
    const one = scheduler();
    await one.tick();
    plant.clock.set(at('2026-11-21T06:01'));
    plant.sqlite.exec("create trigger full before update on report_mail begin select raise(abort, 'full'); end");
    await one.tick();
    await one.tick();
    expect(mails.map(({ to }) => to)).toEqual(['a@plant.example']);
    plant.sqlite.exec('drop trigger full');
    await one.tick();
    await one.tick();
    expect(mails.map(({ to }) => to)).toEqual(['a@plant.example', 'b@plant.example']);
  });

  it('that were missed while the server was off are made once after it starts', async () => {
    const { plant, scheduler, made, mails } = await startRig();
    await scheduler().tick();
    plant.clock.set(at('2026-11-20T12:00') + 3 * DAY_MS);
    await scheduler().tick();
    expect(made).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
    await scheduler().tick();
    expect(made).toHaveLength(3);
    expect(new Set(mails.map(({ id }) => id)).size).toBe(6);
  });

  it('are tried again three times, and not at all where there is no data', async () => {
    const { plant, scheduler, made, faults, store } = await startRig();
    const one = scheduler();
    await one.tick();
    const key = { industryId: 'DEMO', scheduleId: 'day', date: '2026-11-20' };
    faults.report = new Failure('unavailable', 'too much waits');
    plant.clock.set(at('2026-11-21T07:00'));
    await one.tick();
    await one.tick();
    expect(await store.run(key)).toMatchObject({ state: 'waiting', attempts: 1, error: 'too much waits' });
    faults.report = undefined;
    plant.clock.advance(11 * 60_000);
    await one.tick();
    expect(made).toEqual(['2026-11-20']);
    faults.report = new Failure('noData', 'No data');
    plant.clock.advance(DAY_MS);
    await one.tick();
    expect(await store.run({ ...key, date: '2026-11-21' })).toMatchObject({ state: 'failed', error: 'No data' });
  });

  it('go out again until the mail server takes them, in longer and longer waits, but not to an address that is none', async () => {
    const { plant, scheduler, mails, faults } = await startRig();
    const one = scheduler();
    await one.tick();
    faults.mail = new Failure('unavailable', 'the mail server: refused');
    plant.clock.set(at('2026-11-21T07:00'));
    await one.tick();
    faults.mail = undefined;
    await one.tick();
    expect(mails).toEqual([]);
    plant.clock.advance(61_000);
    await one.tick();
    expect(mails).toHaveLength(2);
    faults.mail = new Failure('badRequest', 'not an e-mail address');
    plant.clock.advance(DAY_MS);
    await one.tick();
    faults.mail = undefined;
    plant.clock.advance(3_600_000);
    await one.tick();
    expect(mails).toHaveLength(2);
  });

  it('are listed to those who may see the settings: when, which file, mailed to whom, and what went wrong', async () => {
    const { plant, scheduler, faults, store, files } = await startRig();
    const one = scheduler();
    await one.tick();
    faults.mail = new Failure('unavailable', 'the mail server: refused');
    plant.clock.set(at('2026-11-21T07:00'));
    await one.tick();
    faults.report = new Failure('noData', 'No data');
    plant.clock.set(at('2026-11-22T07:00'));
    faults.mail = undefined;
    await one.tick();
    const ask = await startAsking(store, files);
    const mail = (recipient: string) => ({
      recipient,
      state: 'sent',
      attempts: 1,
      nextTryAt: null,
      sentAt: '2026-11-22T01:30:00.000Z',
      error: '',
    });
    const made = {
      id: runIdOf({ scheduleId: 'day', date: '2026-11-20' }),
      scheduleId: 'day',
      date: '2026-11-20',
      state: 'made',
      dueAt: '2026-11-21T00:30:00.000Z',
      madeAt: '2026-11-21T01:30:00.000Z',
      attempts: 0,
      file: 'reports/DEMO/DEMO water daily 2026-11-20 day.pdf',
      error: '',
      mails: [mail('a@plant.example'), mail('b@plant.example')],
    };
    const missing = {
      scheduleId: 'day',
      date: '2026-11-21',
      state: 'failed',
      madeAt: null,
      file: '',
      error: 'No data',
      mails: [],
    };
    expect((await ask('admin')).body).toEqual({ runs: [expect.objectContaining(missing), made] });
    expect((await ask('admin', '?limit=1')).body).toEqual({ runs: [expect.objectContaining({ date: '2026-11-21' })] });
    expect((await ask('admin', '?scheduleId=other')).body).toEqual({ runs: [] });
    expect((await ask('north')).body).toEqual({ runs: [] });
    expect((await ask('operator')).status).toBe(401);
    expect((await ask('admin', '?limit=0')).status).toBe(400);
  });

  it('are downloaded by those who may see the settings, of their own industry, until the file is removed', async () => {
    const { plant, scheduler, faults, store, files, dataFolder } = await startRig();
    const one = scheduler();
    await one.tick();
    plant.clock.set(at('2026-11-21T07:00'));
    await one.tick();
    faults.report = new Failure('noData', 'No data');
    plant.clock.set(at('2026-11-22T07:00'));
    await one.tick();
    const ask = await startAsking(store, files);
    const [failed, made] = ((await ask('admin')).body as { runs: { id: string }[] }).runs.map(({ id }) => `/${id}/file`);
    const reply = await ask('admin', made);
    expect(reply).toMatchObject({ status: 200, text: 'report of 2026-11-20' });
    expect(reply.headers['content-type']).toBe('application/pdf');
    expect(reply.headers['content-disposition']).toContain('DEMO water daily 2026-11-20 day.pdf');
    expect((await ask('north', made)).status).toBe(404);
    expect((await ask('operator', made)).status).toBe(401);
    expect((await ask('admin', failed)).status).toBe(404);
    for (const id of ['nope', '..', '%2e%2e%2fheadworks', runIdOf({ date: '2026-11-20', scheduleId: '../day' })])
      expect([400, 404], id).toContain((await ask('admin', `/${id}/file`)).status);
    rmSync(join(dataFolder, 'reports/DEMO/DEMO water daily 2026-11-20 day.pdf'));
    expect(await ask('admin', made)).toMatchObject({ status: 404, body: { message: expect.stringContaining('removed') } });
  });

  it('are kept for 400 days, file and all, and not made again after', async () => {
    const { plant, scheduler, made, store, dataFolder } = await startRig();
    const one = scheduler();
    await one.tick();
    plant.clock.set(at('2026-11-21T07:00'));
    await one.tick();
    const path = join(dataFolder, 'reports/DEMO/DEMO water daily 2026-11-20 day.pdf');
    plant.clock.set(at('2026-11-20T07:00') + 400 * DAY_MS);
    await one.tick();
    expect(existsSync(path)).toBe(true);
    expect(await store.run({ industryId: 'DEMO', scheduleId: 'day', date: '2026-11-20' })).toEqual({
      industryId: 'DEMO',
      scheduleId: 'day',
      date: '2026-11-20',
      state: 'made',
      attempts: 0,
      file: 'reports/DEMO/DEMO water daily 2026-11-20 day.pdf',
      error: '',
      dueAtMs: at('2026-11-21T06:00'),
      madeAtMs: at('2026-11-21T07:00'),
    });
    plant.clock.advance(DAY_MS);
    await one.tick();
    expect(existsSync(path)).toBe(false);
    const kept = await store.list('DEMO', { limit: 500 });
    expect(kept.every(({ date }) => date > '2027-11-01')).toBe(true);
    expect(kept.flatMap(({ mails }) => mails)).toHaveLength(2 * kept.length);
    expect(plant.sqlite.prepare("select count(*) from report_mail where date = '2026-11-20'").pluck().get()).toBe(0);
    expect(made.filter((date) => date === '2026-11-20')).toHaveLength(1);
  });

  it('are not made while the settings say so', async () => {
    const off = await startRig({ enabled: false });
    await off.scheduler().tick();
    off.plant.clock.advance(2 * DAY_MS);
    await off.scheduler().tick();
    const other = await startRig({ services: { water: false } });
    await other.scheduler().tick();
    other.plant.clock.advance(2 * DAY_MS);
    await other.scheduler().tick();
    expect([...off.made, ...other.made]).toEqual([]);
    expect(existsSync(join(off.dataFolder, 'reports'))).toBe(false);
  });

  it('stop with the server, and may be stopped twice', async () => {
    const { scheduler, plant, made } = await startRig();
    const one = scheduler();
    one.start();
    one.start();
    await one.stop();
    await one.stop();
    plant.clock.advance(2 * DAY_MS);
    expect(made).toEqual([]);
  });
});
