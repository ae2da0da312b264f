import { memo } from 'react';
import type { FlowNow } from '../nodeNow.ts';
import { words } from '../words.ts';
import styles from './PipeLine.module.css';
import type { Path } from './pipes.ts';
import type { SchemePipe } from './schematic.ts';

/** 50 m3/h is 8 px. */
const widthOf = (flow: number | null): number => (flow === null || flow <= 0 ? 1.25 : Math.min(9, 2 + flow / 8));

/** A pipe as wide as its flow; dashed where that is old, dotted where nothing measures it. */
export const Pipe = memo(({ path, pipe, flow }: { path: Path; pipe: SchemePipe; flow: FlowNow }) => {
  const width = widthOf(flow.value);
  const line = path.points.map(({ x, y }) => `${x},${y}`).join(' ');
  const [end, before] = [path.points.at(-1), path.points.at(-2)];
  const state = pipe.unitIds.length === 0 ? 'unmetered' : flow.doubtful ? 'stale' : (flow.value ?? 0) > 0 ? 'flow' : 'zero';
  const head = Math.max(4, width);
  return (
    <g className={styles.pipe} data-state={state}>
      <polyline points={line} strokeWidth={width} />
      {end === undefined || before === undefined ? null : <path d={`M${end.x} ${end.y}l${-1.6 * head} ${-head}v${2 * head}z`} />}
    </g>
  );
});

/** What the strokes of pipes and the hatching of boxes mean. */
export const Legend = () => (
  <ul className={styles.legend} aria-hidden="true">
    <li>
      <svg width="34" height="10" aria-hidden="true">
        <path className={styles.pipe} data-state="flow" d="M0 5h34" strokeWidth="5" />
      </svg>
      {words.scheme.flow}
    </li>
    <li>
      <svg width="34" height="10" aria-hidden="true">
        <path className={styles.pipe} data-state="unmetered" d="M0 5h34" strokeWidth="1.5" />
      </svg>
      {words.scheme.noMeter}
    </li>
    <li>
      <span className={styles.hatched} />
      {words.scheme.stale}
    </li>
  </ul>
);
