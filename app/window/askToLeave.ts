import { dialog } from 'electron';

/** What is typed in a page of a server that is reached elsewhere now cannot be taken there: a person says when it may go. */
export const askToLeave = async (): Promise<boolean> => {
  const { response } = await dialog.showMessageBox({
    ...{ type: 'question', cancelId: 0, defaultId: 0, buttons: ['Stay', 'Show the plant'] },
    message: 'Show the plant at its new address?',
    detail:
      'The server is reached at another address than before. What is typed in the window is not saved, and goes: copy first what is to be kept.',
  });
  return response === 1;
};
