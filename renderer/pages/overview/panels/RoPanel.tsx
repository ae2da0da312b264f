import { memo } from 'react';
import type { RoPlant } from '../../../../server/contract/user/roEfficiency.ts';
import { roEfficiency } from '../../../../server/contract/user/roEfficiency.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { MovingBar } from '../../../parts/figures/MovingBar.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Panel } from '../../../parts/Panel.tsx';
import { isMissing } from '../../../state/fresh.ts';
import { usePast } from '../../../state/past.tsx';
import { formatTo, formatWithUnit, unitLabel } from '../../../text/numbers.ts';
import { formatDays, toDmy } from '../../../text/times.ts';
import { text } from '../../../text/words.ts';
import { words } from '../words.ts';
import styles from './SidePanels.module.css';

type Figure = {
  name: string;
  value: number | null;
  unit: string;
  from: number;
  to: number;
  normal?: { low: number; high: number };
};

/** The figures of a train, with the bands beyond which a cleaning is advised. */
const figuresOf = ({ recoveryPct, recoveryTarget, saltRejectionPct, normalized, energy }: RoPlant): Figure[] => [
  {
    name: words.ro.recovery,
    value: recoveryPct,
    unit: '%',
    from: 50,
    to: 100,
    ...(recoveryTarget === null ? {} : { normal: { low: recoveryTarget - 3, high: recoveryTarget + 3 } }),
  },
  { name: words.ro.rejection, value: saltRejectionPct, unit: '%', from: 90, to: 100 },
  {
    name: words.ro.pressure,
    value: normalized?.differentialPressurePct ?? null,
    unit: words.ro.ofReference,
    from: 70,
    to: 130,
    normal: { low: 85, high: 115 },
  },
  {
    name: words.ro.flow,
    value: normalized?.permeateFlowPct ?? null,
    unit: words.ro.ofReference,
    from: 70,
    to: 130,
    normal: { low: 90, high: 110 },
  },
  { name: words.ro.energy, value: energy?.specificKWhPerKL ?? null, unit: 'kWh/KL', from: 0, to: 2 },
];

const cleanWords = ({ normalized, running }: RoPlant): string => {
  if (normalized?.advice === 'clean') return words.ro.cleanNow;
  const days = normalized?.daysToClean ?? null;
  if (days !== null) return words.ro.clean(formatDays(days));
  return running ? '' : words.ro.resting;
};

/** The first RO train: recovery, rejection, fouling and energy of the shift day. */
export const RoPanel = memo(({ day }: { day: string }) => {
  const ro = useEndpoint(roEfficiency, { query: { date1: toDmy(day) } }, { everyMs: 5 * 60_000 });
  const past = usePast();
  const plant = ro.data?.data1.plants[0];
  const note = past !== null ? words.ro.wholeDay : plant === undefined ? undefined : cleanWords(plant);
  if (plant === undefined && (ro.data !== undefined || isMissing(ro.error))) return null;
  return (
    <Panel id="overview-ro" title={words.ro.title} note={note} fresh={ro.fresh}>
      <Loaded of={ro} rows={5}>
        {({ data1 }) => (
          <table className={styles.rows}>
            <tbody>
              {data1.plants.slice(0, 1).flatMap((one) =>
                figuresOf(one).map(({ name, value, unit, from, to, normal }) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td className={styles.barCell}>
                      <MovingBar
                        value={value}
                        from={from}
                        to={to}
                        normal={normal}
                        label={`${name} ${formatWithUnit(value, unit)}`}
                      />
                    </td>
                    <td className={styles.when}>
                      <span className={styles.number}>
                        {value === null ? text.noValue : formatTo(value, unit === 'kWh/KL' ? 2 : 1)}
                      </span>{' '}
                      {unitLabel(unit)}
                    </td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        )}
      </Loaded>
    </Panel>
  );
});
