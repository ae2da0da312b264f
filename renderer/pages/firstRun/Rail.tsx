import { text } from '../../text/words.ts';
import styles from './FirstRun.module.css';
import { type FirstStep, firstSteps } from './progress.ts';
import { words } from './words.ts';

type Props = {
  now: FirstStep;
  isDone: (step: FirstStep) => boolean;
  /** Opens a step again; absent where it cannot be opened. */
  open: (step: FirstStep) => (() => void) | undefined;
  said: Partial<Record<FirstStep, string>>;
};

/** The steps with what was answered. */
export const Rail = ({ now, isDone, open, said }: Props) => (
  <nav className={styles.rail} aria-label={words.title}>
    <p className={styles.product}>{text.product}</p>
    <p className={styles.note}>{words.title}</p>
    <ol>
      {firstSteps.map((step, at) => {
        const go = step === now ? undefined : open(step);
        const done = isDone(step);
        return (
          <li key={step} data-now={step === now || undefined}>
            <button type="button" disabled={go === undefined} aria-current={step === now ? 'step' : undefined} onClick={go}>
              <span className={styles.number} data-done={done || step === now || undefined} aria-hidden="true">
                {done && step !== now ? '✓' : at + 1}
              </span>
              <span>
                <strong>{words.steps[step]}</strong>
                <span className={styles.note}>{said[step] || words.hints[step]}</span>
              </span>
            </button>
          </li>
        );
      })}
    </ol>
    <p className={styles.foot}>{words.kept}</p>
  </nav>
);
