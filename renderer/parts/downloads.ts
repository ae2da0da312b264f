import { csvOf, headOf, type TableTwin } from './table.ts';

/** Hands a file to the browser. */
export const download = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

export const downloadCsv = (table: TableTwin): void =>
  download(new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }), `${table.name}.csv`);

/** The writer comes when it is asked for: it is no part of the first load. */
export const downloadXlsx = async (table: TableTwin): Promise<void> => {
  const { default: write } = await import('write-excel-file/universal');
  const head = table.columns.map((column) => ({ value: headOf(column), fontWeight: 'bold' as const }));
  const rows = table.rows.map((row) => row.map((cell) => (cell === null ? null : { value: cell })));
  const file = write([head, ...rows], {
    sheet: 'Headworks',
    columns: table.columns.map(() => ({ width: 18 })),
    stickyRowsCount: 1,
  });
  download(await file.toBlob(), `${table.name}.xlsx`);
};
