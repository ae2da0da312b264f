import { useEffect, useState } from 'react';
import { CloseIcon } from '../../../parts/icons.tsx';
import { PriorityMark } from '../../../parts/PriorityMark.tsx';
import { useProfile } from '../../../state/services.ts';
import { alarmWords } from '../../../text/alarmWords.ts';
import { formatChange, formatWithUnit } from '../../../text/numbers.ts';
import { text } from '../../../text/words.ts';
import type { StepKey } from '../search.ts';
import styles from '../Trend.module.css';
import { words } from '../words.ts';
import { hoursOf, indexAt, newestOf, type Step } from './lines.ts';
import { stepName } from './stepNames.ts';
import type { Marks } from './useMarks.ts';

export type ReadLine = { name: string; unit: string; steps: readonly Step[]; role: 'main' | 'compare' | 'overlay' };

type Props = {
  lines: readonly ReadLine[];
  marks: Marks;
  /** The step under the pointer or the keys, else the pinned one, else null. */
  atMs: number | null;
  pinned: boolean;
  step: StepKey;
  severalDays: boolean;
  /** The mean rate of amounts, m3/h or kW. */
  rateUnit: string | null;
  onFree: () => void;
};

const qualityOf = (step: Step): string => {
  if (step.running) return words.notOver;
  if (step.cut) return words.cutShort;
  return text.quality[step.letter];
};

const changeOf = (now: number | null | undefined, before: number | null | undefined): number | null =>
  now == null || before == null || before <= 0 ? null : (100 * (now - before)) / before;

const settleMs = 300;
/** A text for screen readers, at most three times a second. */
const Spoken = ({ sentence }: { sentence: string }) => {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(sentence), settleMs);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <p className="hw-only-read" aria-live="polite">
      {said}
    </p>
  );
};

/** One step in words and figures: of every line its value, of the range the alarm that was active. */
export const Readout = ({ lines, marks, atMs, pinned, step, severalDays, rateUnit, onFree }: Props) => {
  const { timezone } = useProfile();
  const main = lines.find(({ role }) => role === 'main');
  const steps = main?.steps ?? [];
  const own = steps[atMs === null ? newestOf(steps) : indexAt(steps, atMs)];
  if (own === undefined || main === undefined) return <div className={styles.readout} />;
  const middle = (own.fromMs + own.toMs) / 2;
  const alarm = marks.alarms.find(
    ({ raisedAt, clearedAt }) => Date.parse(raisedAt) < own.toMs && (clearedAt === null || Date.parse(clearedAt) > own.fromMs),
  );
  const when = stepName(own, timezone, step, severalDays);
  const mean = rateUnit === null || own.value === null ? null : own.value / hoursOf(own);
  const rows = lines.map((line) => ({ line, at: line.role === 'main' ? own : line.steps[indexAt(line.steps, middle)] }));
  const sentence = `${when}: ${rows.map(({ line, at }) => `${line.name} ${formatWithUnit(at?.value, line.unit)}${at === own ? `, ${qualityOf(own)}` : ''}`).join('; ')}`;
  return (
    <>
      <Spoken sentence={sentence} />
      <section className={styles.readout} data-pinned={pinned || undefined} aria-label={words.readout}>
        <dl className={styles.cells}>
          <div className={styles.cell}>
            <dt>{pinned ? words.pinned : atMs === null ? words.newest : words.pointed}</dt>
            <dd className={styles.when}>{when}</dd>
          </div>
          {rows.map(({ line, at }) => (
            <div key={`${line.role} ${line.name}`} className={styles.cell} data-role={line.role}>
              <dt>
                {line.name}
                {line.role === 'main' ? `, ${qualityOf(own)}` : ''}
              </dt>
              <dd>
                {formatWithUnit(at?.value, line.unit)}
                {line.role === 'main' && own.low !== null && own.high !== null && rateUnit === null && own.high > own.low ? (
                  <small> {words.between(formatWithUnit(own.low, ''), formatWithUnit(own.high, ''))}</small>
                ) : null}
                {line.role === 'main' && mean !== null && rateUnit !== null ? (
                  <small> {words.meanRate(formatWithUnit(mean, rateUnit))}</small>
                ) : null}
                {line.role === 'compare' && !own.running && at?.value != null ? (
                  <small> {formatChange(changeOf(own.value, at?.value))}</small>
                ) : null}
              </dd>
            </div>
          ))}
          {alarm === undefined ? null : (
            <div className={styles.cell}>
              <dt>{words.alarm}</dt>
              <dd>
                <PriorityMark priority={alarm.priority} size={16} hidden /> {alarmWords(alarm).title}
              </dd>
            </div>
          )}
        </dl>
        {pinned ? (
          <button type="button" className={styles.free} aria-label={words.free} onClick={onFree}>
            <CloseIcon />
          </button>
        ) : null}
      </section>
    </>
  );
};
