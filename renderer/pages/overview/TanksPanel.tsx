import { Link } from '@tanstack/react-router';
import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import { LevelBar } from '../../parts/LevelBar.tsx';
import { LiveFigure } from '../../parts/LiveFigure.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useTrusted } from '../../parts/UnitNow.tsx';
import { formatAxis, formatWithUnit } from '../../text/numbers.ts';
import { text } from '../../text/words.ts';
import { sideOf } from './limits.ts';
import styles from './TanksPanel.module.css';
import { words } from './words.ts';

type Param = OverviewUnit['params'][number];

const Tank = ({ unit, param }: { unit: OverviewUnit; param: Param }) => {
  const { value, unit: shownIn, trust } = useTrusted(unit.unitId, param);
  const capacity = unit.maxCapacity ?? null;
  const ofCapacity = (at: number | null | undefined): number | null =>
    at == null
      ? null
      : shownIn === '%'
        ? at
        : shownIn === 'KL' && (unit.siUnit === 'KL' || unit.siUnit === 'm3') && capacity !== null && capacity > 0
          ? (100 * at) / capacity
          : null;
  const percent = ofCapacity(value) ?? unit.percent ?? null;
  const side = trust.kind === 'good' ? sideOf(value, param.lt, param.ht) : null;
  return (
    <li className={styles.tank}>
      <Link to="/units/$unitId" params={{ unitId: unit.unitId }} className={styles.name}>
        {unit.unitName}
      </Link>
      <LevelBar
        percent={percent}
        lowPercent={ofCapacity(param.lt)}
        highPercent={ofCapacity(param.ht)}
        doubtful={trust.kind === 'doubtful'}
        label={`${unit.unitName}: ${formatWithUnit(percent, '%')}`}
      />
      <div className={styles.figures}>
        <span className={styles.percent}>{formatWithUnit(percent, '%')}</span>
        <LiveFigure value={value} unit={shownIn} trust={trust} size="tile" />
        {capacity === null ? null : (
          <span className={styles.sub}>{words.ofCapacity(`${formatAxis(capacity)} ${unit.siUnit}`)}</span>
        )}
        {side === 'low' || side === 'high' ? <strong className={styles.outside}>{text.limit[side]}</strong> : null}
      </div>
    </li>
  );
};

/** All tanks as upright bars. */
export const TanksPanel = ({ units }: { units: readonly OverviewUnit[] }) => (
  <Panel id="section-stock" title={text.groups.stock}>
    <ul className={styles.tanks}>
      {units.map((unit) => {
        const [param] = unit.params;
        return param === undefined ? null : <Tank key={unit.unitId} unit={unit} param={param} />;
      })}
    </ul>
  </Panel>
);
