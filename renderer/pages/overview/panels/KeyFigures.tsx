import { memo, useMemo, useState } from 'react';
import type { Overview, OverviewKpi } from '../../../../server/contract/plant/overview.ts';
import tags from '../../../parts/figures/tag.module.css';
import { usePast } from '../../../state/past.tsx';
import { useProfile } from '../../../state/services.ts';
import {
  formatAxis,
  formatChange,
  formatCompleteness,
  formatFilled,
  formatInParts,
  formatShare,
  formatValue,
  formatWithUnit,
  type Marks,
  unitLabel,
} from '../../../text/numbers.ts';
import { clockTime, weekdayOf } from '../../../text/times.ts';
import { allLimits, type LimitCounts } from '../limits.ts';
import { dayOf } from '../usePlantNow.ts';
import { hasMeter, type KpiName, kpiNames } from '../verdict.ts';
import { words } from '../words.ts';
import styles from './KeyFigures.module.css';
import { KpiBar } from './KpiBar.tsx';
import { marksOf, usualWords } from './usualBand.ts';

/** Whole part strong, decimals fainter. */
export const BigNumber = ({ value, unit, beside = [] }: { value: number | null; unit: string; beside?: Marks }) => {
  const [whole, decimals] = formatInParts(value, unit, beside);
  return (
    <>
      {whole}
      {decimals === '' ? null : <span className={styles.decimals}>{decimals}</span>}{' '}
      <span className={styles.unit}>{unitLabel(unit)}</span>
    </>
  );
};

/** A figure of more characters than 1,234,567.89 is set smaller, so that it stays in its card. */
export const isLong = (value: number | null, unit: string): boolean => formatValue(value, unit).length > 12;

/** Counts with some of its readings missing. */
export const isProvisional = (kpi: OverviewKpi): boolean => hasMeter(kpi) && kpi.completeness < 95;

/** The tag of a figure: outside of its band, or not complete. */
export const tagOf = (kpi: OverviewKpi): string | null => {
  const { changePct } = kpi.sameWeekday;
  if (isProvisional(kpi)) return words.complete(formatCompleteness(kpi.completeness));
  return changePct === null ? null : formatChange(changePct);
};

type FigureProps = {
  name: KpiName;
  kpi: OverviewKpi;
  weekday: string;
  to: string;
  part?: string | undefined;
  namesOf: (ids: readonly string[]) => string;
};

const Figure = memo(({ name, kpi, weekday, to, part, namesOf }: FigureProps) => {
  const [open, setOpen] = useState(false);
  const past = usePast();
  const { value, unit, estimated = 0, meters, sameWeekday } = kpi;
  const tag = tagOf(kpi);
  const usual = usualWords(kpi, weekday);
  return (
    <div className={styles.figure}>
      <dt>
        <span>{name === 'stock' && past === null ? words.stockNow : words.upTo(words.kpi[name], to)}</span>
        {part === undefined ? null : <span>{part}</span>}
      </dt>
      <dd>
        <span className={styles.line}>
          <span
            className={styles.value}
            data-provisional={isProvisional(kpi) || undefined}
            data-long={isLong(value, unit) || undefined}
          >
            <BigNumber value={value} unit={unit} beside={marksOf(kpi)} />
          </span>
          {tag === null ? null : <span className={`${tags.tag} ${styles.tag}`}>{tag}</span>}
        </span>
        <KpiBar
          value={value}
          {...sameWeekday}
          provisional={isProvisional(kpi) || estimated > 0}
          label={`${words.kpi[name]} ${formatWithUnit(value, unit)}. ${usual}`}
        />
        <span className={styles.foot}>
          <span className={styles.usual}>{usual}</span>
          {hasMeter(kpi) ? (
            <button type="button" className={styles.meters} aria-expanded={open} onClick={() => setOpen(!open)}>
              {words.fromMeters(meters.reporting, meters.unitIds.length)}
            </button>
          ) : null}
        </span>
        {open ? <span className={styles.names}>{namesOf(meters.unitIds)}</span> : null}
      </dd>
    </div>
  );
});

/** Limits by where the values are: inside, outside, not known, and where no water flows, each counted apart. */
const Limits = ({ limits }: { limits: LimitCounts }) => {
  const { inside, outside, unknown, standing, closest } = limits;
  const all = allLimits(limits);
  const share = (n: number) => `${all === 0 ? 0 : (100 * n) / all}%`;
  return (
    <div className={styles.figure}>
      <dt>
        <span>{words.limits}</span>
        <span>{words.ofLimits(all)}</span>
      </dt>
      <dd>
        <span className={styles.line}>
          <span className={styles.value} data-counts>
            <span>
              {inside} <span className={styles.unit}>{words.inside}</span>
            </span>{' '}
            <span>
              {outside.length} <span className={styles.unit}>{words.outside}</span>
            </span>
          </span>
          {unknown.length === 0 ? null : (
            <span className={`${tags.tag} ${styles.tag}`}>{words.unknownCount(unknown.length)}</span>
          )}
        </span>
        <span
          className={styles.parts}
          role="img"
          aria-label={words.limitsLabel(inside, outside.length, unknown.length, standing.length)}
        >
          <span className={styles.inside} style={{ width: share(inside) }} />
          <span className={styles.outside} style={{ width: share(outside.length) }} />
          <span className={styles.unknown} style={{ width: share(unknown.length) }} />
        </span>
        <span className={styles.foot}>
          <span className={styles.usual}>
            {outside.length > 0
              ? words.areOutside(outside.slice(0, 2).join(', '))
              : unknown.length > 0
                ? words.areUnknown(unknown.slice(0, 2).join(', '))
                : standing.length > 0
                  ? words.areStanding(standing.length)
                  : closest === null
                    ? words.noLimits
                    : words.closest(closest.name, formatShare(closest.percent))}
          </span>
        </span>
      </dd>
    </div>
  );
};

/** Today so far against the same weekdays to the same time. */
export const KeyFigures = memo(({ overview, limits }: { overview: Overview; limits: LimitCounts }) => {
  const { timezone } = useProfile();
  const weekday = weekdayOf(dayOf(overview));
  const to = clockTime(Date.parse(overview.comparedTo), timezone);
  const { percent, maxCapacity } = overview.kpis.stock;
  const part =
    percent === null || maxCapacity === null
      ? undefined
      : words.partOfCapacity(`${formatFilled(percent)} %`, formatAxis(maxCapacity));
  const { units } = overview;
  const namesOf = useMemo(() => {
    const nameOf = new Map(units.map(({ unitId, unitName }) => [unitId, unitName]));
    return (ids: readonly string[]) => ids.map((id) => nameOf.get(id) ?? id).join(', ');
  }, [units]);
  return (
    <dl className={styles.figures} aria-label={words.today}>
      {kpiNames.map((name) => (
        <Figure
          key={name}
          name={name}
          kpi={overview.kpis[name]}
          weekday={weekday}
          to={to}
          part={name === 'stock' ? part : undefined}
          namesOf={namesOf}
        />
      ))}
      <Limits limits={limits} />
    </dl>
  );
});
