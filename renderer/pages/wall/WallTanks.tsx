import { formatUpTo, formatWithUnit } from '../../text/numbers.ts';
import { text } from '../../text/words.ts';
import { forecastWords, shortWords } from '../overview/forecastWords.ts';
import type { TankNow } from '../overview/nodeNow.ts';
import { words as overview } from '../overview/words.ts';
import styles from './Page.module.css';

const mostTanks = 8;
const level = (share: number): number => Math.min(100, Math.max(0, share));

/** Tanks side by side, each with its limits and when it is full or empty. */
export const WallTanks = ({ tanks }: { tanks: readonly TankNow[] }) => (
  <ul className={styles.tanks} aria-label={text.groups.stock}>
    {tanks.slice(0, mostTanks).map(({ unit, percent, trust, lowPercent, highPercent, trend }) => (
      <li key={unit.unitId}>
        <span className={styles.tankName}>{unit.unitName}</span>
        <svg
          className={styles.tank}
          viewBox="0 0 100 200"
          preserveAspectRatio="none"
          role="img"
          aria-label={overview.tanks.label(unit.unitName, formatWithUnit(percent, '%'))}
        >
          <rect className={styles.shell} x="10" y="0" width="80" height="200" />
          {percent === null ? null : (
            <rect
              className={trust.kind === 'good' ? styles.fill : styles.stale}
              x="10"
              y={200 - 2 * level(percent)}
              width="80"
              height={2 * level(percent)}
            />
          )}
          {[lowPercent, highPercent].map((limit, side) =>
            limit === null ? null : (
              <line
                key={side === 0 ? 'low' : 'high'}
                className={styles.limit}
                x1="0"
                x2="24"
                y1={200 - 2 * level(limit)}
                y2={200 - 2 * level(limit)}
              />
            ),
          )}
        </svg>
        <span className={styles.percent} data-live={trust.kind === 'good' || undefined}>
          {percent === null ? text.noValue : trust.kind === 'good' ? formatUpTo(percent, 1) : <s>{formatUpTo(percent, 1)}</s>}
          <small> %{trust.kind === 'good' ? '' : ' ?'}</small>
        </span>
        <span>{shortWords(trend) || forecastWords(trend)}</span>
      </li>
    ))}
  </ul>
);
