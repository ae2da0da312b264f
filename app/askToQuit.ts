import { app, dialog } from 'electron';
import type { ShellState } from './tray/trayModel.ts';

const UNSAVED = 'What is typed in the window is not saved, and goes.';

/** A person says twice that measuring is to stop, or that what they typed goes; a service goes on, so there is nothing else to ask. */
export const askToQuit = async (state: ShellState, hasUnsaved: boolean): Promise<void> => {
  const stops = state.kind === 'running' && !state.isService;
  if (stops || hasUnsaved) {
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: stops ? 'Stop measuring?' : 'Quit without saving?',
      detail: [
        ...(stops ? ['Until Headworks is started again nothing is read from the meters, and no alarm is raised.'] : []),
        ...(hasUnsaved ? [UNSAVED] : []),
      ].join(' '),
      buttons: [stops ? 'Go on measuring' : 'Stay', 'Quit'],
      cancelId: 0,
      defaultId: 0,
    });
    if (response !== 1) return;
  }
  app.quit();
};
