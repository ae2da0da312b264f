import type { DailySummary } from '../../../server/contract/user/reportRows.ts';
import { Panel } from '../../parts/Panel.tsx';
import { retitled } from '../../text/alarmWords.ts';
import { language } from '../../text/language.ts';
import { formatTo, unitLabel } from '../../text/numbers.ts';
import { clockTime, dateAndTime } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

type Part = DailySummary['sections'][number];
type Cell = Part['rows'][number][string];

/** A column without values, or with 0 everywhere, is of no use. */
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

/** What the server writes in a cell, in the person's language; names stay as they were given. */
const wordsOf = (cell: string): string => {
  if (language() === 'en') return cell;
  const [rule = '', ...rest] = cell.split(/(?=,)|(?<=^permit) /);
  return words.cells[cell] ?? (words.cells[rule] === undefined ? retitled(cell) : `${words.cells[rule]}${rest.join(' ')}`);
};

/** The day that is shown, and where its times are. */
export type Day = { from: string; to: string; timezone: string };

/** Times outside of the day, as of an alarm that was raised before it, have their date. */
const shownTime = (ms: number, { from, to, timezone }: Day): string =>
  ms >= Date.parse(from) && ms < Date.parse(to) ? clockTime(ms, timezone) : dateAndTime(ms, timezone);

const mostDigits = 6;

/** Digits after the point that a column's numbers have, so that they stand below one another. */
const digitsOf = (rows: Part['rows'], key: string): number => {
  const cells = rows.map((row) => row[key]).filter((cell) => typeof cell === 'number');
  const isExact = (digits: number): boolean =>
    cells.every((cell) => Number(cell.toFixed(digits)) === Number(cell.toFixed(mostDigits)));
  return [0, 1, 2, 3, 4, 5].find(isExact) ?? mostDigits;
};

const shownCell = (cell: Cell | undefined, day: Day, digits = 2): string => {
  if (cell === null || cell === undefined) return text.noValue;
  if (typeof cell === 'number') return formatTo(cell, digits);
  return /^\d{4}-\d{2}-\d{2}T/.test(cell) ? shownTime(Date.parse(cell), day) : wordsOf(cell);
};

/** Columns of numbers: their heads and what is missing in them are aligned right, as the numbers do. */
const numericColumns = ({ columns, rows }: Part): ReadonlySet<string> =>
  new Set(columns.map(({ key }) => key).filter((key) => rows.some((row) => typeof row[key] === 'number')));

/** A row that names those below it, and says nothing itself. */
const isHeading = (row: Part['rows'][number]): boolean => Object.values(row).filter((cell) => cell != null).length < 2;

/** One part of the summary as a table; its notes below. */
export const Section = ({ part, at, day }: { part: Part; at: number; day: Day }) => {
  const columns = filledColumns(part);
  const numeric = numericColumns(part);
  const digits = new Map([...numeric].map((key) => [key, digitsOf(part.rows, key)]));
  const title = titleOf(part.title, at);
  const [first] = columns;
  // names alone are no table: each would look like the heading of nothing
  const names = columns.length === 1 && first !== undefined ? part.rows.filter((row) => !isHeading(row)) : [];
  return (
    <Panel id={`part-${at}`} title={title}>
      {part.rows.length === 0 || columns.length === 0 ? (
        <p className={styles.quiet}>{words.empty}</p>
      ) : names.length > 0 ? (
        <p>{words.noValues(names.map((row) => shownCell(row[first?.key ?? ''], day)))}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <section className="hw-sideways" tabIndex={0} aria-label={`${title}: ${text.page.table}`}>
          <table className={styles.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.key} scope="col" data-numeric={numeric.has(column.key) || undefined}>
                    {columnOf(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {part.rows.map((row, index) => {
                const isGroup = isHeading(row);
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
                  <tr key={index} data-group={isGroup || undefined}>
                    {columns.map(({ key }, place) => (
                      <td key={key} data-numeric={numeric.has(key) || undefined}>
                        {isGroup && place > 0 ? null : shownCell(row[key], day, digits.get(key))}
                      </td>
                    ))}
                  </tr>
                );
              })}
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
