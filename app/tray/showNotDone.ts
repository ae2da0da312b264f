import { dialog } from 'electron';

/** Shows a person who chose something in the tray that it was not done. */
export const showNotDone = (doing: Promise<unknown>, say: (message: string, facts: Record<string, unknown>) => void): void => {
  doing.catch((error: unknown) => {
    const detail = error instanceof Error ? error.message : String(error);
    say('what was chosen in the tray was not done', { detail });
    return dialog.showMessageBox({ type: 'error', title: 'Headworks', message: 'That could not be done.', detail });
  });
};
