import type { OverviewUnit } from '../../../server/contract/overview.ts';
import { UnitNow } from '../../parts/UnitNow.tsx';
import styles from './LiveRow.module.css';

/** All live values of one unit. */
export const LiveRow = ({ unit }: { unit: OverviewUnit }) => (
  <dl className={styles.row}>
    {unit.params.map((param) => (
      <div key={param.param} className={styles.item}>
        <dt>{param.name}</dt>
        <dd>
          <UnitNow unitId={unit.unitId} param={param} size="big" />
        </dd>
      </div>
    ))}
  </dl>
);
