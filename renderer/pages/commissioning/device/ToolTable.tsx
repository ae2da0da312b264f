import type { ReactNode } from 'react';
import styles from '../Page.module.css';
import { toolWords as words } from '../words.ts';

type Props = { label: string; columns: readonly string[]; rows: readonly { key: string; cells: readonly ReactNode[] }[] };

/** Rows of a tool; the table scrolls by itself where there are many. */
export const ToolTable = ({ label, columns, rows }: Props) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
  <section className={styles.frames} tabIndex={0} aria-label={words.tableOf(label)}>
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, at) =>
              at === 0 ? (
                <th key={columns[at]} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={columns[at]}>{cell}</td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
