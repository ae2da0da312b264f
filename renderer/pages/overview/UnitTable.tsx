import { Link } from '@tanstack/react-router';
import type { OverviewUnit } from '../../../server/contract/overview.ts';
import { BulletBar } from '../../parts/BulletBar.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { UnitNow } from '../../parts/UnitNow.tsx';
import { liveParamOf, type SectionId } from '../../state/grouping.ts';
import { text } from '../../text/en.ts';
import { formatChange, formatCompleteness, formatValue, formatWithUnit, unitLabel } from '../../text/numbers.ts';
import styles from './UnitTable.module.css';

const Row = ({ unit }: { unit: OverviewUnit }) => {
  const { unitId, unitName, siUnit, today, yesterdaySoFar, changePct } = unit;
  const param = liveParamOf(unit);
  return (
    <tr>
      <th scope="row">
        <Link to="/units/$unitId" params={{ unitId }} className={styles.name}>
          {unitName}
        </Link>
        {today.value !== null && today.completeness < 95 ? (
          <span className={styles.sub}>{text.overview.complete(formatCompleteness(today.completeness))}</span>
        ) : null}
      </th>
      <td className={styles.now}>{param === undefined ? text.noValue : <UnitNow unitId={unitId} param={param} />}</td>
      <td className={styles.bar}>
        {today.value === null ? null : (
          <BulletBar
            value={today.value}
            reference={yesterdaySoFar.value}
            estimated={today.estimated}
            label={text.overview.barLabel(formatWithUnit(today.value, siUnit), formatWithUnit(yesterdaySoFar.value, siUnit))}
          />
        )}
      </td>
      <td className={styles.number}>
        {formatValue(today.value, siUnit)} <span className={styles.unit}>{today.value === null ? '' : unitLabel(siUnit)}</span>
        <span className={styles.change}>{formatChange(changePct)}</span>
      </td>
      <td className={styles.yesterday}>{formatValue(yesterdaySoFar.value, siUnit)}</td>
      <td className={styles.changeColumn}>{formatChange(changePct)}</td>
    </tr>
  );
};

/** The sum of a section where all its units count the same thing. */
const Sum = ({ units }: { units: readonly OverviewUnit[] }) => {
  const [first] = units;
  const counted = units.filter(({ today }) => today.value !== null);
  if (first === undefined || counted.length < 2 || counted.some(({ siUnit }) => siUnit !== first.siUnit)) return null;
  const today = counted.reduce((sum, unit) => sum + (unit.today.value ?? 0), 0);
  const whole = counted.every(({ yesterdaySoFar }) => yesterdaySoFar.value !== null);
  const yesterday = whole ? counted.reduce((sum, unit) => sum + (unit.yesterdaySoFar.value ?? 0), 0) : null;
  return (
    <>
      {formatWithUnit(today, first.siUnit)}
      {yesterday === null || yesterday === 0 ? null : `, ${formatChange((100 * (today - yesterday)) / yesterday)}`}
    </>
  );
};

/** One section's units: what they do now, and today so far against the same time yesterday. */
export const UnitTable = ({ id, units }: { id: SectionId; units: readonly OverviewUnit[] }) => (
  <Panel
    id={`section-${id}`}
    title={text.overview.groups[id]}
    actions={
      <span className={styles.sum}>
        <Sum units={units} />
      </span>
    }
  >
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{text.overview.column.unit}</th>
          <th scope="col" className={styles.right}>
            {text.overview.column.now}
          </th>
          <th scope="col" className={styles.bar}>
            {text.overview.column.range}
          </th>
          <th scope="col" className={styles.right}>
            {text.overview.column.today}
          </th>
          <th scope="col" className={styles.yesterday}>
            {text.overview.column.yesterday}
          </th>
          <th scope="col" className={styles.changeColumn}>
            {text.overview.column.change}
          </th>
        </tr>
      </thead>
      <tbody>
        {units.map((unit) => (
          <Row key={unit.unitId} unit={unit} />
        ))}
      </tbody>
    </table>
  </Panel>
);
