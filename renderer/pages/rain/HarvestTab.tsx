import type { RainSide } from '../../../server/contract/user/rainfall.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { formatCompleteness, formatMoney, formatTo, formatUpTo, formatWithUnit } from '../../text/numbers.ts';
import { text } from '../../text/words.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

type Props = { data: { siUnit: string; currency: string; data1: RainSide; data2?: RainSide | undefined } };

/** What was caught of what could have been, and what became of it. */
export const HarvestTab = ({ data: { siUnit, currency, data1, data2 } }: Props) => {
  const volume = (key: 'harvestedKL' | 'potentialKL' | 'usedKL' | 'rechargedKL' | 'spillKL', name: string) => ({
    key,
    name,
    value: formatWithUnit(data1[key], siUnit),
    note: data2 === undefined ? undefined : words.before(formatWithUnit(data2[key], siUnit)),
  });
  const { efficiencyPct, potentialKL } = data1;
  const none = data1.catchments.length === 0;
  return (
    <>
      <Facts
        label={words.figures}
        facts={[
          {
            key: 'efficiency',
            name: words.efficiency,
            value: efficiencyPct === null ? '–' : `${formatTo(efficiencyPct, 1)} %`,
            note:
              efficiencyPct === null
                ? words.noPotential
                : efficiencyPct > 100
                  ? words.overNote
                  : words.complete(formatCompleteness(data1.completeness)),
          },
          volume('harvestedKL', words.harvested),
          volume('potentialKL', words.potential),
          volume('usedKL', words.used),
          volume('rechargedKL', words.recharged),
          volume('spillKL', words.spilled),
          { key: 'saving', name: words.saving, value: formatWithUnit(data1.savingPctOfDemand, '%') },
          {
            key: 'cost',
            name: words.savingCost,
            value: formatMoney(data1.savingCost, currency),
          },
          { key: 'rain', name: words.total, value: formatWithUnit(data1.rainMm, 'mm') },
        ]}
      />
      <Panel id="catchments" title={words.catchments}>
        {none ? <p>{words.noCatchments}</p> : null}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className="hw-sideways" tabIndex={0} hidden={none} aria-label={`${words.catchments}: ${text.page.table}`}>
          <table className={styles.table}>
            <thead>
              <tr>
                {[words.catchment, words.surface, words.area, words.coefficient, `${words.potential}, ${siUnit}`].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data1.catchments.map(({ id, name, surface, areaM2, coefficient, potentialKL: own }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <td>{words.options[surface] ?? surface.replaceAll('_', ' ')}</td>
                  <td>{formatUpTo(areaM2, 0)}</td>
                  <td>{formatUpTo(coefficient, 2)}</td>
                  <td>
                    {formatTo(own, 2)}{' '}
                    <span
                      className={styles.share}
                      style={{ width: `${(6 * (own ?? 0)) / Math.max(1e-9, potentialKL ?? 0)}rem` }}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </Panel>
    </>
  );
};
