import type { DailySummary } from '../../../server/contract/user/reportRows.ts';
import { Panel } from '../../parts/Panel.tsx';
import { language } from '../../text/language.ts';
import { formatUpTo, unitLabel } from '../../text/numbers.ts';
import { clockTime } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

type Part = DailySummary['sections'][number];
type Cell = Part['rows'][number][string];

/** A column in which nothing stands, or 0 everywhere, tells nobody anything. */
export const filledColumns = ({ columns, rows }: Part): Part['columns'] =>
  columns.filter(({ key }) =>
    rows.some((row) => row[key] !== null && row[key] !== undefined && row[key] !== 0 && row[key] !== ''),
  );

export const titleOf = (title: string, at: number): string =>
  language() === 'en' ? title : (words.titles[title] ?? words.section(at + 1));
const columnOf = ({ key, name, unit }: Part['columns'][number]): string => {
  const label = language() === 'en' ? name : (words.columns[key] ?? key);
  return unit === undefined || unit === '' ? label : `${label} (${unitLabel(unit)})`;
};

const shownCell = (cell: Cell | undefined, timezone: string): string => {
  if (cell === null || cell === undefined) return text.noValue;
  if (typeof cell === 'number') return formatUpTo(cell, 2);
  return /^\d{4}-\d{2}-\d{2}T/.test(cell) ? clockTime(Date.parse(cell), timezone) : cell;
};

/** One part of the summary as a table; its notes below. */
export const Section = ({ part, at, timezone }: { part: Part; at: number; timezone: string }) => {
  const columns = filledColumns(part);
  const title = titleOf(part.title, at);
  return (
    <Panel id={`part-${at}`} title={title}>
      {part.rows.length === 0 || columns.length === 0 ? (
        <p className={styles.quiet}>{words.empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <section className={styles.scroller} tabIndex={0} aria-label={`${title}: ${text.page.table}`}>
          <table className={styles.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.key} scope="col">
                    {columnOf(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {part.rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
                <tr key={index} data-group={columns.slice(1).every(({ key }) => row[key] == null) || undefined}>
                  {columns.map(({ key }) => (
                    <td key={key} data-numeric={typeof row[key] === 'number' || undefined}>
                      {shownCell(row[key], timezone)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {language() !== 'en'
        ? null
        : part.notes?.map((note) => (
            <p key={note} className={styles.quiet}>
              {note}
            </p>
          ))}
    </Panel>
  );
};
