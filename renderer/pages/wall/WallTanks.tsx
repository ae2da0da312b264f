import { TankLevel } from '../../parts/figures/TankLevel.tsx';
import { formatFilled } from '../../text/numbers.ts';
import { text } from '../../text/words.ts';
import { forecastWords, shortWords } from '../overview/forecastWords.ts';
import type { TankNow } from '../overview/nodeNow.ts';
import { words as overview } from '../overview/words.ts';
import styles from './WallTanks.module.css';

const mostTanks = 8;

/** Tanks side by side, each with its limits and when it is full or empty. */
export const WallTanks = ({ tanks }: { tanks: readonly TankNow[] }) => (
  <ul className={styles.tanks} aria-label={text.groups.stock}>
    {tanks.slice(0, mostTanks).map(({ unit, percent, trust, lowPercent, highPercent, normal, trend }) => (
      <li key={unit.unitId}>
        <span className={styles.tankName}>{unit.unitName}</span>
        <TankLevel
          percent={percent}
          isSure={trust.kind === 'good'}
          lowPercent={lowPercent}
          highPercent={highPercent}
          normal={normal}
          label={overview.tanks.label(unit.unitName, `${formatFilled(percent)} %`)}
          className={styles.tank}
        />
        <span className={styles.percent} data-live={trust.kind === 'good' || undefined}>
          {percent === null ? text.noValue : trust.kind === 'good' ? formatFilled(percent) : <s>{formatFilled(percent)}</s>}
          <small> %{trust.kind === 'good' ? '' : ' ?'}</small>
        </span>
        <span className={styles.forecast}>{shortWords(trend) || forecastWords(trend)}</span>
      </li>
    ))}
  </ul>
);
