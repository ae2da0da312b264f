import { Switch } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Choice } from '../../parts/Choice.tsx';
import { Empty, LoadingRows } from '../../parts/states.tsx';
import { Legend } from './Legend.tsx';
import type { PeriodKey } from './period.ts';
import type { UnitSearch } from './search.ts';
import styles from './TrendSection.module.css';
import { TrendTable } from './TrendTable.tsx';
import { hasBefore, type Trend } from './trend.ts';
import { words } from './words.ts';

const TrendChart = lazy(async () => ({ default: (await import('./TrendChart.tsx')).TrendChart }));

export const chartHeight = 'clamp(17rem, 46dvh, 44rem)';

type Props = {
  trend: Trend;
  labels: readonly string[];
  unitName: string;
  periodName: string;
  period: PeriodKey;
  nowMs: number;
  limits: { low: number | null; high: number | null };
  search: UnitSearch;
  onChange: (next: { [K in keyof UnitSearch]?: UnitSearch[K] | undefined }) => void;
};

/** The steps as a chart or as a table, with the legend and the ways to look at them. */
export const TrendView = ({ trend, labels, unitName, periodName, period, nowMs, limits, search, onChange }: Props) => {
  const canCompare = hasBefore(trend.points);
  const showBefore = canCompare && search.before !== false;
  const view = search.view ?? 'chart';
  if (!canCompare && trend.points.every(({ value }) => value === null))
    return <Empty title={words.trend.empty}>{words.trend.emptyBody}</Empty>;
  return (
    <>
      {view === 'table' ? (
        <TrendTable
          trend={trend}
          labels={labels}
          caption={words.trend.tableCaption(unitName, periodName)}
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
            label={words.trend.chartLabel(unitName, periodName)}
            height={chartHeight}
          />
        </Suspense>
      )}
      <div className={styles.foot}>
        <Legend trend={trend} period={period} showBefore={showBefore} limits={limits} nowMs={nowMs} />
        <div className={styles.switches}>
          {canCompare ? (
            <Switch
              label={words.trend.showCompare[period]}
              checked={showBefore}
              onChange={(event) => onChange({ before: event.currentTarget.checked ? undefined : false })}
            />
          ) : null}
          {period === 'day' ? (
            <Choice
              label={words.trend.step}
              value={search.step ?? 'slot'}
              options={[
                { value: 'slot', label: words.trend.steps.slot },
                { value: 'hour', label: words.trend.steps.hour },
              ]}
              onChoose={(value) => onChange({ step: value === 'hour' ? 'hour' : undefined })}
            />
          ) : null}
          <Choice
            label={words.trend.view}
            value={view}
            options={[
              { value: 'chart', label: words.trend.chart },
              { value: 'table', label: words.trend.table },
            ]}
            onChoose={(value) => onChange({ view: value === 'table' ? 'table' : undefined })}
          />
        </div>
      </div>
    </>
  );
};
