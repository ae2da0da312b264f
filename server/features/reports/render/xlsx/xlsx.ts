import { createWriteStream } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import exceljs, { type AddWorksheetOptions, type Workbook, type Worksheet } from 'exceljs';
import type { ReportModel } from '../../model.ts';
import { sheetName } from './cells.ts';
import { drawingsOf, placeDrawings, placeLogo } from './pictures.ts';
import { chartsLook, dataLook, fillData, fillSummary, fillTable, summaryLook, tableLook } from './sheets.ts';

export type XlsxOrder = {
  model: ReportModel;
  /** Where the file is written. */
  path: string;
  /** For the names in pictures. */
  fontFiles: string[];
  /** Too many rows to hold in memory: written out as they come, without pictures, which such a file cannot take. */
  isStreamed: boolean;
  signal: AbortSignal;
};

/** Packed as well as can be, a file is a tenth smaller and takes a tenth more time. */
const LEVEL = 3;

/** The report as a workbook: a summary, a sheet for each table, and one tidy sheet of data. */
export const writeXlsx = async (order: XlsxOrder): Promise<void> => {
  const { model, path, isStreamed, signal } = order;
  const about = {
    creator: 'Headworks',
    lastModifiedBy: 'Headworks',
    created: new Date(model.generatedAtMs),
    modified: new Date(model.generatedAtMs),
  };
  if (!isStreamed) {
    const workbook = Object.assign(new exceljs.Workbook(), about);
    await fillWorkbook(workbook, order);
    await workbook.xlsx.writeFile(path, { zip: { compressionOptions: { level: LEVEL } } });
    await chmod(path, 0o600);
    return;
  }
  const stream = createWriteStream(path, { mode: 0o600 });
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({
    stream,
    useStyles: true,
    useSharedStrings: false,
    zip: { zlib: { level: LEVEL } },
    ...about,
  });
  const written = finished(stream);
  written.catch(() => undefined);
  try {
    await fillWorkbook(workbook, order);
    await workbook.commit();
    await written;
  } catch (error) {
    stream.destroy();
    throw signal.aborted ? signal.reason : error;
  }
};

const fillWorkbook = async (workbook: Workbook, { model, fontFiles, isStreamed, signal }: XlsxOrder): Promise<void> => {
  const taken = new Set<string>();
  const add = (title: string, look: Partial<AddWorksheetOptions> = {}): Worksheet =>
    workbook.addWorksheet(sheetName(title, taken), look);
  // threads draw while the tables are filled
  const drawings = model.template === 'v2' && !isStreamed ? drawingsOf(model.sections, fontFiles) : [];
  const summary = add('Summary', summaryLook(model));
  fillSummary(summary, model);
  if (!isStreamed) await placeLogo(workbook, summary, model.logo);
  summary.commit?.();
  const charts = drawings.length > 0 ? add('Charts', chartsLook(model)) : undefined;
  for (const section of model.sections) {
    signal.throwIfAborted();
    if (section.kind !== 'table') continue;
    const sheet = add(section.title, tableLook(section, model));
    fillTable(sheet, section, model);
    sheet.commit?.();
  }
  const data = add('Data', dataLook(model));
  await fillData(data, model, signal);
  data.commit?.();
  if (charts) await placeDrawings(workbook, charts, drawings);
};
