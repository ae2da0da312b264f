import { Button } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { CheckField, TextField } from '../form/fields.tsx';
import { type Draft, draftAt, draftOf, partsOf } from './draft.ts';
import styles from './Fields.module.css';
import { optionLabel } from './labels.ts';
import type { Shape } from './shape.ts';
import { type Option, useFields } from './useFields.ts';
import { words } from './words.ts';

export type FieldProps = {
  shape: Shape;
  path: readonly string[];
  isOptional?: boolean;
  /** In place of the label of the field's name. */
  label?: string;
};

type Of<K extends Shape['kind']> = {
  shape: Extract<Shape, { kind: K }>;
  path: readonly string[];
  label: string;
  problem: ReactNode;
  /** Draws what is within. */
  draw: ComponentType<FieldProps>;
};

/** As many choices are ticked side by side; more of them are chosen row by row. */
const mostTicked = 12;

const rowsOf = (draft: Draft): readonly Draft[] => (Array.isArray(draft) ? draft : []);

const Ticks = ({ path, label, options, problem }: Omit<Of<'list'>, 'draw' | 'shape'> & { options: readonly Option[] }) => {
  const { draft, change } = useFields();
  const chosen = rowsOf(draftAt(draft, path));
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <div className={styles.checks}>
        {options.map(({ value, label: word }) => (
          <CheckField
            key={value}
            label={word}
            checked={chosen.includes(value)}
            onChange={(on) => change(path, on ? [...chosen, value] : chosen.filter((one) => one !== value))}
          />
        ))}
      </div>
      {problem}
    </fieldset>
  );
};

/** Rows that can be added and taken away. */
export const ListField = ({ shape, path, label, problem, draw: Draw }: Of<'list'>) => {
  const { draft, change, choicesOf, labels, namePathOf } = useFields();
  const name = namePathOf(path);
  const rows = rowsOf(draftAt(draft, path));
  const { item } = shape;
  const options =
    item.kind === 'choice'
      ? item.options.map((one) => ({ value: String(one), label: optionLabel(labels, name, String(one)) }))
      : item.kind === 'text'
        ? choicesOf(name)
        : undefined;
  if (options !== undefined && options.length <= mostTicked)
    return <Ticks path={path} label={label} options={options} problem={problem} />;
  const isWhole = item.kind === 'object' || item.kind === 'variant';
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {rows.length === 0 ? <p className={styles.note}>{words.noRows}</p> : null}
      {rows.map((_, at) => {
        const remove = (
          <Button
            variant="default"
            aria-label={words.removeRow(label, at + 1)}
            onClick={() => change(path, rows.toSpliced(at, 1))}
          >
            {words.remove}
          </Button>
        );
        const row = <Draw shape={item} path={[...path, String(at)]} label={words.row(label, at + 1)} />;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own, and what is typed is kept by the form
          <div key={at} className={isWhole ? styles.whole : styles.row}>
            {row}
            <div>{remove}</div>
          </div>
        );
      })}
      {problem}
      <div>
        <Button variant="default" onClick={() => change(path, [...rows, draftOf(item, undefined, true)])}>
          {words.addRow(label)}
        </Button>
      </div>
    </fieldset>
  );
};

/** A few values that belong together, side by side. */
export const TupleField = ({ shape, path, draw: Draw }: Of<'tuple'>) => (
  <div className={styles.fields}>
    {shape.items.map((item, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the place is what the value means
      <Draw key={at} shape={item} path={[...path, String(at)]} />
    ))}
  </div>
);

/** Values by a short name; switches by names that are known are ticked. */
export const KeyedField = ({ shape, path, label, problem, draw: Draw }: Of<'keyed'>) => {
  const { draft, change, choicesOf, idOf, namePathOf } = useFields();
  const [key, setKey] = useState('');
  const value = partsOf(draftAt(draft, path));
  const known = choicesOf(namePathOf(path));
  if (shape.item.kind === 'flag' && known !== undefined)
    return (
      <fieldset className={styles.group}>
        <legend>{label}</legend>
        <div className={styles.checks}>
          {known.map((one) => (
            <CheckField
              key={one.value}
              label={one.label}
              checked={(value[one.value] ?? one.isOn ?? false) === true}
              onChange={(on) => change([...path, one.value], on)}
            />
          ))}
        </div>
        {problem}
      </fieldset>
    );
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {Object.keys(value).map((name) => (
        <div key={name} className={styles.whole}>
          <Draw shape={shape.item} path={[...path, name]} label={name} />
          <div>
            <Button
              variant="default"
              aria-label={words.removeRow(label, name)}
              onClick={() => change(path, Object.fromEntries(Object.entries(value).filter(([one]) => one !== name)))}
            >
              {words.remove}
            </Button>
          </div>
        </div>
      ))}
      {problem}
      <div className={styles.row}>
        <TextField
          of={{ id: `${idOf(path)}-name`, value: key, onChange: setKey, onBlur: () => undefined, problem: undefined }}
          label={words.shortName(label)}
        />
        <Button
          variant="default"
          disabled={key.trim() === '' || key.trim() in value}
          onClick={() => {
            change([...path, key.trim()], draftOf(shape.item, undefined, true));
            setKey('');
          }}
        >
          {words.addRow(label)}
        </Button>
      </div>
    </fieldset>
  );
};
