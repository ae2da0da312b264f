import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { OverviewUnit } from '../../../../server/contract/plant/overview.ts';
import { LiveFigure } from '../../../parts/figures/LiveFigure.tsx';
import { MovingBar } from '../../../parts/figures/MovingBar.tsx';
import { useTrusted } from '../../../parts/figures/UnitNow.tsx';
import { Panel } from '../../../parts/Panel.tsx';
import { formatLimits } from '../../../text/limits.ts';
import { formatWithUnit } from '../../../text/numbers.ts';
import { text } from '../../../text/words.ts';
import { sideOf } from '../limits.ts';
import { scaleOf } from '../scale.ts';
import { words } from '../words.ts';
import styles from './QualityPanel.module.css';

type Param = OverviewUnit['params'][number];

const Parameter = ({ unitId, param, noFlow }: { unitId: string; param: Param; noFlow: boolean }) => {
  const { value, unit, trust } = useTrusted(unitId, param);
  const { lt, ht, normal } = param;
  const scale = scaleOf({ value, lt, ht, normal });
  const side = trust.kind === 'good' && !noFlow ? sideOf(value, lt, ht) : null;
  const label = `${param.name} ${formatWithUnit(value, unit, [lt, ht])}`;
  return (
    <tr>
      <th scope="row">
        {param.name}
        {side === 'low' || side === 'high' ? <strong className={styles.outside}>{text.limit[side]}</strong> : null}
      </th>
      <td className={styles.bar}>
        {scale === null ? null : (
          <MovingBar
            value={value}
            from={scale.from}
            to={scale.to}
            normal={scale.normal}
            lowLimit={lt}
            highLimit={ht}
            doubtful={trust.kind === 'doubtful'}
            label={label}
          />
        )}
      </td>
      <td className={styles.limits}>{formatLimits(lt, ht, unit)}</td>
      <td className={styles.now}>
        <LiveFigure value={value} unit={unit} trust={trust} beside={[lt, ht]} />
      </td>
    </tr>
  );
};

const Sensors = memo(({ unit }: { unit: OverviewUnit }) => {
  const { unitId, unitName, params, waterStands = false } = unit;
  return (
    <table className={styles.table}>
      <caption>
        <Link to="/units/$unitId" params={{ unitId }} className={styles.name}>
          {unitName}
        </Link>
        {waterStands ? <span className={styles.noFlow}>{words.noFlow}</span> : null}
      </caption>
      <colgroup>
        <col />
        <col className={styles.barWidth} />
        <col className={styles.limitsWidth} />
        <col className={styles.nowWidth} />
      </colgroup>
      <tbody>
        {params.map((param) => (
          <Parameter key={param.param} unitId={unitId} param={param} noFlow={waterStands} />
        ))}
      </tbody>
    </table>
  );
});

/** Every measured parameter on its scale with its limits. */
export const QualityPanel = ({ units }: { units: readonly OverviewUnit[] }) => (
  <Panel id="section-quality" title={text.groups.quality}>
    <div className={styles.tables}>
      {units.map((unit) => (
        <Sensors key={unit.unitId} unit={unit} />
      ))}
    </div>
  </Panel>
);
