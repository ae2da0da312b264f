import { type ReactNode, useEffect, useId, useState } from 'react';
import form from '../form/Form.module.css';

type Common = { label: string; hint?: string };

const Labelled = ({ label, hint, children }: Common & { children: (id: string, hintId: string | undefined) => ReactNode }) => {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div className={form.field}>
      <label htmlFor={id}>{label}</label>
      {children(id, hintId)}
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

/** What is no number stays in the field and is not taken over. */
export const PlainNumber = ({
  value,
  onChange,
  ...rest
}: Common & { value: number | undefined; onChange: (value: number | undefined) => void }) => {
  const [typed, setTyped] = useState(String(value ?? ''));
  useEffect(() => {
    setTyped((before) => (Number(before) === value && before !== '' ? before : String(value ?? '')));
  }, [value]);
  return (
    <Labelled {...rest}>
      {(id, hintId) => (
        <input
          id={id}
          aria-describedby={hintId}
          aria-invalid={Number.isNaN(Number(typed)) || undefined}
          className={form.input}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            const next = event.currentTarget.value;
            setTyped(next);
            const number = next.trim() === '' ? undefined : Number(next.replace(',', '.'));
            if (!Number.isNaN(number)) onChange(number);
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
