import { useEffect, useRef } from 'react';
import type { BalanceDay } from '../../../server/contract/plant/balanceMoments.ts';
import { formatSome } from '../../text/numbers.ts';
import { longDate } from '../../text/times.ts';
import styles from './DayStrip.module.css';
import { withBand } from './figures.ts';
import { words } from './words.ts';

const heightPx = 132;

/** YYYY-MM-DD of DD/MM/YYYY. */
const isoOf = (dmy: string): string => dmy.split('/').reverse().join('-');

/** Bounds of the scale: all bands, and all bars up to four times the widest band, so that one bad day does not flatten the others. */
const scaleOf = (days: readonly BalanceDay[]): { low: number; high: number } => {
  const bands = days.map(({ band95KL }) => band95KL ?? 0);
  const widest = Math.max(1, ...bands);
  const values = days.flatMap(({ unaccountedKL, running }) => (unaccountedKL === null || running ? [] : [unaccountedKL]));
  const cut = (value: number): number => Math.max(-4 * widest, Math.min(4 * widest, value));
  return { low: Math.min(-widest, ...values.map(cut)), high: Math.max(widest, ...values.map(cut)) };
};

type Props = { days: readonly BalanceDay[]; date: string; onPick: (date: string) => void };

/** One bar a day against what the errors of the meters can make; each day is a button. */
export const DayStrip = ({ days, date, onPick }: Props) => {
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // on a phone the strip ends at the last day
    if (scroller.current !== null) scroller.current.scrollLeft = scroller.current.scrollWidth;
  }, []);
  const { low, high } = scaleOf(days);
  const y = (value: number): number => ((high - value) / (high - low)) * heightPx;
  const inside = (value: number): number => Math.max(0, Math.min(heightPx, y(value)));
  return (
    <div ref={scroller} className={`${styles.scroller} hw-sideways`}>
      <div className={styles.axis} aria-hidden="true">
        {[high, 0, low].map((value) => (
          <span key={value} style={{ top: `${y(value)}px` }}>
            {formatSome(value, 0)}
          </span>
        ))}
      </div>
      <ol className={styles.days} style={{ gridTemplateColumns: `repeat(${days.length}, minmax(1.75rem, 1fr))` }}>
        {days.map((day) => {
          const own = isoOf(day.date);
          const isOff = day.status === 'loss' || day.status === 'gain';
          const weekday = new Date(`${own}T00:00:00Z`).getUTCDay();
          const band = day.band95KL ?? 0;
          return (
            <li key={day.date}>
              <button
                type="button"
                className={styles.day}
                aria-pressed={own === date}
                aria-label={words.days.day(
                  longDate(own),
                  withBand(day),
                  day.running ? words.verdict.short : words.status[day.status],
                )}
                onClick={() => onPick(own)}
              >
                <svg viewBox={`0 0 30 ${heightPx}`} preserveAspectRatio="none" aria-hidden="true">
                  <line className={styles.zero} x1="0" x2="30" y1={y(0)} y2={y(0)} />
                  {band > 0 ? (
                    <rect className={styles.band} x="6" width="18" y={inside(band)} height={inside(-band) - inside(band)} />
                  ) : null}
                  {day.unaccountedKL === null || day.running ? null : (
                    <rect
                      className={styles.bar}
                      data-off={isOff || undefined}
                      data-doubtful={day.status === 'incomplete' || undefined}
                      x="11"
                      width="8"
                      y={Math.min(inside(day.unaccountedKL), y(0))}
                      height={Math.max(1, Math.abs(inside(day.unaccountedKL) - y(0)))}
                    />
                  )}
                </svg>
                <span className={styles.sign}>{isOff ? '≠' : ''}</span>
                <span data-sunday={weekday === 0 || undefined}>{Number(own.slice(8))}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
};
