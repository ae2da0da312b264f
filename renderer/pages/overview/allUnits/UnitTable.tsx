import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Compare, OverviewUnit } from '../../../../server/contract/plant/overview.ts';
import { useBegun } from '../../../api/useBegun.ts';
import { BulletBar } from '../../../parts/figures/BulletBar.tsx';
import { MovingBar } from '../../../parts/figures/MovingBar.tsx';
import { UnitNow, useTrusted } from '../../../parts/figures/UnitNow.tsx';
import { Panel } from '../../../parts/Panel.tsx';
import { liveParamOf, type SectionId } from '../../../state/grouping.ts';
import { shownUnit, shownValue } from '../../../state/measures.ts';
import { formatChange, formatCompleteness, formatValue, formatWithUnit, unitLabel } from '../../../text/numbers.ts';
import { text } from '../../../text/words.ts';
import { scaleOf } from '../scale.ts';
import { words } from '../words.ts';
import styles from './UnitTable.module.css';

/** The live value on a scale with the band where it usually is at this hour. */
const NormalBar = ({ unitId, param }: { unitId: string; param: OverviewUnit['params'][number] }) => {
  const { value, unit, trust } = useTrusted(unitId, param);
  const { measure, lt, ht, normal } = param;
  const band =
    normal === undefined ? undefined : { low: shownValue(normal.low, measure) ?? 0, high: shownValue(normal.high, measure) ?? 0 };
  const scale = scaleOf({ value, lt, ht, normal: band });
  if (scale === null) return null;
  return (
    <MovingBar
      value={value}
      from={scale.from}
      to={scale.to}
      normal={scale.normal}
      lowLimit={lt}
      highLimit={ht}
      doubtful={trust.kind === 'doubtful'}
      label={words.normalLabel(
        formatWithUnit(value, unit),
        formatWithUnit(scale.normal?.low, shownUnit(measure)),
        formatWithUnit(scale.normal?.high, shownUnit(measure)),
      )}
    />
  );
};

const Row = memo(({ unit, withUnit }: { unit: OverviewUnit; withUnit: boolean }) => {
  const { unitId, unitName, siUnit, today, yesterdaySoFar, changePct } = unit;
  const param = liveParamOf(useBegun(unit));
  const shown = formatWithUnit(today.value, siUnit);
  const before = formatWithUnit(yesterdaySoFar.value, siUnit);
  return (
    <tr>
      <th scope="row">
        <Link to="/units/$unitId" params={{ unitId }} className={styles.name}>
          {unitName}
        </Link>
        {today.value !== null && today.completeness < 95 ? (
          <span className={styles.sub}>{words.complete(formatCompleteness(today.completeness))}</span>
        ) : null}
      </th>
      <td className={styles.now}>{param === undefined ? null : <UnitNow unitId={unitId} param={param} />}</td>
      <td className={styles.normal}>{param === undefined ? null : <NormalBar unitId={unitId} param={param} />}</td>
      <td className={styles.number}>
        {withUnit ? shown : formatValue(today.value, siUnit)}
        <span className={styles.change}>{formatChange(changePct)}</span>
      </td>
      <td className={styles.bar}>
        {today.value === null ? null : (
          <BulletBar
            value={today.value}
            reference={yesterdaySoFar.value}
            estimated={today.estimated}
            label={words.barLabel(shown, before)}
          />
        )}
      </td>
      <td className={styles.changeColumn}>{formatChange(changePct)}</td>
    </tr>
  );
});

const Section = ({ id, units, sum }: { id: SectionId; units: readonly OverviewUnit[]; sum: Compare | undefined }) => {
  const unit = units[0]?.siUnit ?? '';
  const mixed = units.some(({ siUnit }) => siUnit !== unit);
  return (
    <tbody>
      <tr className={styles.section}>
        <th scope="rowgroup">{text.groups[id]}</th>
        <td />
        <td className={styles.normal} />
        <td className={styles.number}>
          {sum !== undefined ? formatWithUnit(sum.value, sum.unit) : mixed ? '' : unitLabel(unit)}
          <span className={styles.change}>{sum === undefined ? '' : formatChange(sum.changePct)}</span>
        </td>
        <td className={styles.bar}>
          {sum === undefined ? null : (
            <BulletBar
              value={sum.value}
              reference={sum.previous}
              label={words.barLabel(formatWithUnit(sum.value, sum.unit), formatWithUnit(sum.previous, sum.unit))}
            />
          )}
        </td>
        <td className={styles.changeColumn}>{sum === undefined ? '' : formatChange(sum.changePct)}</td>
      </tr>
      {units.map((one) => (
        <Row key={one.unitId} unit={one} withUnit={mixed} />
      ))}
    </tbody>
  );
};

type Props = {
  id: string;
  sections: readonly { id: SectionId; units: readonly OverviewUnit[] }[];
  /** Only of sections whose meters are in parallel; in the others one meter's water runs on through the next. */
  sums: Partial<Record<SectionId, Compare>>;
};

/** Sections of units on one grid: what they do now, and today so far against the same time yesterday. */
export const UnitTable = ({ id, sections, sums }: Props) => (
  <Panel id={id} title={sections.map((section) => text.groups[section.id]).join(', ')} hiddenTitle>
    <table className={styles.table}>
      <colgroup>
        <col />
        <col className={styles.nowWidth} />
        <col className={styles.normalWidth} />
        <col className={styles.numberWidth} />
        <col className={styles.barWidth} />
        <col className={styles.changeWidth} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{words.column.unit}</th>
          <th scope="col" className={styles.now}>
            {words.column.now}
          </th>
          <th scope="col" className={styles.normal}>
            {words.column.normal}
          </th>
          <th scope="col" className={styles.number}>
            {words.column.today}
          </th>
          <th scope="col" className={styles.bar}>
            {words.column.yesterday}
          </th>
          <th scope="col" className={styles.changeColumn}>
            {words.column.change}
          </th>
        </tr>
      </thead>
      {sections.map((section) => (
        <Section key={section.id} id={section.id} units={section.units} sum={sums[section.id]} />
      ))}
    </table>
  </Panel>
);
