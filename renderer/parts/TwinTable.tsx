import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import styles from './TwinTable.module.css';
import { headOf, shownCell, type TableTwin } from './table.ts';

const rowPx = 29;
/** Fewer rows are all in the page, where the browser's own search finds them. */
const virtualFrom = 300;

const Row = ({ table, index }: { table: TableTwin; index: number }) => (
  <tr aria-rowindex={index + 2}>
    {table.columns.map((column, at) => (
      <td key={column.key} data-numeric={column.numeric}>
        {shownCell(table.rows[index]?.[at], column, table.marks?.[index])}
      </td>
    ))}
  </tr>
);

/** In the place of the rows out of sight. */
const Space = ({ height }: { height: number }) => (
  <tr>
    <td style={{ height, padding: 0, border: 0 }} />
  </tr>
);

/** While paper is made, which has no rows out of sight. */
const usePrinting = (): boolean => {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // drawn before the browser lays out the paper
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
};

/** The rows of a table; of a long one only those in sight are in the page. */
export const TwinTable = ({ table }: { table: TableTwin }) => {
  const scroller = useRef<HTMLDivElement>(null);
  const printing = usePrinting();
  const long = table.rows.length >= virtualFrom && !printing;
  const rows = useVirtualizer({
    count: long ? table.rows.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 20,
  });
  const items = rows.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = rows.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section ref={scroller} className={styles.scroller} data-long={long || undefined} tabIndex={0} aria-label={table.caption}>
      <table className={styles.table} aria-rowcount={table.rows.length + 1}>
        <caption>{table.caption}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {table.columns.map((column) => (
              <th key={column.key} scope="col" data-numeric={column.numeric}>
                {headOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {long && before > 0 ? <Space height={before} /> : null}
          {long
            ? items.map(({ index }) => <Row key={index} table={table} index={index} />)
            : // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              table.rows.map((_, index) => <Row key={index} table={table} index={index} />)}
          {long && after > 0 ? <Space height={after} /> : null}
        </tbody>
      </table>
    </section>
  );
};
