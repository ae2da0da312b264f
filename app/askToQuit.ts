import { app, dialog } from 'electron';
import type { ShellState } from './tray/trayModel.ts';

/** A person says twice that measuring is to stop; a service goes on, so there is nothing to ask. */
export const askToQuit = async (state: ShellState): Promise<void> => {
  if (state.kind === 'running' && !state.isService) {
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: 'Stop measuring?',
      detail: 'Until Headworks is started again nothing is read from the meters, and no alarm is raised.',
      buttons: ['Go on measuring', 'Quit'],
      cancelId: 0,
      defaultId: 0,
    });
    if (response !== 1) return;
  }
  app.quit();
};
