import { writeFile } from 'node:fs/promises';
import { dialog } from 'electron';
import type { PanelWindow } from '../window/window.ts';

/**
 * What the panel shows, as a PDF in a file that a person chooses. The page itself is printed: its login is this window's own, and another window would show
 * the page that asks for one.
 */
export const savePage = async (window: Pick<PanelWindow, 'webContents'>, landscape: boolean): Promise<string | null> => {
  const { filePath } = await dialog.showSaveDialog({
    defaultPath: 'headworks.pdf',
    filters: [{ name: 'PDF', extensions: ['pdf'] }],
  });
  if (!filePath) return null;
  const pdf = await window.webContents.printToPDF({
    landscape,
    printBackground: true,
    preferCSSPageSize: true,
    generateTaggedPDF: true,
  });
  await writeFile(filePath, pdf);
  return filePath;
};
