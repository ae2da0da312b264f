import { dialog } from 'electron';
import type { Shell } from '../shell.ts';
import type { ModeChange } from './modes.ts';

export type MoveParts = {
  shell: Shell;
  modes: ModeChange;
  /** Of the desktop. */
  folder: string;
  say: (message: string, facts?: Record<string, unknown>) => void;
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Moves the plant between this program and the service of the PC, where a person says so; an administrator is asked by the system. */
export const askToMove = async ({ shell, modes, folder, say }: MoveParts): Promise<void> => {
  const { state } = shell;
  if (state.kind !== 'running') return;
  const to = state.isService ? 'desktop' : 'service';
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: to === 'service' ? 'Measure before anybody logs in?' : 'Measure in this program again?',
    detail:
      to === 'service'
        ? 'Measuring stops, the plant is copied to the service of this PC and checked, and the service goes on. This program then shows it.'
        : 'The service stops, its plant is copied here and checked, and this program goes on: only while somebody is logged in.',
    buttons: ['Leave it', 'Move the plant'],
    cancelId: 0,
    defaultId: 0,
  });
  if (response !== 1) return;
  try {
    await shell.changeMode(to, () => (to === 'service' ? modes.toService(folder) : modes.toDesktop(folder)));
    say('the plant was moved', { to });
  } catch (error) {
    say('the plant was not moved', { to, reason: reasonOf(error) });
    await dialog.showMessageBox({
      type: 'warning',
      message: 'The plant was not moved',
      detail: `${reasonOf(error)}. It is measured as before.`,
    });
  }
};
