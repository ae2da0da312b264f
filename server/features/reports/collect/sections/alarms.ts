import { categoryNames } from '../../../../contract/model/alertCategories.ts';
import { placesOfLimits } from '../../../../contract/rules/finePlaces.ts';
import { SLOT_MS } from '../../../../core/slots.ts';
import { median } from '../../../../core/statistics.ts';
import { MINUTE_MS } from '../../../../core/time.ts';
import type { AlarmRecord } from '../../../alarms/index.ts';
import type { Kpi, TableSection } from '../../model.ts';
import { beside, cell, number, text, time } from '../columns.ts';
import type { Collecting } from '../context.ts';

const priorities = { 1: 'critical', 2: 'high', 3: 'medium', 4: 'low' } as const;

/** What was open at some time of the window, also where it was raised before, oldest first; of the units asked for. */
export const alarmsIn = ({ alarms, order, window }: Collecting): AlarmRecord[] =>
  alarms.openWithin(order.industryId, window.fromSlot * SLOT_MS, window.toSlot * SLOT_MS, order.unitIds ?? undefined);

/** How long an alarm that is over stood: of one that came back, without the time between. Null while it is not over. */
const lastedMs = ({ id, raisedAtMs, clearedAtMs, count }: AlarmRecord, { alarms }: Collecting): number | null => {
  if (clearedAtMs === null) return null;
  if (count === 1) return clearedAtMs - raisedAtMs;
  let betweenMs = 0;
  let overSinceMs: number | null = null;
  for (const { kind, at } of alarms.steps(id)) {
    if (kind === 'cleared') overSinceMs ??= at;
    if (kind !== 'rejoined' || overSinceMs === null) continue;
    betweenMs += at - overSinceMs;
    overSinceMs = null;
  }
  return Math.max(0, clearedAtMs - raisedAtMs - betweenMs);
};

const inMinutes = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / MINUTE_MS));

/** Of the limits of analysers, which people enter; what other rules work out has no places of its own. */
const placesOf = (open: readonly AlarmRecord[]): number =>
  placesOfLimits(open.flatMap(({ category, threshold }) => (category === 'quality_threshold' ? [threshold] : [])));

/** Raised, acknowledged, over, and for how long it stood. */
export const alarmTable = (open: readonly AlarmRecord[], context: Collecting): TableSection => ({
  kind: 'table',
  key: 'alarms',
  title: 'Alarms',
  columns: [
    time('raised', 'Raised'),
    text('unit', 'Unit'),
    text('what', 'What'),
    text('priority', 'Priority'),
    beside(number('value', 'Value', '', placesOf(open)), 'limit'),
    beside(number('limit', 'Limit', '', placesOf(open)), 'value'),
    time('acked', 'Acknowledged'),
    text('by', 'By'),
    time('over', 'Over'),
    number('minutes', 'Lasted', 'min', 0),
    number('count', 'Times', '', 0),
  ],
  rows: open.map((alarm) => ({
    cells: {
      raised: alarm.raisedAtMs,
      unit: context.directory.unit(context.order.industryId, alarm.unitId)?.name ?? '',
      what: alarm.title,
      priority: alarm.insight ? 'insight' : priorities[alarm.priority],
      value: cell(alarm.value),
      limit: cell(alarm.threshold),
      acked: alarm.ackedAtMs,
      by: alarm.ackedBy === null ? '' : (context.order.userNames[alarm.ackedBy] ?? 'somebody who has left'),
      over: alarm.clearedAtMs,
      minutes: inMinutes(lastedMs(alarm, context)),
      count: alarm.count,
    },
  })),
  empty: 'No alarm in this period.',
});

/** How alarms were answered, by category. */
export const alarmFigures = (open: readonly AlarmRecord[], context: Collecting): TableSection => {
  const groups = [...Map.groupBy(open, ({ category }) => category)].sort(([, a], [, b]) => b.length - a.length);
  const rows = groups.map(([category, own]) => ({
    cells: {
      category: categoryNames[category],
      count: own.length,
      critical: own.filter(({ priority, insight }) => priority === 1 && !insight).length,
      acked: own.filter(({ ackedAtMs }) => ackedAtMs !== null).length,
      toAck: cell(
        median(own.flatMap(({ ackedAtMs, raisedAtMs }) => (ackedAtMs === null ? [] : [(ackedAtMs - raisedAtMs) / MINUTE_MS]))),
      ),
      lasted: cell(
        median(
          own.flatMap((alarm) => {
            const ms = lastedMs(alarm, context);
            return ms === null ? [] : [ms / MINUTE_MS];
          }),
        ),
      ),
      standing: own.filter(({ clearedAtMs }) => clearedAtMs === null).length,
    },
  }));
  const sum = (key: 'count' | 'critical' | 'acked' | 'standing'): number =>
    rows.reduce((total, { cells }) => total + cells[key], 0);
  return {
    kind: 'table',
    key: 'alarmFigures',
    title: 'Alarms by kind',
    columns: [
      text('category', 'Kind'),
      number('count', 'Alarms', '', 0),
      number('critical', 'Critical', '', 0),
      number('acked', 'Acknowledged', '', 0),
      number('toAck', 'Median time to acknowledge', 'min', 1),
      number('lasted', 'Median length', 'min', 1),
      number('standing', 'Not over', '', 0),
    ],
    rows,
    total: {
      label: 'Total',
      sums: { count: sum('count'), critical: sum('critical'), acked: sum('acked'), standing: sum('standing') },
    },
    empty: 'No alarm in this period.',
  };
};

export const alarmKpis = (open: readonly AlarmRecord[]): Kpi[] => [
  {
    key: 'alarms',
    name: 'Alarms',
    value: open.filter(({ insight }) => !insight).length,
    unit: '',
    decimals: 0,
    previous: null,
    changePct: null,
    completenessPct: null,
  },
];
