import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { TimeWindow } from '../../../server/contract/model/common.ts';
import { categoryDayQuery } from '../../api/queries.ts';
import { Chart } from '../../parts/Chart.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Failed, LoadingRows } from '../../parts/states.tsx';
import { useTokens } from '../../parts/tokens.ts';
import { useNow } from '../../state/now.ts';
import { useProfile, useServices } from '../../state/services.ts';
import { formatWithUnit } from '../../text/numbers.ts';
import { addDays, shiftDate } from '../../text/times.ts';
import { chartOption } from '../units/chartOption.ts';
import { stepLabels } from '../units/stepLabels.ts';
import type { TrendShape } from '../units/trend.ts';
import styles from './HoursPanel.module.css';
import { hoursOf } from './hours.ts';
import { words } from './words.ts';

const hourMs = 3_600_000;

type HoursProps = { category: string; name: string; shape: TrendShape; window: TimeWindow };

const Hours = ({ category, name, shape, window }: HoursProps) => {
  const { session, clock } = useServices();
  const { timezone } = useProfile();
  const tokens = useTokens();
  const nowHourMs = Math.floor(useNow(clock) / hourMs) * hourMs;
  const [at, setAt] = useState<number | null>(null);
  const date = shiftDate(Date.parse(window.from), window.timezone, window.shiftStart);
  const today = useQuery(categoryDayQuery(session, { category, date, live: true }));
  const yesterday = useQuery(categoryDayQuery(session, { category, date: addDays(date, -1), live: false }));

  const made = useMemo(() => {
    if (today.data == null) return null;
    const trend = hoursOf(today.data, yesterday.data ?? undefined, shape);
    const labels = stepLabels(trend.points, 'hour', timezone);
    return {
      trend,
      labels,
      option: chartOption({ trend, labels, labelEvery: 6, nowMs: nowHourMs, showBefore: true, tokens, compact: true }),
    };
  }, [today.data, yesterday.data, shape, timezone, nowHourMs, tokens]);

  if (today.data === undefined) {
    return today.error === null ? (
      <LoadingRows rows={1} height="11rem" />
    ) : (
      <Failed error={today.error} onRetry={() => void today.refetch()} busy={today.isFetching} />
    );
  }
  if (made === null) return null;
  const { trend, labels, option } = made;
  const index = at ?? trend.points.findLastIndex(({ value }) => value !== null);
  const point = trend.points[index];
  return (
    <figure className={styles.hours}>
      <figcaption>
        <h3>{name}</h3>
        <p>
          {point === undefined ? null : (
            <>
              {labels[index]} <strong>{formatWithUnit(point.value, trend.unit)}</strong>{' '}
              {words.versusYesterday(formatWithUnit(point.before, trend.unit))}
            </>
          )}
        </p>
      </figcaption>
      <Chart option={option} count={trend.points.length} label={`${name}, ${words.trend}`} onPoint={setAt} height="11rem" />
    </figure>
  );
};

/** The shift day by hours: intake, use and stock, with yesterday as a line. */
export const HoursPanel = ({ window }: { window: TimeWindow }) => (
  <Panel id="hours" title={words.trend} note={words.trendBody}>
    <div className={styles.row}>
      <Hours category="ID_SOURCE" name={words.kpi.intake} shape="bars" window={window} />
      <Hours category="ID_CONSUMPTION" name={words.kpi.consumption} shape="bars" window={window} />
      <Hours category="STOCK_CATEGORY" name={words.kpi.stock} shape="line" window={window} />
    </div>
  </Panel>
);
