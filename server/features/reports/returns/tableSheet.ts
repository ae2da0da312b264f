import type { Cell, DataSheet, TableSection } from '../model.ts';

/** Tables of one shape as a data sheet, row by row, headings left out. */
export const tableSheet = (table: Pick<TableSection, 'columns' | 'rows'>): { data: DataSheet; dataRows: number } => {
  const { columns } = table;
  const rows = table.rows.filter(({ isGroup }) => !isGroup);
  return {
    dataRows: rows.length,
    data: {
      columns,
      async *rows() {
        for (const { cells } of rows) yield columns.map(({ key }): Cell => cells[key] ?? null);
      },
    },
  };
};
