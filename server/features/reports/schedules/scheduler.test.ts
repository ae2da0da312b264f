import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Failure } from '../../../core/fail.ts';
import { at, DAY_MS, startRig } from '../../../test/scheduledReports.ts';

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

  it('have a file of their own, however alike the ids of their schedules are', async () => {
    const ids = ['टैंक', 'बोरवेल', 'day 1', 'day-1', 'Day-1'];
    const [day] = (await startRig()).asked.schedules;
    if (!day) throw new Error('no schedule');
    const schedules = ids.map((id) => ({ ...day, id, recipients: [`${ids.indexOf(id)}@plant.example`] }));
    const { plant, scheduler, store } = await startRig({ schedules });
    const one = scheduler();
    await one.tick();
    plant.clock.set(at('2026-11-21T06:01'));
    await one.tick();
    const runs = await store.list('DEMO', { limit: 10 });
    // some file systems take upper and lower case for the same
    const files = runs.map(({ file }) => file.toLowerCase());
    expect(runs.map(({ state }) => state)).toEqual(ids.map(() => 'made'));
    expect(new Set(files).size).toBe(ids.length);
    expect(files).toContain('reports/demo/demo water daily 2026-11-20 day-1.pdf');
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

  it('are on the disk, and not in its cache alone, before they count as made', async () => {
    const { plant, scheduler, dataFolder, store } = await startRig();
    writeFileSync(join(dataFolder, 'any'), '');
    const any = await open(join(dataFolder, 'any'));
    const synced = vi.spyOn(Object.getPrototypeOf(any) as typeof any, 'sync');
    onTestFinished(async () => {
      synced.mockRestore();
      await any.close();
    });
    const before: number[] = [];
    const toMade = store.made.bind(store);
    vi.spyOn(store, 'made').mockImplementation((...made) => {
      before.push(synced.mock.calls.length);
      return toMade(...made);
    });
    await scheduler().tick();
    plant.clock.set(at('2026-11-21T06:01'));
    await scheduler().tick();
    expect(before).toEqual([1]);
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

  it('are tried again, and not at all where there is no data', async () => {
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

  it('are made when the disk has room again, also after a night, and are given up after a day', async () => {
    const { plant, scheduler, made, faults, store } = await startRig();
    const one = scheduler();
    await one.tick();
    faults.report = new Failure('server', 'ENOSPC: no space left on device');
    plant.clock.set(at('2026-11-21T06:01'));
    const hours = async (count: number): Promise<void> => {
      for (let at = 0; at < count * 6; at += 1) {
        await one.tick();
        plant.clock.advance(600_000);
      }
    };
    await hours(9);
    faults.report = undefined;
    await hours(6);
    expect(made).toEqual(['2026-11-20']);
    faults.report = new Failure('server', 'ENOSPC: no space left on device');
    await hours(36);
    faults.report = undefined;
    await hours(4);
    const run = await store.run({ industryId: 'DEMO', scheduleId: 'day', date: '2026-11-21' });
    expect(run).toMatchObject({ state: 'failed', attempts: 8, error: 'ENOSPC: no space left on device' });
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

  it('go to nobody who was taken off their list while the mail server was away, and say so', async () => {
    const { plant, scheduler, mails, faults, asked, store } = await startRig();
    const one = scheduler();
    await one.tick();
    faults.mail = new Failure('unavailable', 'the mail server: refused');
    plant.clock.set(at('2026-11-21T07:00'));
    await one.tick();
    const [schedule] = asked.schedules;
    if (!schedule) throw new Error('no schedule');
    schedule.recipients = ['b@plant.example', 'c@plant.example'];
    faults.mail = undefined;
    plant.clock.advance(61_000);
    await one.tick();
    expect(mails.map(({ to }) => to)).toEqual(['b@plant.example']);
    const [run] = await store.list('DEMO', { limit: 1 });
    expect(run?.mails).toMatchObject([
      { recipient: 'a@plant.example', state: 'failed', error: 'no longer a recipient' },
      { recipient: 'b@plant.example', state: 'sent' },
    ]);
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

  it('that were switched off, or set to other days, are not made for the days before that', async () => {
    const { plant, scheduler, made, asked } = await startRig();
    const one = scheduler();
    const [schedule] = asked.schedules;
    if (!schedule) throw new Error('there is no schedule');
    await one.tick();
    schedule.enabled = false;
    for (let day = 0; day < 3; day += 1) {
      plant.clock.advance(DAY_MS);
      await one.tick();
    }
    schedule.enabled = true;
    await one.tick();
    expect(made).toEqual([]);
    schedule.dayOfWeek = 0;
    for (let day = 0; day < 3; day += 1) {
      plant.clock.advance(DAY_MS);
      await one.tick();
    }
    schedule.dayOfWeek = undefined;
    await one.tick();
    plant.clock.advance(DAY_MS);
    await scheduler().tick();
    expect(made).toEqual(['2026-11-26']);
  });

  it('are made in their time again after the clock was a year ahead', async () => {
    const { plant, scheduler, made } = await startRig();
    plant.clock.advance(365 * DAY_MS);
    await scheduler().tick();
    plant.clock.advance(-365 * DAY_MS);
    const one = scheduler();
    await one.tick();
    plant.clock.advance(DAY_MS);
    await one.tick();
    expect(made).toEqual(['2026-11-20']);
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
