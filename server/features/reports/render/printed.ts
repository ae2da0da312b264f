import type { ReportModel, Section, TableSection } from '../model.ts';

/** What a table is about is printed also where it is zero: that nothing ran, that a tank is empty, that no reading is there. */
const OF_TABLE = new Set([
  ...['volume', 'abstraction', 'energy', 'rain', 'close', 'permeate', 'hours'],
  ...['index', 'credited', 'debited', 'unaccounted', 'median', 'mean', 'out'],
  ...['complete', 'valid', 'creditedComplete', 'debitedComplete'],
]);
/** Printed also where no row knows it. */
const ALWAYS = new Set(['volume', 'abstraction', 'energy']);

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

/** A table without the columns in which every row has nothing, or a zero that says nothing of what the table is about. */
const withoutEmpty = (table: TableSection): TableSection => {
  const rows = table.rows.filter(({ isGroup }) => !isGroup);
  if (rows.length === 0) return table;
  const columns = table.columns.filter(
    ({ key }, at) =>
      at === 0 ||
      ALWAYS.has(key) ||
      rows.some(({ cells: { [key]: value } }) => !isNothing(value) && (value !== 0 || OF_TABLE.has(key))),
  );
  const isAnythingLeft = columns.some(({ kind }) => kind === 'number');
  return isAnythingLeft ? { ...table, columns } : table;
};

/** Of the limits only those that were not kept: each meter's own table has the others beside its volume. */
const brief = (table: TableSection): TableSection => {
  if (table.key !== 'compliance') return table;
  const rows = table.rows.filter(({ cells: { verdict } }) => verdict !== 'kept');
  const kept = table.rows.length - rows.length;
  if (kept === 0) return table;
  const one = rows.length > 0 ? ' other' : '';
  const words = kept === 1 ? `One${one} limit was kept.` : `${kept}${one} limits and permits were kept.`;
  return rows.length === 0 ? { ...table, rows, empty: words } : { ...table, rows, notes: [...(table.notes ?? []), words] };
};

/**
 * What of a report goes on paper: tables without empty columns, and pictures where the template has them, each once. A workbook has
 * everything.
 */
export const printedSections = ({ sections, template, firstPage }: ReportModel): Section[] =>
  sections
    .filter((section) => section.kind === 'table' || (template === 'v2' && section.key !== firstPage?.picture?.key))
    .map((section) => (section.kind === 'table' ? withoutEmpty(brief(section)) : section));
