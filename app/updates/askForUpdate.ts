import { app, dialog } from 'electron';
import type { ProgramStepsParts } from './programSteps.ts';
import type { Updates, Verdict } from './updates.ts';
import type { BundleSource } from './verifyBundle.ts';

/** Of this process; undefined where a service of the PC measures, which has a package of its own. */
export type OwnServer = ProgramStepsParts['server'];
type AskParts = {
  updates: Updates;
  server: () => OwnServer;
  say: (message: string, facts?: Record<string, unknown>) => void;
};
/** `canInstall`: by the program itself; elsewhere a person runs the installer. */
type FolderVerdict = (Extract<Verdict, { kind: 'newer' }> & { canInstall: boolean }) | Extract<Verdict, { kind: 'refused' }>;

const consequence =
  'A backup is made, measuring stops for about a minute, and the version before comes back where the new one does not run.';

/** The verdict for a person, and what can be done. */
const verdictWords = (verdict: FolderVerdict): { message: string; detail: string; buttons: string[] } => {
  if (verdict.kind === 'refused')
    return { message: 'This folder holds no update for this plant', detail: verdict.reason, buttons: ['Close'] };
  const next = verdict.canInstall ? consequence : 'Make a backup, then run its installer from this folder.';
  return {
    message: `Version ${verdict.version} is signed, whole and for this plant`,
    detail: [...verdict.warnings, next].join('\n'),
    buttons: verdict.canInstall ? ['Not now', 'Install'] : ['Close'],
  };
};

/** By the program itself. */
export const canInstall = ({ updates, server }: Pick<AskParts, 'updates' | 'server'>): boolean =>
  server() !== undefined && updates.installsHere;

/** Verifies a folder that a person chooses; undefined where none was chosen. */
export const lookForUpdate = async ({
  updates,
  server,
  say,
}: AskParts): Promise<{ folder: string; verdict: FolderVerdict } | undefined> => {
  const { filePaths } = await dialog.showOpenDialog({ title: 'Update from a folder', properties: ['openDirectory'] });
  const [folder] = filePaths;
  if (folder === undefined) return undefined;
  const verdict = await updates.verdict(folder);
  say('an update was verified', verdict);
  if (verdict.kind === 'refused') return { folder, verdict };
  return { folder, verdict: { ...verdict, canInstall: canInstall({ updates, server }) } };
};

/** What the panel asks for is done where the person says so here. */
export const confirmInstall = async (): Promise<boolean> => {
  const { response } = await dialog.showMessageBox({
    ...{ type: 'question', cancelId: 0, defaultId: 0, buttons: ['Not now', 'Install'] },
    message: 'Install the update now?',
    detail: consequence,
  });
  return response === 1;
};

/** Whether an address is asked from now on; a page alone cannot switch it on. */
export const confirmFeed = async (address: string): Promise<boolean> => {
  const { response } = await dialog.showMessageBox({
    ...{ type: 'question', cancelId: 0, defaultId: 0, buttons: ['Cancel', address === '' ? 'Ask none' : 'Ask it'] },
    message: address === '' ? 'Ask no feed for updates any more?' : `Ask ${address} for updates?`,
    detail:
      'A feed is asked about every 12 hours, and is sent nothing of the plant. What it gives counts only where it is signed, and is installed only where a person says so.',
  });
  return response === 1;
};

/** The verdict once more, copied and backed up; then the program starts anew. @returns why nothing was installed */
export const installUpdate = async (
  { updates, server }: AskParts,
  folder: string,
  source: BundleSource = 'folder',
): Promise<string | undefined> => {
  const whyNot = await updates.prepare(folder, server(), source);
  if (whyNot !== undefined) return whyNot;
  app.relaunch();
  app.quit();
  return undefined;
};

/** Says what is in a folder that a person chooses, and installs it where the person says so. */
export const askForUpdate = async (parts: AskParts): Promise<void> => {
  const looked = await lookForUpdate(parts);
  if (!looked) return;
  const { folder, verdict } = looked;
  const type = verdict.kind === 'newer' ? 'info' : 'warning';
  const { response } = await dialog.showMessageBox({ type, cancelId: 0, defaultId: 0, ...verdictWords(verdict) });
  if (verdict.kind === 'refused' || !verdict.canInstall || response !== 1) return;
  const whyNot = await installUpdate(parts, folder);
  if (whyNot !== undefined) await dialog.showMessageBox({ type: 'warning', message: 'Nothing was installed', detail: whyNot });
};
