import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TimeWindow } from '../../../server/contract/model/common.ts';
import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import { Choice } from '../../parts/Choice.tsx';
import { DateSteps } from '../../parts/DateSteps.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Failed, LoadingRows } from '../../parts/states.tsx';
import { useNow } from '../../state/now.ts';
import { useProfile, useServices } from '../../state/services.ts';
import { shiftDate } from '../../text/times.ts';
import { Events } from './Events.tsx';
import { Figures } from './Figures.tsx';
import { isRunning, nameOf, periodKeys, stepped } from './period.ts';
import type { UnitSearch } from './search.ts';
import { stepLabels } from './stepLabels.ts';
import styles from './TrendSection.module.css';
import { chartHeight, TrendView } from './TrendView.tsx';
import { useTrend } from './useTrend.ts';
import { words } from './words.ts';

/** Limits of a unit with one value, where they are in the unit of its graph. */
const limitsOf = (unit: OverviewUnit, param: OverviewUnit['params'][number] | undefined) => {
  const from = param ?? (unit.type === 'stock' || unit.type === 'level' ? unit.params[0] : undefined);
  return { low: from?.lt ?? null, high: from?.ht ?? null };
};

/** The unit's day by 5 minutes or hours, month by days or year by months, with its figures. */
export const TrendSection = ({ unit, window }: { unit: OverviewUnit; window: TimeWindow }) => {
  const { clock } = useServices();
  const { timezone } = useProfile();
  const nowMs = useNow(clock);
  const search = useSearch({ from: '/units/$unitId' });
  const navigate = useNavigate({ from: '/units/$unitId' });
  const today = shiftDate(nowMs, window.timezone, window.shiftStart);
  const period = search.period ?? 'day';
  const date = search.date === undefined || search.date > today ? today : search.date;
  const params = unit.type === 'quality' ? unit.params : [];
  const param = params.find((one) => one.param === search.param) ?? params[0];
  const byHour = search.step === 'hour';
  const found = useTrend(unit, { period, date, today, param: param?.param ?? null, byHour });
  const { trend } = found;
  const labels = useMemo(() => (trend === undefined ? [] : stepLabels(trend.points, trend.grain, timezone)), [trend, timezone]);

  const change = (next: { [K in keyof UnitSearch]?: UnitSearch[K] | undefined }) => {
    const kept = Object.entries({ ...search, ...next }).filter(([, value]) => value !== undefined);
    void navigate({ search: Object.fromEntries(kept) as UnitSearch, replace: true });
  };
  const goTo = (to: string) => change({ date: to >= today ? undefined : to });
  const running = isRunning(period, date, today);

  return (
    <Panel
      id="trend"
      title={nameOf(period, date)}
      note={running ? words.trend.running : undefined}
      actions={
        <div className={styles.controls}>
          <Choice
            label={words.trend.period}
            value={period}
            options={periodKeys.map((value) => ({ value, label: words.trend[value] }))}
            onChoose={(value) => change({ period: value === 'day' ? undefined : value })}
          />
          <DateSteps
            date={date}
            max={today}
            previousLabel={words.trend.previous[period]}
            nextLabel={words.trend.next[period]}
            nextDisabled={running}
            onPick={goTo}
            onStep={(by) => goTo(stepped(period, date, by))}
          />
        </div>
      }
    >
      {params.length > 1 && param !== undefined ? (
        <div className={styles.params}>
          <Choice
            label={words.trend.parameter}
            value={param.param}
            options={params.map((one) => ({ value: one.param, label: one.name }))}
            onChoose={(value) => change({ param: value === params[0]?.param ? undefined : value })}
          />
        </div>
      ) : null}
      {found.error !== null ? (
        <Failed error={found.error} onRetry={found.retry} busy={found.busy} />
      ) : trend === undefined ? (
        <LoadingRows rows={1} height={chartHeight} />
      ) : (
        <>
          <Figures unit={found.unit} reply={found.reply} trend={trend} period={period} param={param?.param ?? null} />
          <TrendView
            trend={trend}
            labels={labels}
            unitName={unit.unitName}
            periodName={nameOf(period, date)}
            period={period}
            nowMs={nowMs}
            limits={limitsOf(unit, param)}
            search={search}
            onChange={change}
          />
          <Events events={found.events} timezone={timezone} />
        </>
      )}
    </Panel>
  );
};
