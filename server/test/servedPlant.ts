import { expect, onTestFinished } from 'vitest';
import type { UnitMeta } from '../contract/model/units.ts';
import { enterReadings } from '../contract/plant/readings/readingsEntry.ts';
import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { dayNumber } from '../core/shift.ts';
import { SLOT_MS } from '../core/slots.ts';
import { createReadings } from '../features/readings/create.ts';
import { Calendars } from '../plantModel/calendars.ts';
import { type Ask, notingChanges, type Reply, sessionsOf, someCaller, startRig } from './httpRig.ts';
import { ReadingsRig } from './readingsRig.ts';
import { TestPlant } from './testPlant.ts';

const meter = { modulus: 1_000_000, basePerCount: 1, maxPerHour: 100_000, backDeadband: 1 };
const start = '2026-06-08';
export const today = '2026-06-12';

/** Four closed days and a running one: a meter of 100 litres a slot, a level of 2 m, the meter twice as a sum, and a log by hand. */
export const servedPlant = async () => {
  const plant = new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'in', type: 'flow', subCategoryId: 's', standardCategoryIds: ['ID_SOURCE'], meta: { meter } })
    .addUnit({
      id: 'twice',
      type: 'virtual',
      subCategoryId: 's',
      meta: { expression: [{ unitId: 'in', factor: 2 }] } as UnitMeta,
    })
    .addUnit({ id: 'well', type: 'level', subCategoryId: 's' })
    .addUnit({ id: 'tanker', type: 'manual', subCategoryId: 's', standardCategoryIds: ['ID_SOURCE'], name: '=Tanker "A", B' });
  const first = plant.calendar.windowOfDay(dayNumber(start)).firstSlot;
  const now = plant.calendar.windowOfDay(dayNumber(today)).firstSlot + 12;
  const rig = new ReadingsRig(plant, now * SLOT_MS + 10_000);
  onTestFinished(() => rig.close());
  const history = rig.history();
  for (let slot = first - 1; slot < now; slot += 1)
    history.acceptSlot(slot, [
      { seriesId: rig.id('in', 'volume'), value: (slot - first + 1) * 100 },
      { seriesId: rig.id('well', 'level'), value: 2 },
    ]);
  history.finish();
  rig.start(['in.volume', 'well.level']);
  await rig.ingest.flush();
  const parts = {
    directory: plant,
    reader: rig.reader,
    calendars: new Calendars(plant),
    ingest: rig.ingest,
    scheduler: new CooperativeScheduler(),
    clock: rig.clock,
  };
  const readings = createReadings({ ...parts, troubles: () => () => null, dischargeIds: async () => new Set<string>() });
  const caller = someCaller({ permissions: new Set(['COMMISSIONING', 'BATCH_PROCESS']) });
  const notes: unknown[] = [];
  const http = await startRig(readings.routes, {
    clock: rig.clock,
    sessions: sessionsOf({
      asha: { caller, panel: false },
      north: { caller: { ...caller, industryId: 'NORTH' }, panel: false },
    }),
    auditSink: {
      refused() {},
      ignoredTarget() {},
      actedElsewhere: async () => {},
      changing: notingChanges(async (_act, kind, note) => void notes.push({ kind, ...note })),
    },
  });
  onTestFinished(() => http.stop());
  const ask = (path: string, options: Ask = {}, token = 'asha'): Promise<Reply> =>
    http.ask(`/api${path}`, { ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } });
  const enter = (body: object, token?: string): Promise<Reply> => ask('/plant/readings/manual', { method: 'POST', body }, token);
  const entered = async (body: object) => {
    const { status, body: answer, text } = await enter({ note: 'display read', ...body });
    expect(status, text).toBe(200);
    return enterReadings.reply.parse(answer);
  };
  const slotsOf = (unitId: string, param: string, date: string, at: number, count: number) => {
    const from = plant.calendar.windowOfDay(dayNumber(date)).firstSlot + at;
    const { values, quality } = rig.reader.slots(rig.id(unitId, param), from, from + count);
    return { values: [...values], quality };
  };
  const totalOf = (unitId: string, param: string, date: string) =>
    rig.reader.dayTotals([rig.id(unitId, param)], dayNumber(date), dayNumber(date))[0];
  return { plant, rig, ask, enter, entered, slotsOf, totalOf, notes, readings, port: http.port };
};
