import { useId, useLayoutEffect, useRef } from 'react';
import styles from './Choice.module.css';
import { useChosen } from './form/useChosen.ts';

type Props<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChoose: (value: V) => void;
};

/** How far something in a row is beyond its edges, in pixels; negative on the left. */
const hiddenBy = (row: Element, one: Element): number => {
  const [outer, inner] = [row.getBoundingClientRect(), one.getBoundingClientRect()];
  return Math.max(0, inner.right - outer.right) + Math.min(0, inner.left - outer.left);
};

/** One of a few, side by side. */
export const Choice = <V extends string>({ label, value, options, onChoose }: Props<V>) => {
  const name = useId();
  const row = useRef<HTMLDivElement>(null);
  const [chosenValue, setChosen] = useChosen(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is another place in the row
  useLayoutEffect(() => {
    const chosen = row.current?.querySelector('input:checked')?.parentElement;
    // on a phone the row scrolls under the finger: what is chosen is in sight, and the page itself stays where it is
    if (row.current !== null && chosen != null) row.current.scrollLeft += hiddenBy(row.current, chosen);
  }, [chosenValue]);
  return (
    <div ref={row} role="radiogroup" aria-label={label} className={styles.choice}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={option.value}
            checked={option.value === chosenValue}
            onChange={() => {
              setChosen(option.value);
              onChoose(option.value);
            }}
            // where the page refused to follow, as a form with unsaved words does, the next press asks again
            onClick={() => {
              if (option.value === chosenValue && option.value !== value) onChoose(option.value);
            }}
          />
          <span className={styles.word}>{option.label}</span>
        </label>
      ))}
    </div>
  );
};
