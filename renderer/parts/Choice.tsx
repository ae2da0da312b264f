import { useId } from 'react';
import styles from './Choice.module.css';

type Props<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChoose: (value: V) => void;
};

/** One of a few, side by side. */
export const Choice = <V extends string>({ label, value, options, onChoose }: Props<V>) => {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.choice}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
          />
          <span className={styles.word}>{option.label}</span>
        </label>
      ))}
    </div>
  );
};
