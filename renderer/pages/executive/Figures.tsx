import { execKpis } from '../../../server/contract/model/featureData.ts';
import type { ExecIndustry, ExecutiveSummary } from '../../../server/contract/user/executiveSummary.ts';
import { SeriesBars } from '../../parts/charts/SeriesBars.tsx';
import { stepLabel } from '../../parts/charts/stepLabel.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { formatCompleteness, unbroken, unitLabel } from '../../text/numbers.ts';
import { text } from '../../text/words.ts';
import { changeWords } from './changeWords.ts';
import { kpiText, targetText } from './kpiText.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

type Kpis = ExecutiveSummary['totals'];
type ExecKpi = (typeof execKpis)[number];
type Kpi = NonNullable<Kpis[keyof Kpis]>;

/** What was measured of the range before says whether a change from it means anything. */
const noteOf = (key: ExecKpi, kpi: Kpi, completeBefore: number | null): string => {
  const { value, previous, target, unit, status } = kpi;
  return [
    previous === null
      ? words.noPrevious
      : words.previous(unbroken(kpiText(key, { value: previous, unit, target, beside: [value] })), unbroken(changeWords(kpi))),
    ...(previous === null || completeBefore === null || completeBefore >= 90
      ? []
      : [words.beforeIncomplete(unbroken(formatCompleteness(completeBefore)))]),
    ...(target === undefined || target === null ? [] : [words.target(unbroken(targetText(key, kpi)))]),
    ...(status === undefined || words.status[status] === '' ? [] : [words.status[status]]),
  ].join('; ');
};

/** What matters most of it: a target that is not met, else the change. */
const briefOf = (kpi: Kpi): string => {
  const { status, value } = kpi;
  return status === 'bad' || status === 'watch' ? words.status[status] : value === null ? '' : changeWords(kpi);
};

/** What the targets say of the totals, or of the only plant. */
export const targetsOf = ({ industries, totals }: ExecutiveSummary): Record<'good' | 'watch' | 'bad' | 'unknown', number> => {
  const from = industries.length === 1 ? (industries[0]?.kpis ?? totals) : totals;
  const aimed = Object.values(from).filter(({ target }) => target !== undefined && target !== null);
  const count = (wanted: string): number => aimed.filter(({ status }) => status === wanted).length;
  const [good, watch, bad] = [count('good'), count('watch'), count('bad')];
  return { good, watch, bad, unknown: aimed.length - good - watch - bad };
};

/** Of one plant its own figures, which have targets; of several the totals. */
export const KeyFigures = ({ data }: { data: ExecutiveSummary }) => {
  const from = data.industries.length === 1 ? (data.industries[0]?.kpis ?? data.totals) : data.totals;
  return (
    <Facts
      label={words.figures}
      facts={execKpis.flatMap((key) => {
        const kpi = from[key];
        if (kpi === undefined) return [];
        return [
          {
            key,
            name: words.kpis[key],
            value: kpiText(key, { ...kpi, beside: [kpi.previous] }),
            note: noteOf(key, kpi, key === 'completenessPct' ? null : (from.completenessPct?.previous ?? null)),
            brief: briefOf(kpi),
            provisional: kpi.value !== null && kpi.completeness < 90,
          },
        ];
      })}
    />
  );
};

type PlantsProps = { industries: readonly ExecIndustry[]; onPin?: (industry: ExecIndustry) => void };

/** The plants side by side, pinned ones first. */
export const Plants = ({ industries, onPin }: PlantsProps) => {
  const columns = ['freshKL', 'recycledPct', 'lossPct', 'neutralityIndex', 'qualityCompliancePct'] as const;
  return (
    <Panel id="plants" title={words.plants}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="hw-sideways" tabIndex={0} aria-label={`${words.plants}: ${text.page.table}`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{words.plant}</th>
              {columns.map((key) => (
                <th key={key} scope="col">
                  {words.kpis[key]}
                </th>
              ))}
              <th scope="col">{words.complete}</th>
            </tr>
          </thead>
          <tbody>
            {industries.map((industry) => (
              <tr key={industry.industryId}>
                <th scope="row">
                  {industry.industryName}
                  {onPin === undefined ? null : (
                    <button
                      type="button"
                      className={styles.pin}
                      aria-pressed={industry.isPinned}
                      aria-label={(industry.isPinned ? words.unpin : words.pin)(industry.industryName)}
                      onClick={() => onPin(industry)}
                    >
                      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
                        <path
                          d="M5 1.500h6l-1 5 3 3H8.500V15h-1V9.500H3l3-3z"
                          fill={industry.isPinned ? 'currentColor' : 'none'}
                          stroke="currentColor"
                        />
                      </svg>
                    </button>
                  )}
                  <span className={styles.quiet}>
                    {words.alarms(industry.alerts.open, industry.alerts.critical, industry.alerts.last24h)}
                    {industry.ranked ? '' : `; ${words.notRanked}`}
                  </span>
                </th>
                {columns.map((key) => (
                  <td key={key}>
                    {kpiText(key, {
                      ...(industry.kpis[key] ?? { value: null, unit: '' }),
                      beside: industries.map(({ kpis }) => kpis[key]?.value),
                    })}
                  </td>
                ))}
                <td>{industry.kpis.completenessPct?.value == null ? text.noValue : formatCompleteness(industry.completeness)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
};

/** The course of up to four figures, and the units behind them. */
export const Trends = ({ data }: { data: ExecutiveSummary }) => (
  <div className={styles.panels}>
    {data.trends.slice(0, 4).flatMap(({ kpi, series }) =>
      series.slice(0, 1).map((one) => (
        <Panel key={kpi} id={`trend-${kpi}`} title={words.kpis[kpi]} note={unitLabel(one.unit)}>
          <SeriesBars of={one} label={words.trendLabel(words.kpis[kpi], one.name)} shortLabel={stepLabel} window={data.window} />
        </Panel>
      )),
    )}
    {data.unitComparison.slice(0, 1).flatMap(({ kpi, items }) =>
      items.length === 0
        ? []
        : [
            <Panel key={kpi} id="units" title={words.units} note={words.kpis[kpi]}>
              <ol className={styles.units}>
                {items.slice(0, 8).map(({ unitId, name, value }) => (
                  <li key={unitId}>
                    <span>{name}</span>
                    <b>{kpiText(kpi, { value, unit: data.totals[kpi]?.unit ?? '' })}</b>
                  </li>
                ))}
              </ol>
            </Panel>,
          ],
    )}
  </div>
);
