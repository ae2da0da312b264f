import { SegmentedControl, Switch } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { TimeWindow } from '../../../server/contract/common.ts';
import type { OverviewUnit } from '../../../server/contract/overview.ts';
import { DateSteps } from '../../parts/DateSteps.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Empty, Failed, LoadingRows } from '../../parts/states.tsx';
import { useNow } from '../../state/now.ts';
import { useProfile, useServices } from '../../state/services.ts';
import { text } from '../../text/en.ts';
import { shiftDate } from '../../text/times.ts';
import { Events } from './Events.tsx';
import { Figures } from './Figures.tsx';
import { Legend } from './Legend.tsx';
import { isRunning, nameOf, periodKeys, stepped } from './period.ts';
import type { UnitSearch } from './search.ts';
import { stepLabels } from './stepLabels.ts';
import styles from './TrendSection.module.css';
import { TrendTable } from './TrendTable.tsx';
import { hasBefore } from './trend.ts';
import { useTrend } from './useTrend.ts';

const TrendChart = lazy(async () => ({ default: (await import('./TrendChart.tsx')).TrendChart }));

const chartHeight = '22rem';

/** The unit's day by 5 minutes, month by days or year by months, as a chart or a table, with its figures. */
export const TrendSection = ({ unit, window }: { unit: OverviewUnit; window: TimeWindow }) => {
  const { clock } = useServices();
  const { timezone, shift } = useProfile();
  const nowMs = useNow(clock);
  const search = useSearch({ from: '/units/$unitId' });
  const navigate = useNavigate({ from: '/units/$unitId' });
  const today = shiftDate(nowMs, window.timezone, shift.startAt);
  const period = search.period ?? 'day';
  const date = search.date === undefined || search.date > today ? today : search.date;
  const params = unit.type === 'quality' ? unit.params : [];
  const param = params.find((one) => one.param === search.param) ?? params[0];
  const {
    trend,
    unit: figures,
    reply,
    events,
    error,
    busy,
    retry,
  } = useTrend(unit, { period, date, today, param: param?.param ?? null });

  const canCompare = trend !== undefined && hasBefore(trend.points);
  const showBefore = canCompare && search.before !== false;

  const change = (next: { [K in keyof UnitSearch]?: UnitSearch[K] | undefined }) => {
    const merged = { ...search, ...next };
    const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined)) as UnitSearch;
    void navigate({ search: kept, replace: true });
  };
  const goTo = (to: string) => change({ date: to >= today ? undefined : to });
  const name = nameOf(period, date);
  const limits = { low: param?.lt ?? lineLimit(unit, 'lt'), high: param?.ht ?? lineLimit(unit, 'ht') };
  const labels = trend === undefined ? [] : stepLabels(trend.points, period, timezone);

  return (
    <Panel
      id="trend"
      title={name}
      note={isRunning(period, date, today) ? text.trend.running : undefined}
      actions={
        <div className={styles.controls}>
          <SegmentedControl
            aria-label={text.trend.period}
            value={period}
            onChange={(value) => change({ period: periodKeys.find((key) => key === value && key !== 'day') })}
            data={periodKeys.map((value) => ({ value, label: text.trend[value] }))}
            transitionDuration={0}
          />
          <DateSteps
            date={date}
            max={today}
            previousLabel={text.trend.previous[period]}
            nextLabel={text.trend.next[period]}
            nextDisabled={isRunning(period, date, today)}
            onPick={goTo}
            onStep={(by) => goTo(stepped(period, date, by))}
          />
        </div>
      }
    >
      {params.length > 1 ? (
        <div className={styles.params}>
          <SegmentedControl
            aria-label={text.trend.parameter}
            value={param?.param ?? ''}
            onChange={(value) => change({ param: value === params[0]?.param ? undefined : value })}
            data={params.map((one) => ({ value: one.param, label: one.name }))}
            transitionDuration={0}
          />
        </div>
      ) : null}
      {error !== null ? (
        <Failed error={error} onRetry={retry} busy={busy} />
      ) : trend === undefined ? (
        <LoadingRows rows={1} height={chartHeight} />
      ) : (
        <>
          <Figures unit={figures} reply={reply} trend={trend} period={period} param={param?.param ?? null} />
          {trend.points.every(({ value }) => value === null) ? (
            <Empty title={text.trend.empty}>{text.trend.emptyBody}</Empty>
          ) : search.view === 'table' ? (
            <TrendTable
              trend={trend}
              labels={labels}
              caption={text.trend.tableCaption(unit.unitName, name)}
              period={period}
              showBefore={showBefore}
              nowMs={nowMs}
            />
          ) : (
            <Suspense fallback={<LoadingRows rows={1} height={chartHeight} />}>
              <TrendChart
                trend={trend}
                labels={labels}
                period={period}
                nowMs={nowMs}
                showBefore={showBefore}
                limits={limits}
                label={text.trend.chartLabel(unit.unitName, name)}
                height={chartHeight}
              />
            </Suspense>
          )}
          <div className={styles.foot}>
            <Legend trend={trend} period={period} showBefore={showBefore} limits={limits} nowMs={nowMs} />
            <div className={styles.switches}>
              {canCompare ? (
                <Switch
                  label={text.trend.showCompare[period]}
                  checked={showBefore}
                  onChange={(event) => change({ before: event.currentTarget.checked ? undefined : false })}
                />
              ) : null}
              <SegmentedControl
                aria-label={text.trend.view}
                value={search.view ?? 'chart'}
                onChange={(value) => change({ view: value === 'table' ? 'table' : undefined })}
                data={[
                  { value: 'chart', label: text.trend.chart },
                  { value: 'table', label: text.trend.table },
                ]}
                transitionDuration={0}
              />
            </div>
          </div>
          <Events events={events} timezone={timezone} />
        </>
      )}
    </Panel>
  );
};

/** Limits of a unit that has one value only, where they are in the unit of its graph. */
const lineLimit = (unit: OverviewUnit, side: 'lt' | 'ht'): number | null => {
  if (unit.type !== 'stock' && unit.type !== 'level') return null;
  return unit.params[0]?.[side] ?? null;
};
