import { SLOT_MS } from '../../../server/contract/model/common.ts';
import { listRoLog, type RoEfficiency, type RoLogEntry, type RoPlant } from '../../../server/contract/user/roEfficiency.ts';
import { type Answer, useEndpoint } from '../../api/useEndpoint.ts';
import cards from '../../parts/cards.module.css';
import { SvgChart } from '../../parts/charts/SvgChart.tsx';
import { FigureRows } from '../../parts/figures/FigureRows.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Empty } from '../../parts/states.tsx';
import { useProfile } from '../../state/services.ts';
import { formatCompleteness, formatSome, formatValue, formatWithUnit, type Marks } from '../../text/numbers.ts';
import { dateOf, dateWithYearAndTime, formatDays, shortDate } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { seriesSteps } from './seriesSteps.ts';
import type { Span } from './span.ts';
import { words } from './words.ts';

const percent = (value: number | null | undefined, beside: Marks = []): string => formatWithUnit(value, '%', beside);

const Figures = ({ plant }: { plant: RoPlant }) => {
  const { ro } = words;
  const figures: [string, string, string?][] = [
    [
      ro.recovery,
      percent(plant.recoveryPct, [plant.recoveryTarget]),
      plant.recoveryTarget === null ? undefined : ro.target(percent(plant.recoveryTarget, [plant.recoveryPct])),
    ],
    [ro.rejection, percent(plant.saltRejectionPct)],
    [ro.drop, formatWithUnit(plant.differentialPressureBar, 'bar')],
    [ro.sec, formatWithUnit(plant.energy?.specificKWhPerKL, 'kWh/KL')],
    [ro.permeate, formatWithUnit(plant.permeate.volumeKL, 'KL'), formatWithUnit(plant.permeate.flowM3h, 'm3/h')],
    [
      ro.hours,
      plant.runHours === null || plant.completeness === 0 ? text.noValue : ro.hoursValue(formatSome(plant.runHours, 1)),
      stateOf(plant),
    ],
    [ro.closure, percent(plant.flowClosurePct)],
    [words.complete, formatCompleteness(plant.completeness)],
  ].map(([name, value, note]) => [name ?? '', value ?? '', note] as [string, string, string?]);
  return <FigureRows rows={figures} />;
};

/** Whether it ran at the end of the range; of a range without data nobody knows. */
const stateOf = ({ running, completeness }: RoPlant): string =>
  completeness === 0 ? words.ro.unknown : running ? words.ro.running : words.ro.stopped;

/** A normalised figure between its reference and its trigger. */
const Normalised = ({ name, value, watch, clean }: { name: string; value: number | null; watch: number; clean: number }) => {
  const [low, high] = clean < 100 ? [80, 105] : [95, 120];
  const place = (one: number): number => Math.max(0, Math.min(100, (100 * (one - low)) / (high - low)));
  const reached = value !== null && (clean < 100 ? value <= clean : value >= clean);
  return (
    <div>
      <p className={cards.head}>
        <strong>{name}</strong> <span className={reached ? cards.tag : undefined}>{percent(value, [watch, clean])}</span>{' '}
        <span className={cards.sub}>
          {words.ro.watchAt(percent(watch))}, {words.ro.cleanAt(percent(clean))}
        </span>
      </p>
      <div className={cards.gauge} aria-hidden="true">
        {value === null ? null : <span style={{ width: `${place(value)}%` }} />}
        <i style={{ left: `${place(watch)}%` }} />
        <i style={{ left: `${place(clean)}%` }} />
      </div>
    </div>
  );
};

const inDays = (days: number): string => (days < 1 ? words.ro.withinDay : words.ro.days(formatDays(days)));

const Fouling = ({ plant: { normalized, missingTags } }: { plant: RoPlant }) => {
  const { timezone } = useProfile();
  const { ro } = words;
  if (normalized === null)
    return <Empty title={missingTags.length === 0 ? ro.noReference : ro.missing(missingTags.join(', '))} />;
  const { permeateFlowPct, saltPassagePct, differentialPressurePct, daysToClean, advice, referenceAt, measuredAt } = normalized;
  const dayOf = (at: string) => shortDate(dateOf(Date.parse(at), timezone));
  return (
    <>
      <p className={cards.verdict}>
        <span className={advice === 'clean' ? cards.tag : undefined}>{ro.advice[advice]}</span>
        {daysToClean === null ? `; ${ro.noForecast}` : daysToClean > 0 ? `; ${inDays(daysToClean)}` : ''}
      </p>
      <Normalised name={ro.flow} value={permeateFlowPct} watch={95} clean={90} />
      <Normalised name={ro.passage} value={saltPassagePct} watch={105} clean={110} />
      <Normalised name={ro.differential} value={differentialPressurePct} watch={110} clean={115} />
      <p className={cards.sub}>
        {measuredAt === null ? '' : `${ro.measured(dayOf(measuredAt))}, `}
        {ro.reference(dayOf(referenceAt))}
      </p>
    </>
  );
};

const keysShown = ['recovery', 'saltRejection', 'permeateFlowPct', 'differentialPressurePct'] as const;
const nameOf = (key: (typeof keysShown)[number]): string => {
  const { ro } = words;
  return {
    recovery: ro.recovery,
    saltRejection: ro.rejection,
    permeateFlowPct: ro.flow,
    differentialPressurePct: ro.differential,
  }[key];
};

const limitsOf = (key: (typeof keysShown)[number], plant: RoPlant) => {
  if (key === 'recovery')
    return plant.recoveryTarget === null ? [] : [{ name: words.ro.target(''), value: plant.recoveryTarget }];
  if (key === 'permeateFlowPct') return [{ name: words.ro.cleanAt(''), value: 90 }];
  return key === 'differentialPressurePct' ? [{ name: words.ro.cleanAt(''), value: 115 }] : [];
};

const Log = ({ logs }: { logs: readonly RoLogEntry[] }) => {
  const { timezone } = useProfile();
  const { ro } = words;
  if (logs.length === 0) return <p>{ro.noLog}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <div className="hw-sideways" tabIndex={0}>
      <table className={cards.table}>
        <caption className="hw-only-read">{ro.log}</caption>
        <thead>
          <tr>
            <th scope="col">{ro.time}</th>
            <th scope="col" data-text>
              {ro.what}
            </th>
            <th scope="col" data-text>
              {ro.detail}
            </th>
            <th scope="col">{ro.effect}</th>
          </tr>
        </thead>
        <tbody>
          {logs.map(({ id, kind, start, train, chemical, effect }) => (
            <tr key={id}>
              <td>{dateWithYearAndTime(Date.parse(start), timezone)}</td>
              <td data-text>{ro.kinds[kind] ?? kind}</td>
              <td data-text>{[train, chemical].filter(Boolean).join(', ')}</td>
              <td>{effect === undefined ? '' : ro.effectOf(formatValue(effect.before, '%'), percent(effect.after))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

/** Every RO plant of a day or month: figures, fouling, course and log. */
export const RoPart = ({ of, span }: { of: Answer<RoEfficiency>; span: Span }) => {
  const log = useEndpoint(listRoLog, { query: { limit: 50 } }, { everyMs: SLOT_MS });
  const { ro } = words;
  return (
    <Loaded
      of={of}
      rows={4}
      rowHeight="8rem"
      isEmpty={({ data1 }) => data1.plants.length === 0}
      empty={<Empty title={ro.empty}>{ro.emptyBody}</Empty>}
    >
      {({ data1: { plants, window } }) => (
        <>
          {plants.map((plant) => (
            <Panel key={plant.plantId} id={`ro-${plant.plantId}`} title={plant.plantName} note={stateOf(plant)}>
              <div className={cards.stack}>
                <Figures plant={plant} />
                <div className={cards.grid}>
                  <section className={cards.card} aria-label={ro.normalised}>
                    <h3>{ro.normalised}</h3>
                    <Fouling plant={plant} />
                  </section>
                  {keysShown.map((key) => {
                    const series = plant.graph.find((one) => one.key === key);
                    return series === undefined ? null : (
                      <section key={key} className={cards.card} aria-label={nameOf(key)}>
                        <h3>{nameOf(key)}</h3>
                        <SvgChart
                          label={ro.chart(plant.plantName, nameOf(key))}
                          unit={series.unit}
                          lines={[{ name: nameOf(key), look: 'line', steps: seriesSteps(series, window) }]}
                          limits={limitsOf(key, plant)}
                          fromMs={Date.parse(window.from)}
                          toMs={Date.parse(window.to)}
                          byDay={span.key === 'month'}
                        />
                      </section>
                    );
                  })}
                </div>
              </div>
            </Panel>
          ))}
          <Panel id="ro-log" title={ro.log} fresh={log.fresh}>
            <Loaded of={log} rows={3}>
              {({ logs }) => <Log logs={logs} />}
            </Loaded>
          </Panel>
        </>
      )}
    </Loaded>
  );
};
