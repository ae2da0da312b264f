import { useMemo } from 'react';
import { type AlarmView, listAlarms } from '../../../../server/contract/plant/alarms.ts';
import type { Trend } from '../../../../server/contract/plant/readings/trend.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { toDmy } from '../../../text/times.ts';
import { gapsIn, type Step } from './lines.ts';
import { daysIn, type Range } from './range.ts';

const everyMs = 60_000;
export const mostAlarmDays = 31;
const shortestGapMs = 900_000;

/** Alarms of the unit and what its meter went through, in the range. */
export type Marks = {
  alarms: AlarmView[];
  events: Trend['events'];
  /** Stretches without data, at least a quarter of an hour long. */
  gaps: { fromMs: number; toMs: number }[];
  /** Why alarms are missing above; null where all are there. */
  lacking: 'long' | 'loading' | { error: unknown } | null;
};

export const useMarks = (
  unitId: string,
  range: Range,
  { trend, events, steps }: { trend: Trend | undefined; events: Trend['events']; steps: readonly Step[] },
): Marks => {
  const asked = daysIn(range) <= mostAlarmDays;
  const query = { startDate: toDmy(range.first), endDate: toDmy(range.last) };
  const { data, previous, error } = useEndpoint(
    listAlarms,
    { query },
    { everyMs: range.open ? everyMs : false, enabled: asked, keepPrevious: true },
  );
  return useMemo(() => {
    const isKnown = data !== undefined && previous !== true;
    const lacking = !asked ? 'long' : isKnown ? null : error === null ? 'loading' : { error };
    if (trend === undefined) return { alarms: [], events: [], gaps: [], lacking };
    const [from, to] = [trend.from, trend.to];
    // those of the shift days; the range may be a part of them
    const alarms = (asked ? (data?.alarms ?? []) : []).filter(
      (alarm) => alarm.unitId === unitId && alarm.raisedAt < to && (alarm.clearedAt ?? to) > from,
    );
    const gaps = gapsIn(steps, Date.parse(trend.settledTo)).filter(({ fromMs, toMs }) => toMs - fromMs >= shortestGapMs);
    return { alarms, events, gaps, lacking };
  }, [asked, data, previous, error, unitId, trend, events, steps]);
};
