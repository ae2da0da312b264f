import { ManualClock, systemClock } from '../core/clock.ts';
import { SLOT_MS, SLOTS_PER_DAY, slotOf } from '../core/slots.ts';
import { DAY_MS } from '../core/time.ts';
import {
  AlarmStateStore,
  AlarmStore,
  Alarms,
  LiveLog,
  LiveLogStore,
  RuleEvaluator,
  type SlotSource,
} from '../features/alarms/index.ts';
import type { Plant as Server } from '../plant.ts';
import { factsOf } from '../plantModel/index.ts';
import type { Storage } from '../storage.ts';
import { PastShift } from './pastShift.ts';

/** Older alarms are not made: they would delay the start of the demo. */
const PAST_DAYS = 14;
/** The shift of a well-run plant looks at its alarms every quarter of an hour. */
const ROUND_SLOTS = 3;
const KEPT_DAYS = 3;

type Parts = {
  server: Server;
  storage: Storage;
  industryIds: readonly string[];
  fromMs: number;
  nowMs: number;
  operatorId: string;
};

/** Stored days, each read once while the slots are evaluated in order. */
const daysOf = ({ reader, directory, calendars }: Server): SlotSource => {
  const kept = new Map<string, { day: number; block: ReturnType<NonNullable<SlotSource['inMemory']>> }>();
  return {
    slots: (...asked) => reader.slots(...asked),
    dayTotals: (...asked) => reader.dayTotals(...asked),
    counterEvents: (...asked) => reader.counterEvents(...asked),
    inMemory: (seriesId, day) => {
      const key = `${seriesId} ${day % KEPT_DAYS}`;
      const known = kept.get(key);
      if (known?.day === day) return known.block;
      const industryId = directory.seriesById(seriesId)?.industryId ?? '';
      const { firstSlot, slots } = calendars.of(industryId).windowOfDay(day);
      const { values, quality } = reader.slots(seriesId, firstSlot, firstSlot + slots);
      const block = { firstSlot, values, quality: Buffer.from(quality, 'latin1') };
      kept.set(key, { day, block });
      return block;
    },
  };
};

/**
 * Evaluates the alarm rules slot by slot over the last two weeks of history, or as much as there is; alarms that ended a while ago are
 * acknowledged.
 */
export const writePastAlarms = async ({ server, storage, industryIds, fromMs, nowMs, operatorId }: Parts): Promise<void> => {
  const { directory, calendars, accounts, bus } = server;
  const { writer, reader } = storage;
  const clock = new ManualClock(nowMs);
  const alarms = new Alarms({
    store: new AlarmStore(writer, reader.sqlite),
    liveLog: new LiveLog(new LiveLogStore(writer, reader.sqlite), clock),
    bus,
    clock,
    announcer: { enqueue: () => undefined },
  });
  const store = new AlarmStateStore(writer);
  const through = slotOf(nowMs) - 1;
  const first = Math.max(slotOf(fromMs), through - PAST_DAYS * SLOTS_PER_DAY + 1);
  for (const industryId of industryIds) {
    const evaluator = new RuleEvaluator({
      industryId,
      units: directory.units(industryId),
      facts: factsOf(directory.industry(industryId)),
      settings: (await accounts.settings.alerts(industryId)).settings,
      calendar: calendars.of(industryId),
      keys: new Map(store.all(industryId).map((record) => [record.key, record])),
      startSlot: 0,
      source: daysOf(server),
      store,
      alarms,
      suppression: { gatewayOf: (id, unitId) => server.alerts.gatewayOf(id, unitId), isUnderWork: () => false },
      nodeDays: (...asked) => server.dashboards.balance.nodeDays(...asked),
      clock: systemClock,
    });
    const shift = new PastShift({ industryId, operatorId, alarms, store, evaluator: evaluator, answeredUntilMs: nowMs - DAY_MS });
    const calendar = calendars.of(industryId);
    for (let day = calendar.dayOfSlot(slotOf(fromMs)); calendar.windowOfDay(day + 1).firstSlot <= first; day += 1) {
      const slot = calendar.windowOfDay(day + 1).firstSlot - 1;
      clock.set((slot + 1) * SLOT_MS);
      await evaluator.evaluateBalance(slot);
      shift.answer(clock);
    }
    for (let slot = first; slot <= through; slot += 1) {
      clock.set((slot + 1) * SLOT_MS);
      await evaluator.evaluate(slot);
      if (slot % ROUND_SLOTS === 0) shift.answer(clock);
    }
  }
  alarms.forget();
};
