import type { DeviceDataV2, UnitV2 } from '../../../server/contract/user/deviceData.ts';
import { formatChange, formatCompleteness, formatValue, formatWithUnit } from '../../text/numbers.ts';
import styles from './Figures.module.css';
import type { PeriodKey } from './period.ts';
import type { Trend } from './trend.ts';
import { words } from './words.ts';

type Props = {
  unit: UnitV2 | undefined;
  reply: DeviceDataV2 | undefined;
  trend: Trend;
  period: PeriodKey;
  param: string | null;
};

type Figure = { name: string; shown: string; note?: string | undefined };

const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before === 0 ? null : (100 * (now - before)) / before;

const volumeFigures = (unit: UnitV2, reply: DeviceDataV2, period: PeriodKey): Figure[] => {
  const previous = reply.previous?.total ?? null;
  const before = (total: number): Figure => ({
    name: reply.window.open ? words.trend.beforeSoFar[period] : words.trend.before[period],
    shown: formatWithUnit(total, unit.siUnit),
    note: formatChange(changeOf(unit.total, total)),
  });
  return [
    { name: words.trend.total, shown: formatWithUnit(unit.total, unit.siUnit) },
    ...(previous === null ? [] : [before(previous)]),
    ...(unit.estimated > 0 ? [{ name: words.trend.ofWhichEstimated, shown: formatWithUnit(unit.estimated, unit.siUnit) }] : []),
  ];
};

const stockFigures = (unit: UnitV2): Figure[] => {
  const { stock } = unit;
  if (stock === undefined) return [];
  return [
    { name: words.trend.stock.opening, shown: formatWithUnit(stock.openingKL, 'KL') },
    { name: words.trend.stock.closing, shown: formatWithUnit(stock.closingKL, 'KL') },
    { name: words.trend.stock.fill, shown: formatWithUnit(stock.fillKL, 'KL') },
    { name: words.trend.stock.draw, shown: formatWithUnit(stock.drawKL, 'KL') },
    ...(stock.autonomyHours === null
      ? []
      : [{ name: words.trend.stock.autonomy, shown: words.trend.stock.hours(formatValue(stock.autonomyHours, '%')) }]),
  ];
};

const spanFigures = (
  from: { min?: number | null | undefined; max?: number | null | undefined; avg?: number | null | undefined },
  unit: string,
): Figure[] => [
  { name: words.trend.minimum, shown: formatWithUnit(from.min, unit) },
  { name: words.trend.average, shown: formatWithUnit(from.avg, unit) },
  { name: words.trend.maximum, shown: formatWithUnit(from.max, unit) },
];

const figuresOf = ({ unit, reply, trend, period, param }: Props): Figure[] => {
  if (unit === undefined || reply === undefined) return [];
  const completeness =
    param === null ? unit.completeness : (unit.quality?.params[param]?.series.completeness ?? unit.completeness);
  const complete: Figure = {
    name: words.trend.completeness,
    shown: formatCompleteness(completeness),
    note: completeness < 95 ? words.trend.provisional : undefined,
  };
  if (trend.shape === 'bars') return [...volumeFigures(unit, reply, period), complete];
  if (param !== null) return [...spanFigures(unit.quality?.params[param]?.series ?? {}, trend.unit), complete];
  return [...stockFigures(unit), ...(unit.stock === undefined ? spanFigures(unit, trend.unit) : []), complete];
};

/** The period in numbers, with how complete they are. */
export const Figures = (props: Props) => (
  <dl className={styles.figures}>
    {figuresOf(props).map(({ name, shown, note }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {shown}
          {note === undefined ? null : <span className={styles.note}>{note}</span>}
        </dd>
      </div>
    ))}
  </dl>
);
