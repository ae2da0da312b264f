import { app, dialog } from 'electron';
import type { ProgramStepsParts } from './programSteps.ts';
import type { Updates, Verdict } from './updates.ts';

export type AskParts = {
  updates: Updates;
  /** Of this process; absent where a service of the PC measures, which has a package of its own. */
  server: ProgramStepsParts['server'];
  say: (message: string, facts?: Record<string, unknown>) => void;
};

/** The verdict for a person, and what can be done. */
const verdictWords = (verdict: Verdict, canInstall: boolean): { message: string; detail: string; buttons: string[] } => {
  if (verdict.kind === 'refused')
    return { message: 'This folder holds no update for this plant', detail: verdict.reason, buttons: ['Close'] };
  const next = canInstall
    ? 'A backup is made, measuring stops for about a minute, and the version before comes back where the new one does not run.'
    : 'Make a backup, then run its installer from this folder.';
  return {
    message: `Version ${verdict.version} is signed, whole and for this plant`,
    detail: [...verdict.warnings, next].join('\n'),
    buttons: canInstall ? ['Not now', 'Install'] : ['Close'],
  };
};

/** Says what is in a folder that a person chooses, and installs it where the person says so. The program then starts anew. */
export const askForUpdate = async ({ updates, server, say }: AskParts): Promise<void> => {
  const { filePaths } = await dialog.showOpenDialog({ title: 'Update from a folder', properties: ['openDirectory'] });
  const [folder] = filePaths;
  if (folder === undefined) return;
  const verdict = await updates.verdict(folder);
  say('an update was judged', verdict);
  const canInstall = verdict.kind === 'newer' && server !== undefined && updates.installsHere;
  const type = verdict.kind === 'newer' ? 'info' : 'warning';
  const { response } = await dialog.showMessageBox({ type, cancelId: 0, defaultId: 0, ...verdictWords(verdict, canInstall) });
  if (!canInstall || response !== 1) return;
  const whyNot = await updates.prepare(folder, server);
  if (whyNot === undefined) {
    app.relaunch();
    return app.quit();
  }
  await dialog.showMessageBox({ type: 'warning', message: 'Nothing was installed', detail: whyNot });
};
