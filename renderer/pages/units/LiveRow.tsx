import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import { UnitNow } from '../../parts/figures/UnitNow.tsx';
import { liveParamsOf } from '../../state/grouping.ts';
import { text } from '../../text/words.ts';
import styles from './LiveRow.module.css';
import { words } from './words.ts';

const nameOf = ({ type }: OverviewUnit, { param, name }: OverviewUnit['params'][number]): string => {
  if (type === 'quality') return name;
  return type === 'stock' && param === 'volume' ? text.stockVolume : (text.params[param] ?? name);
};

/** All live values of one unit, and of an analyser whether water flows past it. */
export const LiveRow = ({ unit }: { unit: OverviewUnit }) => (
  <dl className={styles.row}>
    {liveParamsOf(unit).map((param) => (
      <div key={param.param} className={styles.item}>
        <dt>{nameOf(unit, param)}</dt>
        <dd>
          <UnitNow unitId={unit.unitId} param={param} size="tile" />
        </dd>
      </div>
    ))}
    {unit.waterStands ? (
      <div className={styles.item}>
        <dt>{words.noFlow.name}</dt>
        <dd>{words.noFlow.value}</dd>
      </div>
    ) : null}
  </dl>
);
