import { describe, expect, it, onTestFinished } from 'vitest';
import { SLOT_MS } from '../../core/slots.ts';
import { Writer } from '../../db/writer.ts';
import { AlertRig, type AlertRigOptions, feed, slotAt } from '../../test/alertRig.ts';
import { newAlarm } from '../../test/outboxRig.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { AlarmStateStore } from './lifecycle/alarmStateStore.ts';
import { idle } from './lifecycle/machine.ts';

const meter = { modulus: 1e6, basePerCount: 1000, maxPerHour: 100 };
/** A day from midnight UTC, and the first two hours of the next. */
const FIRST = slotAt('2026-03-10T00:00:00Z');
const DAY = 288;
const END = FIRST + DAY + 24;

/** A line of 6 m3/h that passes 60 from 10:00 to 11:00, of which nothing came between 09:00 and 12:00. */
const flowAt = (slot: number): number => (slot - FIRST >= 120 && slot - FIRST < 132 ? 60 : 6);
const isSilent = (slot: number): boolean => slot - FIRST >= 108 && slot - FIRST < 144;

const makeRig = (options: AlertRigOptions): AlertRig => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('SOURCE_CATEGORY', ['s']).addUnit({
    id: 'line',
    name: 'Line',
    type: 'flow',
    subCategoryId: 's',
    meta: { meter, flowHigh: 50 },
    feeds: [feed('line', 'flow')],
  });
  const rig = new AlertRig(plant, FIRST * SLOT_MS - 60_000, options);
  onTestFinished(() => rig.close());
  return rig.start(['line.flow']);
};

const startLate = async (options: AlertRigOptions = {}): Promise<AlertRig> => {
  const rig = makeRig(options);
  for (let slot = FIRST; slot < END; slot += 1) await rig.slot(slot, isSilent(slot) ? {} : { 'line.flow': flowAt(slot) });
  return rig;
};

/** The gateway gives what it had kept. */
const sendKept = async (rig: AlertRig): Promise<void> => {
  for (let slot = FIRST; slot < FIRST + DAY; slot += 1)
    if (isSilent(slot)) rig.readings.send('line.flow', flowAt(slot), slot * SLOT_MS + 200_000);
  rig.readings.clock.advance(20_000);
  await rig.readings.ingest.flush();
  await rig.engine.settled();
};
const flowAlarms = (rig: AlertRig): string[] => rig.inWords().filter((line) => line.includes('flow_rate'));

/** The server starts once more, and has looked at what waited for it. */
const startAgain = async (rig: AlertRig): Promise<void> => {
  await rig.restart();
  await rig.readings.ingest.flush();
  await rig.engine.settled();
};

describe('readings that come when their day is closed', () => {
  it('raise what they would have raised, with their own time, over when they say, and without a call to anybody', async () => {
    const rig = await startLate();
    expect(flowAlarms(rig)).toEqual([]);
    const shown: string[] = [];
    rig.readings.bus.on('test', 'durableMessages', ({ messages }) => shown.push(...messages.map(({ message }) => message.title)));
    await sendKept(rig);
    // those who look at the panel see it at once
    expect(shown).toEqual(['Line flow high']);
    expect(flowAlarms(rig)).toEqual(['2026-03-10T10:10 flow_rate Line flow high late']);
    const [alarm] = rig.all().filter(({ category }) => category === 'flow_rate');
    expect(alarm).toMatchObject({
      late: true,
      date: '2026-03-10',
      clearedAtMs: (FIRST + 134) * SLOT_MS,
      meta: { late: 1 },
    });
    expect(rig.announced.filter(({ alarm }) => alarm.category === 'flow_rate')).toEqual([]);
    expect(rig.readings.log).toEqual([]);
  });

  it('raise it once, however often the day changes', async () => {
    const rig = await startLate();
    await sendKept(rig);
    rig.readings.send('line.flow', 59, (FIRST + 125) * SLOT_MS + 250_000);
    rig.readings.clock.advance(20_000);
    await rig.readings.ingest.flush();
    await rig.engine.settled();
    expect(flowAlarms(rig)).toHaveLength(1);
  });

  it('raise it though the line had an alarm that was over hours before', async () => {
    const rig = makeRig({});
    const atMs = (hours: number): number => FIRST * SLOT_MS + hours * 3_600_000;
    const before = newAlarm('Line', {
      unitId: 'line',
      category: 'flow_rate',
      key: 'line|flow_rate|flow|high|',
      raisedAtMs: atMs(-5),
    });
    new Writer(rig.readings.connection.sqlite).run((tx) => rig.alarms.raise(tx, before, atMs(-4)));
    for (let slot = FIRST; slot < END; slot += 1) await rig.slot(slot, isSilent(slot) ? {} : { 'line.flow': flowAt(slot) });
    expect(flowAlarms(rig)).toHaveLength(1);
    await sendKept(rig);
    expect(flowAlarms(rig)).toHaveLength(2);
    expect(flowAlarms(rig)).toContain('2026-03-10T10:10 flow_rate Line flow high late');
  });

  it('raise nothing that an alarm of earlier days, still active, already covers', async () => {
    const rig = makeRig({});
    const before = newAlarm('Line', {
      unitId: 'line',
      category: 'flow_rate',
      key: 'line|flow_rate|flow|high|',
      raisedAtMs: FIRST * SLOT_MS - 13 * 86_400_000,
    });
    new Writer(rig.readings.connection.sqlite).run((tx) => rig.alarms.raise(tx, before));
    for (let slot = FIRST; slot < END; slot += 1) await rig.slot(slot, isSilent(slot) ? {} : { 'line.flow': flowAt(slot) });
    await sendKept(rig);
    expect(flowAlarms(rig)).toHaveLength(1);
  });

  it('raise nothing of a time in which work was going on', async () => {
    const rig = await startLate({ isUnderWork: () => true });
    await sendKept(rig);
    expect(flowAlarms(rig)).toEqual([]);
  });
});

describe('readings that come while their day is open, after their slots were evaluated', () => {
  const startToday = async (hours: number, options: AlertRigOptions = {}): Promise<AlertRig> => {
    const rig = makeRig(options);
    for (let slot = FIRST; slot < FIRST + hours * 12; slot += 1)
      await rig.slot(slot, isSilent(slot) ? {} : { 'line.flow': flowAt(slot) });
    return rig;
  };
  const sendSilent = async (rig: AlertRig, from = 108, to = 144): Promise<void> => {
    for (let at = from; at < to; at += 1) rig.readings.send('line.flow', flowAt(FIRST + at), (FIRST + at) * SLOT_MS + 200_000);
    rig.readings.clock.advance(10_000);
    await rig.readings.ingest.flush();
    await rig.engine.settled();
  };

  it('raise what they would have raised, with their own time and without a call, and once, through a restart', async () => {
    const rig = await startToday(13);
    await sendSilent(rig);
    expect(flowAlarms(rig)).toEqual(['2026-03-10T10:10 flow_rate Line flow high late']);
    expect(rig.all().filter(({ late }) => late)).toMatchObject([{ clearedAtMs: (FIRST + 134) * SLOT_MS }]);
    expect(rig.announced.filter(({ alarm }) => alarm.category === 'flow_rate')).toEqual([]);
    await rig.restart();
    await sendSilent(rig);
    for (let at = 156; at < 300; at += 1) await rig.slot(FIRST + at, { 'line.flow': 6 });
    expect(flowAlarms(rig)).toHaveLength(1);
    expect(rig.readings.log).toEqual([]);
  });

  it('leave to the slots to come what has not ended', async () => {
    const rig = await startToday(9);
    for (let slot = FIRST + 108; slot < FIRST + 126; slot += 1) await rig.slot(slot, {});
    // the readings up to 10:30, of which 10:00 on are too high
    await sendSilent(rig, 108, 126);
    expect(flowAlarms(rig)).toEqual([]);
    for (let at = 126; at < 128; at += 1) await rig.slot(FIRST + at, { 'line.flow': 60 });
    expect(flowAlarms(rig)).toEqual(['2026-03-10T10:40 flow_rate Line flow high']);
  });

  it('raise nothing that a person has shelved', async () => {
    const rig = await startToday(13);
    const key = 'line|flow_rate|flow|high|';
    const state = { ...idle, shelvedUntilSlot: FIRST + 150 };
    (await rig.engine.evaluator('DEMO')).keys();
    const writer = new Writer(rig.readings.connection.sqlite);
    writer.run((tx) => new AlarmStateStore(writer).put(tx, 'DEMO', { key, unitId: 'line', category: 'flow_rate', state }));
    rig.engine.reread('DEMO');
    await sendSilent(rig);
    expect(flowAlarms(rig)).toEqual([]);
  });
});

describe('readings that were stored late when the server was killed before anybody looked at them', () => {
  const marks = (rig: AlertRig): unknown[] => rig.readings.connection.sqlite.prepare('select * from reading_revised').all();
  const late = '2026-03-10T10:10 flow_rate Line flow high late';

  it.each([
    ['of a closed day', 288 + 24],
    ['of the open day', 156],
  ])('%s are looked at after the start, once', async (_, slots) => {
    const rig = makeRig({});
    for (let at = 0; at < slots; at += 1)
      await rig.slot(FIRST + at, isSilent(FIRST + at) ? {} : { 'line.flow': flowAt(FIRST + at) });
    expect(marks(rig)).toEqual([]);
    // nobody hears of what is stored from here on
    await rig.engine.stop();
    await sendKept(rig);
    expect(flowAlarms(rig)).toEqual([]);
    expect(marks(rig)).toHaveLength(1);

    await startAgain(rig);
    expect(flowAlarms(rig)).toEqual([late]);
    expect(marks(rig)).toEqual([]);

    await startAgain(rig);
    expect(flowAlarms(rig)).toEqual([late]);
    expect(rig.readings.log).toEqual([]);
  });

  it('wait for the next start where the server stops while they are looked at', async () => {
    const rig = await startLate();
    for (let slot = FIRST; slot < FIRST + DAY; slot += 1)
      if (isSilent(slot)) rig.readings.send('line.flow', flowAt(slot), slot * SLOT_MS + 200_000);
    rig.readings.clock.advance(20_000);
    await rig.readings.ingest.flush();
    await rig.engine.stop();
    expect(flowAlarms(rig)).toEqual([]);
    expect(marks(rig)).toHaveLength(1);

    await startAgain(rig);
    expect(flowAlarms(rig)).toEqual([late]);
    expect(marks(rig)).toEqual([]);
  });

  it('wait for the next start where looking at them failed', async () => {
    const rig = await startLate();
    const evaluator = await rig.engine.evaluator('DEMO');
    evaluator.late.evaluateDay = () => Promise.reject(new Error('no room'));
    await sendKept(rig);
    expect(marks(rig)).toHaveLength(1);

    await startAgain(rig);
    expect(flowAlarms(rig)).toEqual([late]);
    expect(marks(rig)).toEqual([]);
  });
});
