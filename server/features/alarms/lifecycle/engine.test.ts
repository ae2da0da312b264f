import { describe, expect, it, vi } from 'vitest';
import { SLOT_MS } from '../../../core/slots.ts';
import { Writer } from '../../../db/writer.ts';
import { FIRST, Story } from '../../../test/alarmStory.ts';
import { settingsWith } from '../../../test/alertRig.ts';
import { AlarmStateStore } from './alarmStateStore.ts';
import { stateOf } from './alarms.ts';

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

  it('is found in the slots that were stored and not evaluated, with their own time, and once', async () => {
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

  it('that is being looked for while the server stops is given up: the slot counts as not evaluated', async () => {
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
