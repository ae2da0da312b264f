import { useEffect, useRef, useState } from 'react';
import { HOUR_MS, SLOT_MS } from '../../../server/contract/model/common.ts';
import { lastSlotEnd } from '../../state/moment.ts';
import { clockTime, dateAndTime } from '../../text/times.ts';
import { NextIcon, PreviousIcon } from '../icons.tsx';
import { pastWords } from './pastWords.ts';
import styles from './TimeSlider.module.css';

const settleMs = 150;

type Props = {
  /** The shift day that the slider spans. */
  fromMs: number;
  toMs: number;
  nowMs: number;
  timezone: string;
  /** The moment that is shown; null: now, or the whole day. */
  atMs: number | null;
  /** What the end of the slider is: the present, or the day as a whole. */
  endLabel: string;
  /** Moments worth looking at, such as alarms that were raised. */
  marks?: readonly { ms: number; label: string }[];
  onPick: (ms: number | null) => void;
};

/** Any slot of a shift day: drag, step by 5 minutes, or write a time. */
export const TimeSlider = ({ fromMs, toMs, nowMs, timezone, atMs, endLabel, marks = [], onPick }: Props) => {
  const lastMs = Math.min(toMs, lastSlotEnd(nowMs));
  const shown = Math.min(lastMs, Math.max(fromMs, atMs ?? lastMs));
  const [draft, setDraft] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const value = draft ?? shown;
  const place = (ms: number): string => `${(100 * (ms - fromMs)) / (toMs - fromMs)}%`;
  const goTo = (ms: number) => {
    const to = Math.min(lastMs, Math.max(fromMs + SLOT_MS, ms));
    setDraft(to);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setDraft(null);
      onPick(to);
    }, settleMs);
  };
  const atTime = (text: string) => {
    if (!/^\d{2}:\d{2}$/.test(text)) return;
    const first = clockTime(fromMs, timezone);
    const minutes = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
    const since = (minutes(text) - minutes(first) + 1440) % 1440;
    goTo(fromMs + Math.round((since * 60_000) / SLOT_MS) * SLOT_MS);
  };
  const hours = Array.from({ length: Math.round((toMs - fromMs) / (3 * HOUR_MS)) + 1 }, (_, at) => fromMs + at * 3 * HOUR_MS);
  return (
    <section className={styles.slider} data-past={atMs !== null || undefined} aria-label={pastWords.slider}>
      <button type="button" className={styles.button} aria-pressed={atMs === null} onClick={() => onPick(null)}>
        {endLabel}
      </button>
      <button type="button" className={styles.step} aria-label={pastWords.back} onClick={() => goTo(value - SLOT_MS)}>
        <PreviousIcon />
      </button>
      <div className={styles.track}>
        <div className={styles.marks} aria-hidden="true">
          {marks
            .filter(({ ms }) => ms >= fromMs && ms <= toMs)
            .map(({ ms, label }) => (
              <span key={`${ms} ${label}`} className={styles.mark} title={label} style={{ left: place(ms) }} />
            ))}
        </div>
        <input
          type="range"
          min={fromMs}
          max={toMs}
          step={SLOT_MS}
          value={value}
          aria-label={pastWords.slider}
          aria-valuetext={dateAndTime(value, timezone)}
          onChange={(event) => goTo(Number(event.currentTarget.value))}
        />
        <div className={styles.hours} aria-hidden="true">
          {hours.map((ms) => (
            <span key={ms} style={{ left: place(ms) }}>
              {clockTime(ms, timezone)}
            </span>
          ))}
        </div>
      </div>
      <button
        type="button"
        className={styles.step}
        aria-label={pastWords.on}
        disabled={value >= lastMs}
        onClick={() => goTo(value + SLOT_MS)}
      >
        <NextIcon />
      </button>
      <label className={styles.time}>
        <span>{pastWords.goTo}</span>
        <input
          key={value}
          type="text"
          inputMode="numeric"
          maxLength={5}
          defaultValue={clockTime(value, timezone)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') atTime(event.currentTarget.value);
          }}
          onBlur={(event) => {
            if (event.currentTarget.value !== clockTime(value, timezone)) atTime(event.currentTarget.value);
          }}
        />
      </label>
      {atMs === null ? null : <strong className={styles.when}>{pastWords.shown(dateAndTime(atMs, timezone))}</strong>}
    </section>
  );
};
