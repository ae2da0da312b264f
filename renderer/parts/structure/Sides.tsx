import { Button } from '@mantine/core';
import { Dialog } from '../Dialog.tsx';
import { differences, type Things } from '../editor/things.ts';
import type { EditedDocument } from '../editor/useEditedDocument.ts';
import { words as formWords } from '../form/words.ts';
import styles from './Fields.module.css';
import { type Labels, labelOf, optionLabel } from './labels.ts';
import { type DraftDocument, partOf } from './parts.ts';
import { namePath, type Shape } from './shape.ts';
import { words } from './words.ts';

type Props = { of: EditedDocument<DraftDocument>; shape: Shape; labels: Labels };

const written = (value: unknown): string => {
  if (value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? formWords.yes : formWords.no;
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(written).join('; ');
  return typeof value === 'object' && value !== null ? Object.values(value).map(written).join(', ') : String(value);
};

/** Both sides, field by field, where somebody else saved meanwhile: nothing is dropped without a choice. */
export const Sides = ({ of, shape, labels }: Props) => {
  const { theirs, rules, doc } = of;
  if (theirs === null) return null;
  const base = rules.thingsOf({ draft: theirs.base.draft });
  const [mine, other] = [rules.thingsOf(doc), rules.thingsOf(theirs.doc)];
  const keys = [...new Set([...differences(base, mine), ...differences(base, other)].map(({ key }) => key))];
  const cell = (things: Things, key: string): string => {
    const thing = things.get(key);
    const { path, row } = partOf(key);
    if (thing === undefined) return '–';
    if (row !== undefined) return written(thing);
    const value: unknown = Reflect.get(thing, 'value');
    return typeof value === 'string' ? optionLabel(labels, namePath(shape, path), written(value)) : written(value);
  };
  return (
    <Dialog title={words.conflict}>
      <div className={styles.whole}>
        <p>{words.conflictWhat}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className={styles.scroller} tabIndex={0} aria-label={words.conflict}>
          <table className={styles.sides}>
            <thead>
              <tr>
                {[words.field, words.was, words.mine, words.theirs].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {keys.map((key) => {
                const { path, row } = partOf(key);
                const label = labelOf(labels, namePath(shape, path));
                return (
                  <tr key={key}>
                    <th scope="row">{row === undefined ? label : `${label}: ${row}`}</th>
                    <td>{cell(base, key)}</td>
                    <td>{cell(mine, key)}</td>
                    <td>{cell(other, key)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
        <p className={styles.note}>{words.conflictHint}</p>
        <div className={styles.buttons}>
          <Button onClick={of.putOnTop}>{words.putOnTop}</Button>
          <Button variant="default" onClick={of.takeTheirs}>
            {words.takeTheirs}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
