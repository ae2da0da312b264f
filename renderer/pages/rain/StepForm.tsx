import { type FormEvent, useEffect, useId, useState } from 'react';
import { type FwiColumn, type FwiField, type FwiNext, saveFwiInput } from '../../../server/contract/user/fwi.ts';
import { useSend } from '../../api/useEndpoint.ts';
import { BothSides } from '../../parts/form/BothSides.tsx';
import { DateBox } from '../../parts/form/DateBox.tsx';
import { FormProblem } from '../../parts/form/fields.tsx';
import { isConflict } from '../../parts/form/isConflict.ts';
import type { Problems } from '../../parts/form/problems.ts';
import { useAfterPress } from '../../parts/form/useAfterPress.ts';
import { words as formWords } from '../../parts/form/words.ts';
import { explain } from '../../parts/states.tsx';
import { unitLabel } from '../../text/numbers.ts';
import styles from './Page.module.css';
import { dataOf, type Row, refusedAt, rowsOf, stepProblems } from './stepDraft.ts';
import { useStepDraft } from './useStepDraft.ts';
import { words } from './words.ts';

const labelOf = ({ key, label, unit, required }: FwiColumn | FwiField): string => {
  const name = words.fields[key] ?? label;
  return `${name}${unit === undefined || unit === '' ? '' : ` (${words.measures[unit] ?? unitLabel(unit)})`}${required ? ' *' : ''}`;
};

type ScalarProps = {
  field: FwiColumn | FwiField;
  id: string;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
  onBlur: () => void;
  inTable?: boolean;
};

const Scalar = ({ field, id, value, problem, onChange, onBlur, inTable = false }: ScalarProps) => {
  const label = labelOf(field);
  const problemId = `${id}-problem`;
  const shared = {
    ...{ id, value, onBlur },
    'aria-required': field.required,
    'aria-label': inTable ? label : undefined,
    'aria-invalid': problem === undefined ? undefined : true,
    'aria-describedby': problem === undefined ? undefined : problemId,
  };
  if (field.type === 'date' && !inTable) return <DateBox of={{ id, value, problem, onChange, onBlur }} label={label} />;
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
          autoComplete="off"
          inputMode={field.type === 'number' ? 'decimal' : 'text'}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {problem === undefined ? null : (
        <span id={problemId} className={styles.problem}>
          {problem}
        </span>
      )}
    </span>
  );
};

/** What a field needs to know of the form, by its place in the draft. */
type Places = { idOf: (path: string) => string; problemAt: (path: string) => string | undefined; leave: (path: string) => void };
type TableProps = { field: FwiField; rows: readonly Row[]; places: Places; onChange: (rows: Row[]) => void };

const Rows = ({ field, rows, places: { idOf, problemAt, leave }, onChange }: TableProps) => {
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
                <span className="hw-only-read">{words.removeColumn}</span>
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
                      id={idOf(`${field.key}.${at}.${column.key}`)}
                      value={row[column.key] ?? ''}
                      problem={problemAt(`${field.key}.${at}.${column.key}`)}
                      onBlur={() => leave(`${field.key}.${at}.${column.key}`)}
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
      <button id={idOf(field.key)} type="button" className={styles.button} onClick={() => onChange([...rows, {}])}>
        {words.addRow}
      </button>
      {problemAt(field.key) === undefined ? null : <span className={styles.problem}>{problemAt(field.key)}</span>}
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
  return field === undefined ? thing : labelOf(field.type === 'map' ? { ...field, key: thing } : field);
};

/** One of the six steps, checked while one types by what the server says of its fields; what it refuses is said there too. */
export const StepForm = ({ step, form, version, onSaved, onReload }: Props) => {
  const typed = useStepDraft(form, version);
  const { draft, set } = typed;
  const { base, theirs, takeTheirs, putOnTop } = typed.sides;
  const [next, setNext] = useState<FwiNext | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState<Problems>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const formId = useId();
  const afterPress = useAfterPress();
  const problems = stepProblems(form, draft);
  const idOf = (path: string): string => `${formId}-${path}`;
  const places: Places = {
    idOf,
    problemAt: (path) => refused[path] ?? (tried || left.has(path) ? problems[path] : undefined),
    leave: (path) => afterPress(() => setLeft((before) => (before.has(path) ? before : new Set([...before, path])))),
  };
  const change = (path: string, value: string | Row[]): void => {
    setRefused({});
    setProblem(null);
    set(path, value);
  };
  const scalar = (field: FwiColumn | FwiField, path: string) => (
    <Scalar
      key={path}
      field={field}
      id={idOf(path)}
      value={typeof draft[path] === 'string' ? String(draft[path]) : ''}
      problem={places.problemAt(path)}
      onChange={(value) => change(path, value)}
      onBlur={() => places.leave(path)}
    />
  );
  const wrong = Object.keys(problems).length;
  const { send, busy } = useSend(saveFwiInput);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    setTried(true);
    const [first] = Object.keys(problems);
    if (first !== undefined) return document.getElementById(idOf(first))?.focus();
    send({ body: { step, data: dataOf(form, draft), version: typed.version } }).then(
      (answer) => {
        typed.settle();
        setNext(answer);
      },
      (error: unknown) => {
        setProblem(explain(error));
        setRefused(refusedAt(error));
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
    <form className={styles.form} noValidate onSubmit={submit}>
      {form.map((field) => {
        if (field.type === 'table')
          return (
            <Rows
              {...{ field, places }}
              key={field.key}
              rows={rowsOf(draft[field.key])}
              onChange={(rows) => change(field.key, rows)}
            />
          );
        if (field.type === 'map')
          return ['lat', 'lon'].map((part) =>
            scalar({ ...field, key: `${field.key}.${part}`, type: 'number' }, `${field.key}.${part}`),
          );
        return scalar(field, field.key);
      })}
      {theirs === null ? (
        <FormProblem>{problem ?? (tried && wrong > 0 ? formWords.problems(wrong) : null)}</FormProblem>
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
