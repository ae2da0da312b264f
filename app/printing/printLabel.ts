import { writeFile } from 'node:fs/promises';
import { BrowserWindow, dialog, type WebContents } from 'electron';
import type { Label, SurfaceReply } from '../../server/contract/process/surface.ts';
import type { SettingsFile } from '../settings.ts';
import { labelPage } from './labelPage.ts';

const MICRONS_PER_MM = 1000;
const MM_PER_INCH = 25.4;
const MOST_PRINTERS = 100;
/** A printer that takes no job must not keep the next label waiting for ever. */
const PRINTED_WITHIN_MS = 60_000;

type Printed = SurfaceReply<'printLabel'>;
export type LabelOrder = {
  /** Its name; null: a PDF. */
  printer: string | null;
  label: Label;
  settings: SettingsFile;
  contents: WebContents;
};

/** Printers of this PC. */
export const printersOf = async (contents: WebContents): Promise<{ name: string; title: string }[]> =>
  (await contents.getPrintersAsync())
    .slice(0, MOST_PRINTERS)
    .map(({ name, displayName }) => ({ name, title: displayName || name }));

/** The label in a window that nobody sees, apart from the panel's session and without script. */
const withPage = async <T>(label: Label, use: (contents: WebContents) => Promise<T>): Promise<T> => {
  const window = new BrowserWindow({
    show: false,
    webPreferences: { partition: 'label', javascript: false, sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  try {
    await window.loadURL(labelPage(label));
    return await use(window.webContents);
  } finally {
    window.destroy();
  }
};

const saveAsPdf = async (label: Label): Promise<Printed> => {
  const { filePath } = await dialog.showSaveDialog({
    defaultPath: 'label.pdf',
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  });
  if (!filePath) return null;
  const pageSize = { width: label.widthMm / MM_PER_INCH, height: label.heightMm / MM_PER_INCH };
  const margins = { top: 0, bottom: 0, left: 0, right: 0 };
  const pdf = await withPage(label, (contents) => contents.printToPDF({ pageSize, margins, printBackground: true }));
  await writeFile(filePath, pdf);
  return { kind: 'saved', path: filePath };
};

/** A person allows a printer once; which one is remembered. */
const isAllowed = async (printer: string, settings: SettingsFile): Promise<boolean> => {
  if (settings.value.labelPrinter === printer) return true;
  const { response } = await dialog.showMessageBox({
    ...{ type: 'question', cancelId: 0, defaultId: 0, buttons: ['No', 'Print labels there'] },
    message: `Let the panel print labels on ${printer}?`,
    detail: 'From then on a label that is asked for in the panel comes out without another question.',
  });
  if (response === 1) settings.change({ labelPrinter: printer });
  return response === 1;
};

const print = (contents: WebContents, deviceName: string, { widthMm, heightMm }: Label): Promise<Printed> =>
  new Promise((done) => {
    const late = setTimeout(() => done({ kind: 'refused', reason: 'the printer did not take it' }), PRINTED_WITHIN_MS);
    contents.print(
      {
        ...{ silent: true, deviceName, printBackground: true, margins: { marginType: 'none' } },
        pageSize: { width: widthMm * MICRONS_PER_MM, height: heightMm * MICRONS_PER_MM },
      },
      (isDone, reason) => {
        clearTimeout(late);
        done(isDone ? { kind: 'printed' } : { kind: 'refused', reason: reason || 'the printer did not take it' });
      },
    );
  });

/** One label in its own size, on the printer of that name, or as PDF. */
export const printLabel = async ({ printer, label, settings, contents }: LabelOrder): Promise<Printed> => {
  if (printer === null) return saveAsPdf(label);
  const printers = await printersOf(contents);
  if (!printers.some(({ name }) => name === printer)) return { kind: 'refused', reason: `this PC has no printer ${printer}` };
  if (!(await isAllowed(printer, settings))) return null;
  return withPage(label, (page) => print(page, printer, label));
};
