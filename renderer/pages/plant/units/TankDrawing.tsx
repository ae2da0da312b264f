import type { ReactNode } from 'react';
import { tankVolume } from '../../../../server/contract/model/tankVolume.ts';
import type { TankShape } from '../../../../server/contract/model/units.ts';
import { formatUpTo } from '../../../text/numbers.ts';
import styles from '../Plant.module.css';
import { words } from '../words.ts';

const box = { width: 300, height: 170 };
const margin = 30;
const quarters = [0.25, 0.5, 0.75, 1] as const;

/** Metres in the drawing: how wide and how high the tank is. */
const sizeOf = (tank: TankShape): { across: number; up: number } => {
  switch (tank.shape) {
    case 'rectangular':
      return { across: tank.length, up: tank.height };
    case 'horizontal_cylinder':
      return { across: tank.length + 2 * tank.head, up: tank.diameter };
    case 'table':
      return { across: tank.rows.at(-1)?.[1] ?? 1, up: (tank.rows.at(-1)?.[0] ?? 1) - (tank.rows[0]?.[0] ?? 0) };
    default:
      return { across: tank.diameter, up: tank.height };
  }
};

type At = { left: number; bottom: number; across: number; up: number; perMetre: number };

const outlineOf = (tank: TankShape, { left, bottom, across, up, perMetre }: At): ReactNode => {
  const top = bottom - up;
  const right = left + across;
  switch (tank.shape) {
    case 'vertical_cylinder': {
      const bow = Math.min(10, up / 6);
      return (
        <path
          d={`M${left} ${top}a${across / 2} ${bow} 0 0 1 ${across} 0a${across / 2} ${bow} 0 0 1 ${-across} 0V${bottom}a${across / 2} ${bow} 0 0 0 ${across} 0V${top}`}
        />
      );
    }
    case 'horizontal_cylinder': {
      const head = Math.max(1, tank.head * perMetre);
      return (
        <path
          d={`M${left + head} ${top}H${right - head}A${head} ${up / 2} 0 0 1 ${right - head} ${bottom}H${left + head}A${head} ${up / 2} 0 0 1 ${left + head} ${top}z`}
        />
      );
    }
    case 'cone_bottom': {
      const cone = Math.min(up, tank.coneHeight * perMetre);
      const inset = (across - tank.bottomDiameter * perMetre) / 2;
      return (
        <path
          d={`M${left} ${top}H${right}V${bottom - cone}L${right - inset} ${bottom}H${left + inset}L${left} ${bottom - cone}z`}
        />
      );
    }
    case 'rectangular': {
      const walls = Array.from({ length: Math.min(tank.compartments, 12) - 1 }, (_, at) => at + 1);
      const step = across / Math.min(tank.compartments, 12);
      return (
        <>
          <path d={`M${left} ${top}V${bottom}H${right}V${top}`} />
          {walls.map((at) => (
            <path key={at} d={`M${left + at * step} ${top}V${bottom}`} strokeDasharray="4 3" />
          ))}
        </>
      );
    }
    case 'table': {
      const [[first] = [0]] = tank.rows;
      const most = tank.rows.at(-1)?.[1] ?? 1;
      const tall = (tank.rows.at(-1)?.[0] ?? 1) - first;
      const points = tank.rows.map(
        ([level, volume]) => `${left + (volume / most) * across},${bottom - ((level - first) / tall) * up}`,
      );
      return (
        <>
          <path d={`M${left} ${top}V${bottom}H${right}`} />
          <polyline points={points.join(' ')} strokeWidth={2} />
        </>
      );
    }
  }
};

const labelsOf = (tank: TankShape): { below: string; beside: string } => {
  const metres = (value: number): string => `${formatUpTo(value, 3)} m`;
  switch (tank.shape) {
    case 'rectangular':
      return { below: `${metres(tank.length)} × ${metres(tank.width)}`, beside: metres(tank.height) };
    case 'horizontal_cylinder':
      return { below: metres(tank.length), beside: `⌀ ${metres(tank.diameter)}` };
    case 'table':
      return { below: `${formatUpTo(tank.rows.at(-1)?.[1] ?? 0, 2)} m³`, beside: metres(tank.rows.at(-1)?.[0] ?? 0) };
    default:
      return { below: `⌀ ${metres(tank.diameter)}`, beside: metres(tank.height) };
  }
};

/** Lowest and highest level of a tank, m above its dead bottom. */
const levelsOf = (tank: TankShape): { lowest: number; highest: number } => {
  const lowest = tank.shape === 'table' ? (tank.rows[0]?.[0] ?? 0) : 0;
  return { lowest, highest: lowest + sizeOf(tank).up };
};

/** How much is in it at a quarter, a half, three quarters and full, by the rule by which the server works it out. */
const volumesOf = (tank: TankShape) => {
  const { lowest, highest } = levelsOf(tank);
  return quarters.map((part) => {
    const level = lowest + part * (highest - lowest);
    return { part, level: `${formatUpTo(level, 3)} m`, volume: `${formatUpTo(tankVolume(tank, level).volumeM3, 2)} m³` };
  });
};

/** A tank from the side, to scale, with what it holds at four levels; of a strap table how its volume grows with the level. */
export const TankDrawing = ({ tank }: { tank: TankShape | null }) => {
  if (tank === null) return <p className={styles.note}>{words.noDrawing}</p>;
  const { across, up } = sizeOf(tank);
  const room = { across: box.width - 4 * margin, up: box.height - 2 * margin };
  // a strap table is a curve and has no scale in metres
  const perMetre = Math.min(room.across / across, room.up / up);
  const drawn = tank.shape === 'table' ? room : { across: across * perMetre, up: up * perMetre };
  const at = { left: (box.width - 3 * margin - drawn.across) / 2, bottom: box.height - margin, ...drawn, perMetre };
  const { below, beside } = labelsOf(tank);
  const volumes = volumesOf(tank);
  return (
    <figure className={styles.drawing}>
      <svg
        viewBox={`0 0 ${box.width} ${box.height}`}
        role="img"
        aria-label={`${words.drawing}: ${below}, ${beside}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
      >
        {outlineOf(tank, at)}
        <g fill="currentColor" stroke="none" fontSize={12}>
          <text x={at.left + at.across / 2} y={box.height - 8} textAnchor="middle">
            {below}
          </text>
          {tank.shape === 'table'
            ? null
            : volumes.map(({ part, volume }) => (
                <text key={part} x={at.left + at.across + 12} y={at.bottom - part * at.up + 4}>
                  {volume}
                </text>
              ))}
        </g>
        {tank.shape === 'table'
          ? null
          : volumes.map(({ part }) => <path key={part} d={`M${at.left + at.across} ${at.bottom - part * at.up}h8`} />)}
      </svg>
      <figcaption>
        <p>{words.volumesOf(beside)}</p>
        <ul className={styles.volumes}>
          {volumes.map(({ part, level, volume }) => (
            <li key={part}>{words.volumeAt(level, volume)}</li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
};
