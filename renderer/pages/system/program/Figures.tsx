import { type ProgramMinute, readProgramMetrics } from '../../../../server/contract/plant/program.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { SvgChart } from '../../../parts/charts/SvgChart.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Panel } from '../../../parts/Panel.tsx';
import { Empty } from '../../../parts/states.tsx';
import styles from '../Page.module.css';
import { chartSteps } from './chartSteps.ts';
import { words } from './words.ts';

type Shown = { name: string; unit: string; of: (minute: ProgramMinute) => number | null };

const shown = (): Shown[] => [
  { name: words.memoryOf, unit: 'MiB', of: ({ residentMiB }) => residentMiB },
  { name: words.delay, unit: 'ms', of: ({ eventLoopDelayP99Ms }) => eventLoopDelayP99Ms },
  { name: words.diskFree, unit: 'MiB', of: ({ diskFreeMiB }) => diskFreeMiB },
  { name: words.linesUp, unit: '', of: ({ linesUp }) => linesUp },
];

/** How the server fares, minute by minute. */
export const Figures = () => {
  const answer = useEndpoint(readProgramMetrics, {}, { everyMs: 60_000 });
  return (
    <Panel id="figures" title={words.figures} fresh={answer.fresh}>
      <p className={styles.note}>{words.figuresHint}</p>
      <Loaded of={answer} rows={4} isEmpty={({ minutes }) => minutes.length < 2} empty={<Empty title={words.noFigures} />}>
        {({ minutes }) => (
          <div className={styles.charts}>
            {shown()
              .filter(({ of }) => minutes.some((minute) => of(minute) !== null))
              .map(({ name, unit, of }) => {
                const { steps, fromMs, toMs } = chartSteps(minutes, of);
                return (
                  <figure key={name} className={styles.figure}>
                    <figcaption>{name}</figcaption>
                    <SvgChart
                      label={name}
                      unit={unit}
                      lines={[{ name, look: 'line', steps }]}
                      fromMs={fromMs}
                      toMs={toMs}
                      height={140}
                    />
                  </figure>
                );
              })}
          </div>
        )}
      </Loaded>
    </Panel>
  );
};
