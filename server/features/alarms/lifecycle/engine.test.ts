import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SLOT_MS } from '../../../core/slots.ts';
import { Writer } from '../../../db/writer.ts';
import { Calendars } from '../../../plantModel/calendars.ts';
import { AlertRig, type AlertRigOptions, feed, settingsWith, slotAt } from '../../../test/alertRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import type { UserDirectory } from '../../auth/model.ts';
import { PushTokens } from '../outbox/pushTokenStore.ts';
import { AlarmService } from './alarmService.ts';
import { AlarmStateStore } from './alarmStateStore.ts';
import { stateOf } from './alarms.ts';
import { MaintenanceWindows } from './maintenance.ts';
import { MaintenanceStore } from './maintenanceStore.ts';

const FIRST = slotAt('2026-03-10T00:00:00Z');
const UNITS = ['a', 'b', 'c'] as const;
const tags = UNITS.map((id) => `${id}.flow`);
const asha = { userId: 'asha', username: 'asha', industryId: 'DEMO', permissions: new Set(['ALERTS'] as const) };

/** Three lines with a limit of 50 m3/h, and a clock that goes slot by slot from midnight. */
class Story {
  readonly rig: AlertRig;
  readonly plant: TestPlant;
  slot = FIRST;

  constructor(options: AlertRigOptions = {}) {
    this.plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('SOURCE_CATEGORY', ['s']);
    const meter = { modulus: 1e6, basePerCount: 1000, maxPerHour: 100 };
    for (const id of UNITS)
      this.plant.addUnit({
        id,
        name: id.toUpperCase(),
        type: 'flow',
        subCategoryId: 's',
        meta: { meter, flowHigh: 50 },
        feeds: [feed(id, 'flow')],
      });
    this.rig = new AlertRig(this.plant, FIRST * SLOT_MS - 60_000, options);
    onTestFinished(() => this.rig.close());
    this.rig.start(tags);
  }

  /** So many slots in which A flows at one rate and the others at another; null: nothing comes. */
  async go(slots: number, a: number | null, others: number | null = 6): Promise<void> {
    for (const end = this.slot + slots; this.slot < end; this.slot += 1) {
      const given = [a, others, others].flatMap((value, at) => (value === null ? [] : [[tags[at] ?? '', value] as const]));
      await this.rig.slot(this.slot, Object.fromEntries(given));
    }
  }

  get service(): AlarmService {
    const { alarms, engine, readings } = this.rig;
    const users = { user: (id: string) => (id === 'asha' ? { ...asha, name: 'Asha' } : undefined) } as unknown as UserDirectory;
    return new AlarmService({
      directory: this.plant,
      calendars: new Calendars(this.plant),
      users,
      alarms,
      engine,
      store: new AlarmStateStore(new Writer(readings.connection.sqlite)),
      pushTokens: new PushTokens(new Writer(readings.connection.sqlite)),
      maintenance: new MaintenanceWindows(new MaintenanceStore(new Writer(readings.connection.sqlite)), readings.clock),
      testIndustries: [],
      clock: readings.clock,
    });
  }

  /** How often people were notified, by title. */
  inWords(): string[] {
    return this.rig.announced.map(({ alarm, kind }) => `${kind} ${alarm.title}`);
  }

  titles(): string[] {
    return this.rig.all().map(({ title, count }) => (count > 1 ? `${title} x${count}` : title));
  }

  idOf(title: string): string {
    const found = this.rig.all().find((one) => one.title === title);
    if (!found) throw new Error(`no ${title} among ${this.titles()}`);
    return found.id;
  }
}

describe('an alarm through restarts', () => {
  it('goes on with what it had counted, and is announced once', async () => {
    const story = new Story();
    await story.go(3, 6);
    await story.go(1, 60);
    await story.rig.restart();
    expect(story.titles()).toEqual([]);
    await story.go(1, 60);
    expect(story.titles()).toEqual(['A flow high']);
    for (let times = 0; times < 3; times += 1) {
      await story.rig.restart();
      await story.go(1, 60);
    }
    expect(story.inWords()).toEqual(['raised A flow high']);
    await story.rig.restart();
    await story.go(2, 6);
    expect(story.rig.all().map(({ clearedAtMs }) => clearedAtMs)).toEqual([story.slot * SLOT_MS]);
  });

  it('that was about to come leaves nothing stored when it does not', async () => {
    const story = new Story();
    const stored = (): string[] =>
      new AlarmStateStore(new Writer(story.rig.readings.connection.sqlite)).all('DEMO').map(({ key }) => key);
    await story.go(3, 6);
    await story.go(1, 60);
    expect(stored()).toEqual(['a|flow_rate|flow|high|']);
    await story.go(1, 6);
    expect(stored()).toEqual([]);
    expect(story.titles()).toEqual([]);
  });

  it('is found in the slots that were stored and not judged, with their own time, and once', async () => {
    const story = new Story();
    await story.go(3, 6);
    await story.rig.engine.stop();
    // readings were stored; the process ended before they were evaluated
    for (let at = 0; at < 12; at += 1) {
      await story.rig.readings.slot(story.slot, { 'a.flow': at >= 4 && at < 8 ? 60 : 6, 'b.flow': 6, 'c.flow': 6 });
      story.slot += 1;
    }
    await story.rig.restart();
    await story.go(1, 6);
    expect(story.rig.inWords()).toEqual(['2026-03-10T00:45 flow_rate A flow high']);
    expect(story.rig.all()[0]?.clearedAtMs).toBe((FIRST + 3 + 10) * SLOT_MS);
    await story.rig.restart();
    await story.go(2, 6);
    expect(story.titles()).toHaveLength(1);
  });

  it('that says a unit is silent comes when its off-time has passed since the start', async () => {
    const story = new Story();
    await story.go(3, 6);
    await story.rig.restart();
    const started = Math.floor(story.rig.readings.clock.now() / SLOT_MS);
    while (story.titles().length === 0 && story.slot < started + 10) await story.go(1, null, 6);
    expect(story.titles()).toEqual(['A offline']);
    // a quarter of an hour: the fourth slot is the first whose readings are missing for that long
    expect(story.slot - 1 - started).toBe(3);
  });

  it('waits until the server serves, and is then raised for what was measured before, with its own time', async () => {
    const story = new Story();
    await story.go(3, 6);
    const serving = Promise.withResolvers<void>();
    await story.rig.restart(serving.promise);
    for (let at = 0; at < 3; at += 1) {
      await story.rig.readings.slot(story.slot, { 'a.flow': 60, 'b.flow': 6, 'c.flow': 6 });
      story.slot += 1;
    }
    await new Promise(setImmediate);
    expect(story.titles()).toEqual([]);
    serving.resolve();
    await story.rig.engine.settled();
    expect(story.rig.inWords()).toEqual(['2026-03-10T00:25 flow_rate A flow high']);
  });

  it('that is being looked for while the server stops is given up: the slot counts as not judged', async () => {
    const story = new Story();
    await story.go(3, 6);
    await story.go(1, 60);
    let ms = 0;
    // each look at the clock is a long time after the one before: others get their turn after each unit
    vi.spyOn(story.rig.readings.clock, 'monotonicMs').mockImplementation(() => {
      ms += 10;
      return ms;
    });
    const evaluator = await story.rig.engine.evaluator('DEMO');
    const evaluating = evaluator.evaluate(story.slot);
    await story.rig.engine.stop();
    await evaluating;
    expect(story.rig.readings.connection.sqlite.prepare('select slot from alarm_progress').pluck().all()).toEqual([
      story.slot - 1,
    ]);
  });

  it('keeps no server from stopping that never came to serve', async () => {
    const story = new Story();
    await story.rig.restart(new Promise(() => undefined));
    await story.rig.readings.slot(story.slot, { 'a.flow': 60, 'b.flow': 6, 'c.flow': 6 });
    await story.rig.engine.stop();
    expect(story.titles()).toEqual([]);
  });

  it('of silence waits for its own time after an hour in which the server was off', async () => {
    const story = new Story();
    await story.go(6, 6);
    await story.rig.engine.stop();
    story.slot += 12;
    story.rig.readings.clock.set(story.slot * SLOT_MS + 1000);
    await story.rig.restart();
    await story.go(2, 6);
    expect(story.titles()).toEqual([]);
    await story.go(6, null, 6);
    expect(story.titles()).toEqual(['A offline']);
  });
});

describe('an alarm of a node of the balance', () => {
  it('is looked at when a day ends, and lasts until a day that ends without its loss', async () => {
    let z = 8;
    const day = (date: string, at: number) => ({
      date,
      fromMs: Date.UTC(2026, 2, 9 + at),
      lossKL: 60,
      uncertaintyKL: 4,
      z,
      baselineZ: 5 * z,
    });
    const nodeDays = async () => [
      { nodeId: 'header', label: 'Header', unitId: 'a', days: [day('2026-03-09', 0), day('2026-03-10', 1)] },
    ];
    const story = new Story({ nodeDays });
    const near = (slot: number): void => {
      story.slot = slot;
      story.rig.readings.clock.set(slot * SLOT_MS - 60_000);
    };
    const losses = (): boolean[] =>
      story.rig.all().flatMap(({ meta, clearedAtMs }) => (meta.nodeId === 'header' ? [clearedAtMs === null] : []));
    near(FIRST + 284);
    await story.go(3, 6);
    expect(losses()).toEqual([]);
    await story.go(1, 6);
    expect(losses()).toEqual([true]);
    await story.go(3, 6);
    expect(losses()).toEqual([true]);
    z = 0.1;
    near(FIRST + 2 * 288 - 2);
    await story.go(1, 6);
    expect(losses()).toEqual([true]);
    await story.go(1, 6);
    expect(losses()).toEqual([false]);
  });
});

describe('a slot that cannot be stored', () => {
  it('tells nobody, and is judged again with the next one', async () => {
    const story = new Story();
    const received: string[] = [];
    story.rig.readings.bus.on('test', 'durableMessages', ({ messages }) =>
      received.push(...messages.map(({ message }) => message.title)),
    );
    await story.go(3, 6);
    await story.go(1, 60);
    const { sqlite } = story.rig.readings.connection;
    sqlite.exec("create trigger full before insert on live_message begin select raise(abort, 'disk is full'); end");
    await story.go(1, 60);
    expect([story.titles(), received]).toEqual([[], []]);
    sqlite.exec('drop trigger full');
    await story.go(1, 60);
    expect(story.rig.inWords()).toEqual(['2026-03-10T00:25 flow_rate A flow high']);
    expect(received).toEqual(['A flow high']);
  });
});

describe('a slot that cannot be stored at its end', () => {
  it('has told nobody, and what it would have told is told once when it is stored', async () => {
    const story = new Story();
    const received: string[] = [];
    story.rig.readings.bus.on('test', 'durableMessages', ({ messages }) =>
      received.push(...messages.map(({ message }) => message.title)),
    );
    await story.go(4, 6);
    await story.go(1, 60);
    const { sqlite } = story.rig.readings.connection;
    sqlite.exec("create trigger full before insert on alarm_progress begin select raise(abort, 'disk is full'); end");
    await story.go(1, 60);
    expect([story.titles(), received]).toEqual([[], []]);
    sqlite.exec('drop trigger full');
    await story.go(2, 60);
    expect([story.titles(), received]).toEqual([['A flow high'], ['A flow high']]);
  });
});

describe('what a person did', () => {
  it('holds an acknowledged alarm back until the re-alarm time after that', async () => {
    const story = new Story({ settings: settingsWith({ flow_rate: { onDelaySlots: 2, offDelaySlots: 2, reAlarmMinutes: 60 } }) });
    await story.go(3, 6);
    await story.go(7, 60);
    await story.service.acknowledgeAll(asha, [story.idOf('A flow high')]);
    await story.go(11, 60);
    expect(story.inWords()).toEqual(['raised A flow high']);
    await story.rig.restart();
    await story.go(2, 60);
    expect(story.inWords()).toEqual(['raised A flow high', 'reminded A flow high']);
    expect(story.rig.all()[0]).toMatchObject({ ackedAtMs: null, ackedBy: null });
  });

  it('closes an alarm that lasts, which comes anew once it had gone', async () => {
    const story = new Story();
    await story.go(3, 6);
    await story.go(2, 60);
    await story.service.resolve(asha, story.idOf('A flow high'), 'asha');
    await story.go(60, 60);
    expect(story.inWords()).toEqual(['raised A flow high']);
    // seen to be active for as long as it is
    expect(story.rig.alarms.open('DEMO')).toMatchObject([{ title: 'A flow high', resolvedBy: 'asha', clearedAtMs: null }]);
    await story.go(2, 6);
    await story.go(2, 60);
    expect(story.inWords()).toEqual(['raised A flow high', 'raised A flow high']);
  });

  it('shelves an alarm: nothing is announced until the time is over, and then it is', async () => {
    const story = new Story();
    await story.go(3, 6);
    await story.go(2, 60);
    await story.go(2, 6);
    await story.service.acknowledgeAll(asha, [story.idOf('A flow high')]);
    await story.service.shelve(asha, story.idOf('A flow high'), 60, 'being calibrated');
    await story.go(10, 60);
    await story.rig.restart();
    expect(story.inWords()).toEqual(['raised A flow high']);
    await story.go(4, 60);
    expect(story.inWords()).toHaveLength(2);
  });

  it('and what was just raised is not lost when settings change while a slot waits to be stored', async () => {
    const story = new Story();
    await story.go(3, 6);
    await story.go(1, 60);
    const { readings, engine } = story.rig;
    const { sqlite } = readings.connection;
    // somebody else writes just then
    const off = readings.bus.on('test', 'slotsClosed', () => sqlite.exec('begin'));
    readings.clock.set((story.slot + 1) * SLOT_MS - 10_000);
    readings.send('a.flow', 60);
    readings.clock.set((story.slot + 1) * SLOT_MS + 3000);
    await readings.ingest.flush();
    off();
    readings.bus.emit('configurationChanged', { industryId: 'DEMO' });
    await engine.evaluator('DEMO');
    expect(story.titles()).toEqual([]);
    sqlite.exec('commit');
    await engine.settled();
    story.slot += 1;
    await story.go(3, 60);
    expect(story.titles()).toEqual(['A flow high']);
    expect(story.inWords()).toEqual(['raised A flow high']);
  });
});

describe('slots that closed all at once', () => {
  it('are evaluated with a turn for everybody else between them', async () => {
    const story = new Story();
    await story.go(3, 6);
    const { readings, engine } = story.rig;
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    readings.clock.set((story.slot + 200) * SLOT_MS + 3000);
    await readings.ingest.flush();
    setImmediate(count);
    await engine.settled();
    isOver = true;
    expect(turns).toBeGreaterThan(150);
  });
});

describe('sums of days', () => {
  it('are read again where a day changed, and all of them once a day is closed', async () => {
    const story = new Story();
    await story.go(1, 6);
    const { engine, readings } = story.rig;
    const { sums } = await engine.evaluator('DEMO');
    let sum = 5;
    const of = (seriesId: number): number | null => sums.of({ dayTotals: () => [{ day: 100, sum }] as never }, seriesId, 100);
    expect([of(901), of(902)]).toEqual([5, 5]);
    sum = 6;
    readings.bus.emit('dayRevised', { industryId: 'DEMO', date: '2026-03-08', seriesIds: [901] });
    await engine.settled();
    expect([of(901), of(902)]).toEqual([6, 5]);
    sum = 7;
    readings.bus.emit('dayClosed', { industryId: 'DEMO', date: '2026-03-08' });
    await engine.settled();
    expect([of(901), of(902)]).toEqual([7, 7]);
  });

  it('are read again after a slot that could not be stored', async () => {
    const story = new Story();
    await story.go(1, 6);
    const { engine, readings } = story.rig;
    const of = async (sum: number): Promise<number | null> =>
      (await engine.evaluator('DEMO')).sums.of({ dayTotals: () => [{ day: 100, sum }] as never }, 901, 100);
    expect([await of(5), await of(6)]).toEqual([5, 5]);
    readings.connection.sqlite.exec(
      "create trigger full before insert on alarm_progress begin select raise(abort, 'disk is full'); end",
    );
    await story.go(1, 6);
    expect(await of(7)).toBe(7);
  });
});

describe('settings and units that change', () => {
  it('count from the next slot on', async () => {
    const story = new Story();
    await story.go(3, 6);
    story.rig.settings = settingsWith({ flow_rate: { enabled: false } });
    story.rig.readings.bus.emit('configurationChanged', { industryId: 'DEMO' });
    await story.go(4, 60);
    expect(story.titles()).toEqual([]);
    story.rig.settings = settingsWith({ flow_rate: { onDelaySlots: 1, offDelaySlots: 1 } });
    story.rig.readings.bus.emit('configurationChanged', { industryId: 'DEMO' });
    await story.go(1, 60);
    expect(story.titles()).toEqual(['A flow high']);
  });

  it('end an alarm of silence in the name of its own unit', async () => {
    const story = new Story();
    const said: string[] = [];
    story.rig.readings.bus.on('test', 'durableMessages', ({ messages }) =>
      said.push(...messages.map(({ message }) => message.body)),
    );
    await story.go(6, 6);
    for (let slots = 0; slots < 5; slots += 1) {
      await story.rig.slot(story.slot, { 'a.flow': 6, 'c.flow': 6 });
      story.slot += 1;
    }
    expect(story.titles()).toEqual(['B offline']);
    said.length = 0;
    story.rig.settings = settingsWith({ device_status: { enabled: false } });
    story.rig.readings.bus.emit('configurationChanged', { industryId: 'DEMO' });
    await story.go(1, 6);
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter((body) => !body.startsWith('B online again'))).toEqual([]);
  });

  it('end the alarms of a rule that watches no longer', async () => {
    const story = new Story();
    await story.go(3, 6);
    await story.go(2, 60);
    story.rig.settings = settingsWith({ flow_rate: { enabled: false } });
    story.rig.readings.bus.emit('configurationChanged', { industryId: 'DEMO' });
    await story.go(1, 60);
    expect(story.rig.all()[0]?.clearedAtMs).toBe(story.slot * SLOT_MS);
  });
});

describe('an alarm that is held back', () => {
  it('by work at the unit comes when the work is over', async () => {
    let isWorking = true;
    const story = new Story({ isUnderWork: () => isWorking });
    await story.go(3, 6);
    await story.go(6, 60);
    expect(story.titles()).toEqual([]);
    isWorking = false;
    await story.go(1, 60);
    expect(story.titles()).toEqual(['A flow high']);
  });

  it('by work that begins while it is active is hidden until the work is over, and not announced again before', async () => {
    let isWorking = false;
    const settings = settingsWith({ flow_rate: { onDelaySlots: 2, offDelaySlots: 2, reAlarmMinutes: 30 } });
    const story = new Story({ isUnderWork: () => isWorking, settings });
    await story.go(3, 6);
    await story.go(2, 60);
    const states = () => story.rig.alarms.open('DEMO').map((alarm) => stateOf(alarm, 0));
    expect(states()).toEqual(['unack']);
    isWorking = true;
    await story.go(12, 60);
    expect(states()).toEqual(['suppressed']);
    expect(story.inWords()).toEqual(['raised A flow high']);
    isWorking = false;
    await story.go(2, 60);
    expect(states()).toEqual(['unack']);
    expect(story.inWords()).toEqual(['raised A flow high', 'reminded A flow high']);
  });

  it('by a gateway that is down is announced once, as the gateway', async () => {
    const story = new Story({ gatewayOf: (id) => (id === 'c' ? undefined : { id: 'gw', name: 'Panel 1', slaveId: 7 }) });
    await story.go(6, 6);
    for (let slots = 0; slots < 8; slots += 1) {
      await story.rig.slot(story.slot, { 'c.flow': 6 });
      story.slot += 1;
    }
    const [down, ...more] = story.rig.all();
    expect(more).toEqual([]);
    expect(down).toMatchObject({ category: 'device_status', unitId: '', priority: 2, meta: { n: 2, unit: 'Panel 1' } });
    await story.go(4, 6);
    expect(story.rig.all().map(({ clearedAtMs }) => clearedAtMs === null)).toEqual([false]);
    expect(story.inWords()).toHaveLength(1);
  });

  it('by a gateway that was down comes for a unit that stays silent when the others are back', async () => {
    const story = new Story({ gatewayOf: () => ({ id: 'gw', name: 'Panel 1', slaveId: 7 }) });
    await story.go(6, 6);
    await story.go(5, null, null);
    expect(story.rig.all().map(({ unitId, meta }) => [unitId, meta.unit])).toEqual([['', 'Panel 1']]);
    await story.go(3, null, 6);
    expect(story.titles()).toContain('A offline');
    const offline = story.rig.alarms.find('DEMO', story.idOf('A offline'));
    expect(offline?.action).toBe('Check power, gateway Panel 1, Modbus slave 7.');
    expect(story.rig.all()[0]?.clearedAtMs).not.toBeNull();
  });

  it('by a gateway that goes down after its first unit did is hidden while the gateway has the alarm', async () => {
    const story = new Story({ gatewayOf: (id) => (id === 'c' ? undefined : { id: 'gw', name: 'Panel 1', slaveId: 7 }) });
    await story.go(6, 6);
    await story.go(4, null, 6);
    expect(story.titles()).toEqual(['A offline']);
    for (const end = story.slot + 4; story.slot < end; story.slot += 1) await story.rig.slot(story.slot, { 'c.flow': 6 });
    expect(story.titles()).toEqual(['A offline', 'Panel 1: 2 units offline']);
    const states = () => story.rig.alarms.open('DEMO').map((alarm) => `${alarm.title} ${stateOf(alarm, 0)}`);
    expect(states()).toEqual(['Panel 1: 2 units offline unack', 'A offline suppressed']);
    await story.rig.restart();
    await story.go(2, null, 6);
    expect(states().toSorted()).toEqual(['A offline unack', 'Panel 1: 2 units offline rtn_unack']);
    const kinds = story.rig.alarms.steps(story.idOf('A offline')).map(({ kind }) => kind);
    expect(kinds).toEqual(['raised', 'suppressed', 'unsuppressed']);
    await story.go(2, 6);
    expect(states()).toContain('A offline rtn_unack');
  });

  it('by a gateway that comes back unit by unit raises nothing for those that are a slot later', async () => {
    const story = new Story({ gatewayOf: () => ({ id: 'gw', name: 'Panel 1', slaveId: 7 }) });
    await story.go(6, 6);
    await story.go(5, null, null);
    await story.go(1, 6, null);
    await story.go(3, 6);
    expect(story.titles()).toEqual(['Panel 1: 3 units offline']);
    expect(story.rig.all()[0]?.clearedAtMs).not.toBeNull();
  });
});
