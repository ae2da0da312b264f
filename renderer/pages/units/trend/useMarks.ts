import { useMemo } from 'react';
import { type AlarmView, listAlarms } from '../../../../server/contract/plant/alarms.ts';
import type { Trend } from '../../../../server/contract/plant/readings/trend.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { toDmy } from '../../../text/times.ts';
import { gapsIn, type Step } from './lines.ts';
import { daysIn, type Range } from './range.ts';

const everyMs = 60_000;
const mostDays = 31;
const shortestGapMs = 900_000;

/** Alarms of the unit and what its meter went through, in the range. */
export type Marks = {
  alarms: AlarmView[];
  events: Trend['events'];
  /** Stretches without data, at least a quarter of an hour long. */
  gaps: { fromMs: number; toMs: number }[];
};

export const useMarks = (
  unitId: string,
  range: Range,
  { trend, events, steps }: { trend: Trend | undefined; events: Trend['events']; steps: readonly Step[] },
): Marks => {
  const asked = daysIn(range) <= mostDays;
  const query = { startDate: toDmy(range.first), endDate: toDmy(range.last) };
  const { data } = useEndpoint(
    listAlarms,
    { query },
    { everyMs: range.open ? everyMs : false, enabled: asked, keepPrevious: true },
  );
  return useMemo(() => {
    if (trend === undefined) return { alarms: [], events: [], gaps: [] };
    const [from, to] = [trend.from, trend.to];
    const alarms = (asked ? (data?.alarms ?? []) : []).filter(
      (alarm) => alarm.unitId === unitId && alarm.raisedAt < to && (alarm.clearedAt ?? to) > from,
    );
    const gaps = gapsIn(steps, Date.parse(trend.settledTo)).filter(({ fromMs, toMs }) => toMs - fromMs >= shortestGapMs);
    return { alarms, events, gaps };
  }, [asked, data, unitId, trend, events, steps]);
};
