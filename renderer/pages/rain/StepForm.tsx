import { type FormEvent, useEffect, useId, useState } from 'react';
import { type FwiColumn, type FwiField, type FwiNext, saveFwiInput } from '../../../server/contract/user/fwi.ts';
import { useSend } from '../../api/useEndpoint.ts';
import { BothSides } from '../../parts/form/BothSides.tsx';
import { isConflict } from '../../parts/form/isConflict.ts';
import { explain } from '../../parts/states.tsx';
import { language } from '../../text/language.ts';
import { unitLabel } from '../../text/numbers.ts';
import styles from './Page.module.css';
import { dataOf, type Row, rowsOf } from './stepDraft.ts';
import { useStepDraft } from './useStepDraft.ts';
import { words } from './words.ts';

const labelOf = ({ key, label, unit, required }: FwiColumn | FwiField): string => {
  const name = language() === 'en' ? label : (words.fields[key] ?? label);
  return `${name}${unit === undefined || unit === '' ? '' : ` (${unitLabel(unit)})`}${required ? ' *' : ''}`;
};

type ScalarProps = { field: FwiColumn | FwiField; value: string; onChange: (value: string) => void; inTable?: boolean };

const Scalar = ({ field, value, onChange, inTable = false }: ScalarProps) => {
  const id = useId();
  const label = labelOf(field);
  const shared = { id, value, required: field.required, 'aria-label': inTable ? label : undefined };
  return (
    <span className={styles.field}>
      {inTable ? null : <label htmlFor={id}>{label}</label>}
      {field.type === 'select' ? (
        <select {...shared} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">–</option>
          {(field.options ?? []).map((option) => (
            <option key={option} value={option}>
              {words.options[option] ?? option.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type={field.type === 'number' ? 'number' : 'text'}
          step="any"
          min={field.min}
          max={field.max}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </span>
  );
};

type TableProps = { field: FwiField; rows: readonly Row[]; onChange: (rows: Row[]) => void };

const Rows = ({ field, rows, onChange }: TableProps) => {
  const columns = field.columns ?? [];
  return (
    <fieldset className={styles.rows}>
      <legend>{labelOf(field)}</legend>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="hw-sideways" tabIndex={0} aria-label={labelOf(field)}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.key} scope="col">
                  {labelOf(column)}
                </th>
              ))}
              <th scope="col">
                <span className="hw-only-read">{words.removeRow(0)}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <tr key={at}>
                {columns.map((column) => (
                  <td key={column.key}>
                    <Scalar
                      inTable
                      field={column}
                      value={row[column.key] ?? ''}
                      onChange={(value) =>
                        onChange(rows.map((one, index) => (index === at ? { ...one, [column.key]: value } : one)))
                      }
                    />
                  </td>
                ))}
                <td>
                  <button
                    type="button"
                    className={styles.button}
                    aria-label={words.removeRow(at + 1)}
                    onClick={() => onChange(rows.filter((_, index) => index !== at))}
                  >
                    ×
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <button type="button" className={styles.button} onClick={() => onChange([...rows, {}])}>
        {words.addRow}
      </button>
    </fieldset>
  );
};

type Props = {
  step: number;
  form: readonly FwiField[];
  /** Of the whole form. */
  version: number;
  onSaved: (next: FwiNext) => void;
  onReload: () => void;
};

const labelOfThing = (form: readonly FwiField[], thing: string): string => {
  const field = form.find(({ key }) => key === thing || thing.startsWith(`${key}.`));
  return field === undefined ? thing : labelOf(field);
};

/** One of the six steps, as the server describes its fields; what it refuses is said above the button. */
export const StepForm = ({ step, form, version, onSaved, onReload }: Props) => {
  const typed = useStepDraft(form, version);
  const { draft, set } = typed;
  const { base, theirs, takeTheirs, putOnTop } = typed.sides;
  const [next, setNext] = useState<FwiNext | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { send, busy } = useSend(saveFwiInput);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    send({ body: { step, data: dataOf(form, draft), version: typed.version } }).then(
      (answer) => {
        typed.settle();
        setNext(answer);
      },
      (error: unknown) => {
        setProblem(explain(error));
        if (isConflict(error)) onReload();
      },
    );
  };
  // once what was typed counts as saved, so that leaving the step asks nothing
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (next !== null) onSaved(next);
  }, [next]);
  return (
    <form className={styles.form} onSubmit={submit}>
      {form.map((field) => {
        const value = draft[field.key];
        if (field.type === 'table')
          return <Rows key={field.key} field={field} rows={rowsOf(value)} onChange={(rows) => set(field.key, rows)} />;
        if (field.type === 'map')
          return ['lat', 'lon'].map((part) => (
            <Scalar
              key={`${field.key}.${part}`}
              field={{ ...field, type: 'number', label: `${field.label}, ${part}`, key: field.key }}
              value={typeof draft[`${field.key}.${part}`] === 'string' ? String(draft[`${field.key}.${part}`]) : ''}
              onChange={(next) => set(`${field.key}.${part}`, next)}
            />
          ));
        return (
          <Scalar
            key={field.key}
            field={field}
            value={typeof value === 'string' ? value : ''}
            onChange={(next) => set(field.key, next)}
          />
        );
      })}
      {theirs === null ? (
        <div role="alert">{problem}</div>
      ) : (
        <BothSides
          {...{ base, mine: typed.mine, theirs, onPutOnTop: putOnTop, onTakeTheirs: takeTheirs }}
          labelOf={(thing) => labelOfThing(form, thing)}
        />
      )}
      <button type="submit" className={styles.primary} disabled={busy || theirs !== null}>
        {words.save}
      </button>
    </form>
  );
};
