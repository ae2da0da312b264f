import type { HTMLInputTypeAttribute, ReactNode } from 'react';
import styles from './Form.module.css';
import type { Bound } from './useForm.ts';

type Common = { label: string; hint?: ReactNode; suffix?: string };
type Aria = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

/** Label, control, help and what is wrong, tied together for screen readers. */
export const Field = <V,>({
  of: { id, problem },
  label,
  hint,
  suffix,
  children,
}: Common & { of: Bound<V>; children: (aria: Aria) => ReactNode }) => {
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const problemId = problem === undefined ? undefined : `${id}-problem`;
  const describedBy = [problemId, hintId].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.control}>
        {children({
          id,
          'aria-describedby': describedBy === '' ? undefined : describedBy,
          'aria-invalid': problem === undefined ? undefined : true,
        })}
        {suffix === undefined ? null : <span className={styles.suffix}>{suffix}</span>}
      </div>
      {problem === undefined ? null : (
        <p id={problemId} className={styles.problem}>
          {problem}
        </p>
      )}
      {hint === undefined ? null : (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
};

type TextProps = Common & {
  of: Bound<string>;
  type?: HTMLInputTypeAttribute;
  autoComplete?: string;
  inputMode?: 'decimal' | 'numeric' | 'text';
  placeholder?: string;
  maxLength?: number;
  list?: readonly string[];
  autoFocus?: boolean;
  mono?: boolean;
};

export const TextField = ({
  of,
  type = 'text',
  autoComplete = 'off',
  inputMode,
  placeholder,
  maxLength,
  list,
  autoFocus,
  mono,
  ...rest
}: TextProps) => (
  <Field of={of} {...rest}>
    {(aria) => (
      <>
        <input
          {...aria}
          className={styles.input}
          data-mono={mono || undefined}
          type={type}
          value={of.value}
          autoComplete={autoComplete}
          inputMode={inputMode}
          placeholder={placeholder}
          maxLength={maxLength}
          list={list === undefined ? undefined : `${of.id}-list`}
          // biome-ignore lint/a11y/noAutofocus: the first field of a step that was just opened
          autoFocus={autoFocus}
          onChange={(event) => of.onChange(event.currentTarget.value)}
          onBlur={of.onBlur}
        />
        {list === undefined ? null : (
          <datalist id={`${of.id}-list`}>
            {list.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        )}
      </>
    )}
  </Field>
);

type AreaProps = Common & { of: Bound<string>; rows: number };

/** Several lines of text as it is, such as a certificate. */
export const TextAreaField = ({ of, rows, ...rest }: AreaProps) => (
  <Field of={of} {...rest}>
    {(aria) => (
      <textarea
        {...aria}
        className={styles.input}
        data-mono
        rows={rows}
        value={of.value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => of.onChange(event.currentTarget.value)}
        onBlur={of.onBlur}
      />
    )}
  </Field>
);

type SelectProps<V extends string> = Common & { of: Bound<V>; options: readonly { value: V; label: string }[] };

export const SelectField = <V extends string>({ of, options, ...rest }: SelectProps<V>) => (
  <Field of={of} {...rest}>
    {(aria) => (
      <select
        {...aria}
        className={styles.input}
        value={of.value}
        onChange={(event) => {
          const chosen = options.find(({ value }) => value === event.currentTarget.value);
          if (chosen !== undefined) of.onChange(chosen.value);
        }}
        onBlur={of.onBlur}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )}
  </Field>
);

type CheckProps = {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

export const CheckField = ({ label, hint, checked, disabled, onChange }: CheckProps) => (
  <label className={styles.check}>
    <input type="checkbox" checked={checked} disabled={disabled} onChange={(event) => onChange(event.currentTarget.checked)} />
    <span>
      {label}
      {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
    </span>
  </label>
);

/** What is wrong with the form as a whole; read out when it appears. */
export const FormProblem = ({ children }: { children: string | null }) => (
  <div role="alert">{children === null ? null : <p className={styles.refused}>{children}</p>}</div>
);
