import styles from './Editor.module.css';
import type { Difference } from './things.ts';
import { words } from './words.ts';

const mostShown = 50;

const shown = (value: unknown): string => {
  if (value === undefined || value === null) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

type Props = { of: readonly Difference[]; label: string; nameOf: (thing: object, key: string) => string };

/** What differs, one line each, with the fields that changed and what they were. */
export const Differences = ({ of, label, nameOf }: Props) =>
  of.length === 0 ? (
    <p className={styles.note}>{words.same}</p>
  ) : (
    <ul className={styles.differences} aria-label={label}>
      {of.slice(0, mostShown).map(({ key, kind, before, after, fields }) => (
        <li key={key}>
          <strong>{words.kinds[kind]}</strong> {nameOf(after ?? before ?? {}, key)}
          {fields.map((field) => (
            <span key={field} className={styles.note}>
              {' '}
              {field}: {shown(Reflect.get(before ?? {}, field))} → {shown(Reflect.get(after ?? {}, field))}
            </span>
          ))}
        </li>
      ))}
      {of.length > mostShown ? <li className={styles.note}>{words.more(of.length - mostShown)}</li> : null}
    </ul>
  );
