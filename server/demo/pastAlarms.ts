import { ManualClock, systemClock } from '../core/clock.ts';
import { SLOT_MS, slotOf } from '../core/slots.ts';
import {
  AlarmStateStore,
  AlarmStore,
  Alarms,
  acknowledge,
  LiveLog,
  LiveLogStore,
  RuleEvaluator,
  resolve,
  type SlotSource,
} from '../features/alarms/index.ts';
import type { Plant as Server } from '../plant.ts';
import { factsOf } from '../plantModel/index.ts';
import type { Storage } from '../storage.ts';

/** Longer ago than this, alarms of a demo are not worth the time that making them takes. */
const PAST_DAYS = 14;
const DAY_SLOTS = 288;
const DAY_MS = 86_400_000;
/** What the shift of a well-run plant takes to look at an alarm. */
const ANSWER_MS = 12 * 60_000;
const KEPT_DAYS = 3;

type Parts = {
  server: Server;
  storage: Storage;
  industryIds: readonly string[];
  fromMs: number;
  nowMs: number;
  operatorId: string;
};

/** Stored days, each read once while the past goes by. */
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
 * Judges the last two weeks of the past, as far as there is one, as if they had been lived through; what is long over was looked
 * at by the shift.
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
  const first = Math.max(slotOf(fromMs), through - PAST_DAYS * DAY_SLOTS + 1);
  for (const industryId of industryIds) {
    const judging = new RuleEvaluator({
      industryId,
      units: directory.units(industryId),
      facts: factsOf(directory.industry(industryId)),
      settings: (await accounts.settings.alerts(industryId)).settings,
      calendar: calendars.of(industryId),
      keys: new Map(),
      startSlot: 0,
      source: daysOf(server),
      store,
      alarms,
      suppression: { gatewayOf: (id, unitId) => server.alerts.gatewayOf(id, unitId), isUnderWork: () => false },
      clock: systemClock,
    });
    for (let slot = first; slot <= through; slot += 1) {
      clock.set((slot + 1) * SLOT_MS);
      await judging.judge(slot);
    }
    const old = alarms.between(industryId, 0, nowMs - DAY_MS).filter(({ clearedAtMs }) => clearedAtMs !== null);
    store.together((tx) => {
      for (const record of old) {
        const atMs = record.raisedAtMs + ANSWER_MS;
        clock.set(atMs);
        const seen = {
          ...record,
          ackedAtMs: atMs,
          ackedBy: operatorId,
          resolvedAtMs: record.clearedAtMs,
          resolvedBy: operatorId,
        };
        alarms.change(tx, seen, { kind: 'resolved', userId: operatorId, note: '' });
        judging.change(tx, record, (state) => resolve(acknowledge(state, slotOf(atMs))));
      }
    });
  }
  alarms.forget();
};
