import { type ReactNode, useEffect, useId, useState } from 'react';
import form from '../form/Form.module.css';
import { numberOf } from '../form/problems.ts';
import { words as formWords } from '../form/words.ts';

type Common = { label: string; hint?: string };
type Labelling = Common & { problem?: string | undefined; children: (id: string, describedBy: string | undefined) => ReactNode };

const Labelled = ({ label, hint, problem, children }: Labelling) => {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const problemId = problem === undefined ? undefined : `${id}-problem`;
  const describedBy = [problemId, hintId].filter(Boolean).join(' ');
  return (
    <div className={form.field}>
      <label htmlFor={id}>{label}</label>
      {children(id, describedBy === '' ? undefined : describedBy)}
      {problem === undefined ? null : (
        <p id={problemId} className={form.problem}>
          {problem}
        </p>
      )}
      {hint === undefined ? null : (
        <p id={hintId} className={form.hint}>
          {hint}
        </p>
      )}
    </div>
  );
};

/** Fields that change a drawing at once; undo takes the place of a button to save. */
export const PlainText = ({ value, onChange, ...rest }: Common & { value: string; onChange: (value: string) => void }) => (
  <Labelled {...rest}>
    {(id, hintId) => (
      <input
        id={id}
        aria-describedby={hintId}
        className={form.input}
        value={value}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )}
  </Labelled>
);

/** What is no number stays in the field, which says so, and is not taken over. */
export const PlainNumber = ({
  value,
  onChange,
  ...rest
}: Common & { value: number | undefined; onChange: (value: number | undefined) => void }) => {
  const [typed, setTyped] = useState(String(value ?? ''));
  useEffect(() => {
    setTyped((before) => (numberOf(before) === value ? before : String(value ?? '')));
  }, [value]);
  const isWrong = Number.isNaN(numberOf(typed));
  return (
    <Labelled {...rest} problem={isWrong ? formWords.number : undefined}>
      {(id, describedBy) => (
        <input
          id={id}
          aria-describedby={describedBy}
          aria-invalid={isWrong || undefined}
          className={form.input}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            const next = event.currentTarget.value;
            setTyped(next);
            const number = numberOf(next);
            if (!Number.isNaN(number)) onChange(number);
          }}
          // what cannot be left out keeps the number that stands, and shows it
          onBlur={() => {
            if (typed.trim() === '') setTyped(String(value ?? ''));
          }}
        />
      )}
    </Labelled>
  );
};

type SelectProps<V extends string> = Common & {
  value: V;
  options: readonly { value: V; label: string }[];
  onChange: (value: V) => void;
};

export const PlainSelect = <V extends string>({ value, options, onChange, ...rest }: SelectProps<V>) => (
  <Labelled {...rest}>
    {(id, hintId) => (
      <select
        id={id}
        aria-describedby={hintId}
        className={form.input}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Labelled>
);
