import type { ReactNode } from 'react';
import type { ScadaNode } from '../../../server/contract/user/scada.ts';
import styles from './Symbol.module.css';

export type Shape = ScadaNode['kind'];
/** White runs or is open, dark is at rest or closed, hatched is not known. */
export type Body = 'run' | 'stop' | 'unknown' | 'moving';

type Props = {
  shape: Shape;
  body: Body;
  /** Of a tank, 0 to 100; null: not known. */
  percent?: number | null;
  limits?: readonly (number | undefined)[];
  /** The letters in the bubble of an instrument (ISA-5.1). */
  letters?: string;
  fault?: boolean;
};

const Water = ({ percent, x, y, width, height }: { percent: number; x: number; y: number; width: number; height: number }) => {
  const top = y + height * (1 - Math.max(0, Math.min(100, percent)) / 100);
  return (
    <>
      <rect className={styles.water} x={x} y={top} width={width} height={y + height - top} />
      <line className={styles.surface} x1={x} x2={x + width} y1={top} y2={top} />
    </>
  );
};

const Vessel = ({ shape, percent = null, limits = [] }: Pick<Props, 'shape' | 'percent' | 'limits'>) => {
  const outline = shape === 'tank' ? 'M10 14 Q32 2 54 14 V92 H10Z' : 'M10 12 V92 H54 V12';
  return (
    <svg viewBox="0 0 64 98" className={styles.vessel} aria-hidden="true">
      <path d="M10 14 H54 V92 H10Z" className={percent === null ? styles.unknown : styles.run} data-plain />
      {percent === null ? null : <Water percent={percent} x={10} y={14} width={44} height={78} />}
      <path d={outline} className={styles.edge} />
      {limits.map((limit) =>
        limit === undefined ? null : (
          <path key={limit} className={styles.tick} d={`M4 ${92 - 0.78 * limit}h8M52 ${92 - 0.78 * limit}h8`} />
        ),
      )}
    </svg>
  );
};

const Pond = ({ percent = null }: Pick<Props, 'percent'>) => {
  const depth = 50 * (Math.max(0, Math.min(100, percent ?? 0)) / 100);
  return (
    <svg viewBox="0 0 84 64" className={styles.wide} aria-hidden="true">
      <path d="M8 8 L28 58 H56 L76 8Z" className={percent === null ? styles.unknown : styles.run} data-plain />
      {percent === null ? null : (
        <path
          className={styles.water}
          d={`M${28 - (20 * depth) / 50} ${58 - depth} L28 58 H56 L${56 + (20 * depth) / 50} ${58 - depth}Z`}
        />
      )}
      <path d="M2 8 H8 L28 58 H56 L76 8 H82" className={styles.edge} />
    </svg>
  );
};

const Bubble = ({ letters = '', body }: Pick<Props, 'letters' | 'body'>) => (
  <svg viewBox="0 0 36 36" className={styles.small} aria-hidden="true">
    <circle
      cx="18"
      cy="18"
      r="15"
      className={styles[body === 'unknown' ? 'unknown' : 'run']}
      data-dashed={body === 'unknown' || undefined}
    />
    <text x="18" y="22.5" textAnchor="middle" className={styles.letters}>
      {letters}
    </text>
  </svg>
);

const Valve = ({ body, control }: { body: Body; control: boolean }) => (
  <svg viewBox="0 0 44 52" className={styles.small} aria-hidden="true">
    <path d="M4 26 22 37 4 48Z" className={styles[body === 'moving' ? 'run' : body]} />
    <path d="M40 26 22 37 40 48Z" className={styles[body === 'moving' ? 'stop' : body]} />
    <path d="M22 37V18" className={styles.edge} />
    {control ? (
      <path d="M12 18a10 10 0 0 1 20 0Z" className={styles.run} />
    ) : (
      <>
        <rect x="15" y="4" width="14" height="14" className={styles.run} />
        <text x="22" y="15" textAnchor="middle" className={styles.letters}>
          M
        </text>
      </>
    )}
  </svg>
);

const shapes: Partial<Record<Shape, { box: string; wide: boolean; draw: (fill: string | undefined) => ReactNode }>> = {
  pump: {
    box: '0 0 44 44',
    wide: false,
    draw: (fill) => (
      <>
        <circle cx="22" cy="22" r="19" className={fill} />
        <path d="M13 6 40 22 13 38" className={styles.inner} />
      </>
    ),
  },
  borewell: {
    box: '0 0 44 60',
    wide: false,
    draw: (fill) => (
      <>
        <path d="M2 10H42M14 4V56M30 4V56M4 10l-3 5M40 10l3 5" className={styles.edge} />
        <path d="M14 26H30" className={styles.surface} />
        <circle cx="22" cy="44" r="7" className={fill} />
      </>
    ),
  },
  membrane: {
    box: '0 0 100 64',
    wide: true,
    draw: (fill) =>
      [2, 17, 32, 47].map((y) => (
        <g key={y}>
          <rect x="2" y={y} width="96" height="13" rx="4" className={fill} />
          <path d={`M4 ${y + 11}L96 ${y + 2}`} className={styles.inner} />
        </g>
      )),
  },
  filter: {
    box: '0 0 44 80',
    wide: false,
    draw: (fill) => (
      <>
        <rect x="6" y="4" width="32" height="72" rx="15" className={fill} />
        <path d="M12 30H32M12 38H32M6 50H38" className={styles.inner} />
      </>
    ),
  },
  coolingTower: {
    box: '0 0 84 70',
    wide: true,
    draw: (fill) => (
      <>
        <path d="M20 14H64V22H20Z" className={styles.run} />
        <path d="M16 22H68L80 66H4Z" className={fill} />
        <path d="M12 40H72M10 46H74" className={styles.inner} />
      </>
    ),
  },
  line: { box: '0 0 84 20', wide: true, draw: () => <path d="M2 10H74M66 4 76 10 66 16" className={styles.edge} /> },
};

/** One symbol of the diagram in ISA grey; hue comes with an alarm alone, and not from here. */
export const DiagramSymbol = ({ shape, body, percent, limits, letters, fault = false }: Props) => {
  if (shape === 'tank' || shape === 'basin')
    return <Vessel shape={shape} percent={percent ?? null} {...(limits === undefined ? {} : { limits })} />;
  if (shape === 'pond') return <Pond percent={percent ?? null} />;
  if (shape === 'meter' || shape === 'sensor') return <Bubble letters={letters ?? 'FT'} body={body} />;
  const cross = fault ? <path d="M2 2 42 42M42 2 2 42" className={styles.cross} /> : null;
  if (shape === 'valve' || shape === 'controlValve') return <Valve body={body} control={shape === 'controlValve'} />;
  const found = shapes[shape];
  if (found === undefined) return null;
  return (
    <svg viewBox={found.box} className={found.wide ? styles.wide : styles.small} aria-hidden="true">
      {found.draw(styles[body === 'moving' ? 'run' : body])}
      {cross}
    </svg>
  );
};
