import type { ReactNode } from 'react';
import styles from './Page.module.css';
import { words } from './words.ts';

type Props = { label: string; columns: readonly string[]; rows: readonly { key: string; cells: readonly ReactNode[] }[] };

/** A table that scrolls by itself where it is wider than the page. */
export const Rows = ({ label, columns, rows }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
  <section className="hw-sideways" tabIndex={0} aria-label={words.asTable(label)}>
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column === '' ? <span className="hw-only-read">·</span> : column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, at) => (
              <td key={columns[at]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
