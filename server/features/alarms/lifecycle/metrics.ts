import { round } from '../../../core/round.ts';
import { SLOTS_PER_HOUR, slotOf } from '../../../core/slots.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/time.ts';
import type { AlarmRecord, Priority } from '../model.ts';
import { subjectOfKey, subjectText } from '../subject.ts';

const TEN_MINUTES_MS = 600_000;
const STALE_MS = DAY_MS;
/** A flood begins above and ends below so many alarms in ten minutes (docs/domain.md 13.2). */
const FLOOD_BEGINS = 10;
const FLOOD_ENDS = 5;
/** Activations of one alarm within half an hour; slots are too coarse for a minute. */
const CHATTER_COUNT = 3;
const CHATTER_SLOTS = SLOTS_PER_HOUR / 2;
const TOP = 10;

export type AlarmMetrics = {
  raised: number;
  active: number;
  unacknowledged: number;
  resolved: number;
  meanMinutesToAcknowledge: number | null;
  meanMinutesToResolve: number | null;
  perTenMinutes: { mean: number; most: number };
  floodMinutes: number;
  floodPct: number;
  chattering: { alarm: AlarmRecord; activations: number }[];
  stale: { alarm: AlarmRecord; hours: number }[];
  byPriority: Record<Priority, number>;
  /** Names as the alarms have them: a gateway is no unit. */
  topTen: { unitId: string; name: string; count: number }[];
};

/** Alarms in ten minutes: a handful a day is some hundredths. */
const MEAN_PLACES = 4;

const meanMinutes = (spans: readonly number[]): number | null =>
  spans.length === 0 ? null : spans.reduce((sum, ms) => sum + ms, 0) / spans.length / MINUTE_MS;

/** Alarms in each ten minutes of a window. */
const tens = (times: readonly number[], fromMs: number, toMs: number): number[] => {
  const counts = Array<number>(Math.max(1, Math.ceil((toMs - fromMs) / TEN_MINUTES_MS))).fill(0);
  for (const ms of times) {
    const at = Math.floor((ms - fromMs) / TEN_MINUTES_MS);
    if (at >= 0 && at < counts.length) counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
};

const floodMinutes = (counts: readonly number[]): number => {
  let isFlood = false;
  let minutes = 0;
  for (const count of counts) {
    isFlood = count > FLOOD_BEGINS || (isFlood && count >= FLOOD_ENDS);
    if (isFlood) minutes += 10;
  }
  return minutes;
};

/**
 * By slots: an alarm is raised at the end of its slot, and what came back is written down some seconds after one.
 * @param activatedMs when it was raised and came back, in order.
 */
const isChattering = (activatedMs: readonly number[]): boolean => {
  const slots = activatedMs.map(slotOf);
  return slots.some((slot, at) => (slots[at + CHATTER_COUNT - 1] ?? Number.POSITIVE_INFINITY) - slot <= CHATTER_SLOTS);
};

/** A gateway, a node without meters and equipment are no units, and each is one of its own. */
const aboutOf = ({ unitId, key }: AlarmRecord): string => {
  if (unitId !== '') return unitId;
  const subject = subjectOfKey(key);
  return subject.kind === 'unit' ? key : subjectText(subject);
};

/**
 * How well alarms serve those who answer them; insights are no alarms.
 * @param records raised in [fromMs, toMs)
 * @param open all that are active now, whenever they were raised
 * @param cameBackMs when an alarm became active again, in order
 */
export const alarmMetrics = (
  records: readonly AlarmRecord[],
  open: readonly AlarmRecord[],
  { fromMs, toMs, nowMs }: { fromMs: number; toMs: number; nowMs: number },
  cameBackMs: (alarm: AlarmRecord) => readonly number[],
): AlarmMetrics => {
  const alarms = records.filter(({ insight }) => !insight);
  const endMs = Math.min(toMs, nowMs);
  const counts = tens(
    alarms.map(({ raisedAtMs }) => raisedAtMs),
    fromMs,
    endMs,
  );
  const flood = floodMinutes(counts);
  const perUnit = [...Map.groupBy(alarms, aboutOf).values()].map((own) => ({
    unitId: own[0]?.unitId ?? '',
    name: String(own[0]?.meta.unit ?? own[0]?.unitId ?? ''),
    count: own.reduce((sum, { count }) => sum + count, 0),
  }));
  return {
    raised: alarms.length,
    active: alarms.filter(({ clearedAtMs }) => clearedAtMs === null).length,
    unacknowledged: alarms.filter(({ ackedAtMs, resolvedAtMs }) => ackedAtMs === null && resolvedAtMs === null).length,
    resolved: alarms.filter(({ resolvedAtMs }) => resolvedAtMs !== null).length,
    meanMinutesToAcknowledge: meanMinutes(
      alarms.flatMap(({ raisedAtMs, ackedAtMs }) => (ackedAtMs === null ? [] : [ackedAtMs - raisedAtMs])),
    ),
    meanMinutesToResolve: meanMinutes(
      alarms.flatMap(({ raisedAtMs, resolvedAtMs }) => (resolvedAtMs === null ? [] : [resolvedAtMs - raisedAtMs])),
    ),
    perTenMinutes: {
      mean: round(alarms.length / counts.length, MEAN_PLACES),
      most: counts.reduce((most, count) => Math.max(most, count), 0),
    },
    floodMinutes: flood,
    floodPct: (100 * flood) / (counts.length * 10),
    chattering: alarms
      .filter((alarm) => alarm.count >= CHATTER_COUNT && isChattering([alarm.raisedAtMs, ...cameBackMs(alarm)]))
      .map((alarm) => ({ alarm, activations: alarm.count })),
    stale: open
      .filter(({ insight, raisedAtMs }) => !insight && raisedAtMs < toMs)
      .filter(({ clearedAtMs, raisedAtMs }) => clearedAtMs === null && nowMs - raisedAtMs > STALE_MS)
      .map((alarm) => ({ alarm, hours: (nowMs - alarm.raisedAtMs) / HOUR_MS })),
    byPriority: {
      1: alarms.filter(({ priority }) => priority === 1).length,
      2: alarms.filter(({ priority }) => priority === 2).length,
      3: alarms.filter(({ priority }) => priority === 3).length,
      4: alarms.filter(({ priority }) => priority === 4).length,
    },
    topTen: perUnit.toSorted((a, b) => b.count - a.count).slice(0, TOP),
  };
};
