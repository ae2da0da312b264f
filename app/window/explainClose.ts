import { Notification } from 'electron';
import type { SettingsFile } from '../settings.ts';
import type { ShellLog } from '../shellLog.ts';

/** Says once what closing the window does. */
export const explainClose = (hasTray: boolean, { settings, log }: { settings: SettingsFile; log: ShellLog }): void => {
  if (settings.value.closeWasExplained) return;
  settings.note({ closeWasExplained: true });
  const body = hasTray
    ? 'Headworks goes on measuring. Its icon in the tray opens the window again, and quits.'
    : 'Headworks goes on measuring; its window is minimised because this desktop shows no tray.';
  log.say('close explained', { body });
  if (Notification.isSupported()) new Notification({ title: 'Headworks', body }).show();
};
