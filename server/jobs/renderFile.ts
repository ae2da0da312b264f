import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportFormat, ReportModel } from '../features/reports/index.ts';

export type RenderOrder = {
  model: ReportModel;
  format: ReportFormat;
  path: string;
  /** Folder of the installation with fonts. */
  resources: string;
  /** Rows of the data sheet. */
  dataRows: number;
  signal: AbortSignal;
};

/** A workbook of more rows is written out as it is made. */
const MOST_ROWS_IN_MEMORY = 20_000;

const fontFiles = (resources: string): [regular: string, bold: string] => [
  join(resources, 'fonts', 'NotoSans-Regular.ttf'),
  join(resources, 'fonts', 'NotoSans-Bold.ttf'),
];

const fontBytes = new Map<string, Buffer>();
/** The same bytes each time, so that a font is parsed once. */
const bytesOf = (path: string): Buffer => {
  const bytes = fontBytes.get(path) ?? readFileSync(path);
  fontBytes.set(path, bytes);
  return bytes;
};

/** Writes a report to a file. Each renderer is loaded when it is first asked for, as its libraries are large. */
export const renderFile = async ({ model, format, path, resources, dataRows, signal }: RenderOrder): Promise<void> => {
  const fonts = fontFiles(resources);
  if (format === 'html') {
    const { renderHtml } = await import('../features/reports/render/html/html.ts');
    return writeFile(path, renderHtml(model), { mode: 0o600 });
  }
  if (format === 'pdf') {
    const { renderPdf } = await import('../features/reports/render/pdf/pdf.ts');
    const [regular, bold] = fonts.map(bytesOf);
    if (!regular || !bold) throw new Error('the fonts of reports are missing');
    return writeFile(path, await renderPdf(model, { regular, bold }), { mode: 0o600 });
  }
  const { writeXlsx } = await import('../features/reports/render/xlsx/xlsx.ts');
  return writeXlsx({ model, path, fontFiles: fonts, isStreamed: dataRows > MOST_ROWS_IN_MEMORY, signal });
};
