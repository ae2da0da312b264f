import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Failure } from '../../../core/fail.ts';
import { sessionsOf, someCaller, startRig as startHttp } from '../../../test/httpRig.ts';
import { at, DAY_MS, startRig } from '../../../test/scheduledReports.ts';
import { scheduleRoutes } from './routes.ts';
import { type RunFiles, runIdOf } from './runFiles.ts';
import type { ScheduleStore } from './scheduleStore.ts';

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
});
