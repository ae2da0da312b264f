import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useProfile } from '../../state/services.ts';
import { DateBox } from '../form/DateBox.tsx';
import { CheckField, SelectField, TextField } from '../form/fields.tsx';
import type { Bound } from '../form/useForm.ts';
import { words as formWords } from '../form/words.ts';
import { type Draft, draftAt, draftOf, partsOf } from './draft.ts';
import styles from './Fields.module.css';
import { type FieldProps, KeyedField, ListField, TupleField } from './Lists.tsx';
import { byEnd, labelOf, optionLabel } from './labels.ts';
import { measureOf } from './measures.ts';
import { momentOf } from './moments.ts';
import type { Field, Shape } from './shape.ts';
import { type Option, useFields } from './useFields.ts';
import { words } from './words.ts';

type Props = FieldProps;

const useBound = (path: readonly string[]): Bound<string> => {
  const { draft, change, problemAt, leave, idOf } = useFields();
  const value = draftAt(draft, path);
  return {
    id: idOf(path),
    value: typeof value === 'string' ? value : '',
    onChange: (next) => change(path, next, path.join('.')),
    onBlur: () => leave(path),
    problem: problemAt(path),
  };
};

const nothing: Option = { value: '', label: '–' };

const Flag = ({ path, isOptional = false, label }: Omit<Props, 'shape'> & { label: string }) => {
  const { draft, change, labels, namePathOf } = useFields();
  const of = useBound(path);
  const value = draftAt(draft, path);
  const hint = byEnd(labels.hints, namePathOf(path));
  if (!isOptional) return <CheckField label={label} hint={hint} checked={value === true} onChange={(on) => change(path, on)} />;
  const options = [nothing, { value: 'true', label: formWords.yes }, { value: 'false', label: formWords.no }];
  const chosen = { ...of, value: value === undefined ? '' : String(value) };
  return (
    <SelectField
      of={{ ...chosen, onChange: (next) => change(path, next === '' ? undefined : next === 'true') }}
      label={label}
      {...(hint === undefined ? {} : { hint })}
      options={options}
    />
  );
};

/** One field that is typed or chosen. */
const Leaf = ({ shape, path, isOptional = false, label: own }: Props) => {
  const { labels, choicesOf, namePathOf } = useFields();
  const { timezone } = useProfile();
  const of = useBound(path);
  const name = namePathOf(path);
  const label = own ?? labelOf(labels, name);
  if (shape.kind === 'flag') return <Flag path={path} isOptional={isOptional} label={label} />;
  const hint = byEnd(labels.hints, name);
  const suffix = byEnd(labels.units, name);
  const common = { label, ...(hint === undefined ? {} : { hint }), ...(suffix === undefined ? {} : { suffix }) };
  const known =
    shape.kind === 'choice'
      ? shape.options.map((one) => ({ value: String(one), label: optionLabel(labels, name, String(one)) }))
      : choicesOf(name);
  if (known !== undefined) {
    // what is stored stays a choice, whatever became of it
    const kept = of.value === '' || known.some(({ value }) => value === of.value) ? [] : [{ value: of.value, label: of.value }];
    return <SelectField of={of} {...common} options={[...(isOptional || of.value === '' ? [nothing] : []), ...known, ...kept]} />;
  }
  if (shape.kind === 'moment') {
    const { shown, typed } = momentOf(name, timezone);
    return <DateBox of={{ ...of, value: shown(of.value), onChange: (value) => of.onChange(typed(value)) }} {...common} />;
  }
  if (shape.kind === 'date') return <DateBox of={of} {...common} />;
  const measure = measureOf(name);
  if (measure !== undefined) {
    const { shown, typed } = measure;
    return <TextField of={{ ...of, value: shown(of.value), onChange: (value) => of.onChange(typed(value)) }} {...common} />;
  }
  return <TextField of={of} {...(shape.kind === 'number' ? { inputMode: 'decimal' as const } : {})} {...common} />;
};

const Problem = ({ path }: { path: readonly string[] }) => {
  const { problemAt, idOf } = useFields();
  const problem = problemAt(path);
  return problem === undefined ? null : (
    <p id={idOf(path)} tabIndex={-1} className={styles.problem}>
      {problem}
    </p>
  );
};

/** Fields side by side, groups below one another. */
export const FieldsOfPath = ({ fields, path }: FieldsProps) => (
  <div className={styles.fields}>
    <FlatFields fields={fields} path={path} />
  </div>
);

type FieldsProps = { fields: readonly Field[]; path: readonly string[] };

/** A group that has no name of its own is no group for the person either. */
const FlatFields = ({ fields, path }: FieldsProps): ReactNode => {
  const { labels, namePathOf } = useFields();
  return fields.map(({ name, shape, isOptional }) => {
    const own = [...path, name];
    if (shape.kind === 'object' && shape.isOptional !== true && labelOf(labels, namePathOf(own)) === '')
      return <FlatFields key={name} fields={shape.fields} path={own} />;
    if (shape.kind === 'variant' && shape.isOptional !== true && labelOf(labels, namePathOf(own)) === '')
      return (
        <div key={name} className={styles.whole}>
          <Variant shape={shape} path={own} />
        </div>
      );
    return <ShapeField key={name} shape={shape} path={own} isOptional={isOptional} />;
  });
};

type GroupProps = { shape: Extract<Shape, { kind: 'object' | 'variant' }>; path: readonly string[]; label: string };

const Variant = ({ shape, path }: { shape: Extract<Shape, { kind: 'variant' }>; path: readonly string[] }) => {
  const { draft, change, labels, namePathOf } = useFields();
  const by = [...path, shape.by];
  const bound = useBound(by);
  const chosen = shape.variants.find(({ name }) => name === bound.value) ?? shape.variants[0];
  const choose = (name: string) => {
    const fields = shape.variants.find((one) => one.name === name)?.fields ?? [];
    const before = partsOf(draftAt(draft, path));
    const fresh = partsOf(draftOf({ kind: 'object', fields }, undefined, true));
    const kept = Object.fromEntries(fields.flatMap((field) => (field.name in before ? [[field.name, before[field.name]]] : [])));
    change(path, { ...fresh, ...kept, [shape.by]: name });
  };
  const options = shape.variants.map(({ name }) => ({ value: name, label: optionLabel(labels, namePathOf(by), name) }));
  return (
    <>
      <SelectField of={{ ...bound, onChange: choose }} label={labelOf(labels, namePathOf(by))} options={options} />
      <FieldsOfPath fields={chosen?.fields ?? []} path={path} />
    </>
  );
};

const Group = ({ shape, path, label }: GroupProps) => {
  const { draft, change, labels, namePathOf } = useFields();
  const present: Draft = draftAt(draft, path);
  const hint = byEnd(labels.hints, namePathOf(path));
  const isThere = present !== undefined;
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {hint === undefined ? null : <p className={styles.note}>{hint}</p>}
      {!isThere ? null : shape.kind === 'variant' ? (
        <Variant shape={shape} path={path} />
      ) : (
        <FieldsOfPath fields={shape.fields} path={path} />
      )}
      <Problem path={path} />
      {shape.isOptional !== true ? null : (
        <div>
          <Button
            variant="default"
            onClick={() => change(path, isThere ? undefined : draftOf({ ...shape, isOptional: false }, undefined, true))}
          >
            {isThere ? words.leaveOut(label) : words.enter(label)}
          </Button>
        </div>
      )}
    </fieldset>
  );
};

/** Any part of a schema: a field, a group, or a list. */
const ShapeField = (props: FieldProps): ReactNode => {
  const { shape, path } = props;
  const { labels, namePathOf } = useFields();
  const label = props.label ?? labelOf(labels, namePathOf(path));
  const more = { path, label, problem: <Problem path={path} />, draw: ShapeField };
  switch (shape.kind) {
    case 'object':
    case 'variant':
      return <Group shape={shape} path={path} label={label} />;
    case 'list':
      return <ListField shape={shape} {...more} />;
    case 'tuple':
      return <TupleField shape={shape} {...more} />;
    case 'keyed':
      return <KeyedField shape={shape} {...more} />;
    default:
      return <Leaf {...props} />;
  }
};
