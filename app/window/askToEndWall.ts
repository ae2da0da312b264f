import { dialog } from 'electron';
import type { WallChoice } from './wallChoice.ts';

/** A person at a display pressed Escape: the panel's page leaves it where the person says so. */
export const askToEndWall = async (choice: WallChoice, display: string): Promise<void> => {
  const { response } = await dialog.showMessageBox({
    ...{ type: 'question', cancelId: 0, defaultId: 0, buttons: ['Keep it', 'End wall mode here'] },
    message: 'End wall mode on this display?',
    detail: 'The page of the panel leaves this display. Measuring goes on.',
  });
  if (response === 1) choice.set(display, null);
};
