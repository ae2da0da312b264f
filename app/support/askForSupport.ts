import { join } from 'node:path';
import { app, dialog, shell as system } from 'electron';
import type { Paths } from '../launch/paths.ts';
import { desktopFacts } from './diagnostics.ts';
import { saveForSupport } from './files.ts';

/** Asks where to, and whether crash dumps belong to it, and shows the folder that was made. */
export const askForSupport = async (paths: Paths): Promise<void> => {
  const { filePaths } = await dialog.showOpenDialog({
    title: 'Save logs for support',
    properties: ['openDirectory', 'createDirectory'],
  });
  const [parent] = filePaths;
  if (parent === undefined) return;
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: 'Add crash dumps?',
    detail:
      'Logs are saved without passwords, codes, addresses and numbers of people. A crash dump holds what was in memory, also such things.',
    buttons: ['Logs alone', 'With crash dumps', 'Cancel'],
    cancelId: 2,
    defaultId: 0,
  });
  if (response === 2) return;
  const folder = join(parent, `headworks-desktop-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`);
  try {
    saveForSupport(folder, { paths, crashDumps: app.getPath('crashDumps'), withDumps: response === 1, facts: desktopFacts() });
    system.showItemInFolder(folder);
  } catch (error) {
    await dialog.showMessageBox({
      type: 'warning',
      message: 'Nothing was saved',
      detail: error instanceof Error ? error.message : String(error),
    });
  }
};
