import { execFile } from 'node:child_process';

const ANSWER_WITHIN_MS = 2000;
const QUESTION = [
  ...['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus'],
  ...['org.freedesktop.DBus.NameHasOwner', 'string:org.kde.StatusNotifierWatcher'],
];

/** Whether a desktop shows tray icons. On Linux that is a program of its own, which many desktops lack: without it a hidden window is lost. */
export const trayAnswers = (platform: NodeJS.Platform): Promise<boolean> =>
  platform === 'linux'
    ? new Promise((done) => {
        execFile('dbus-send', QUESTION, { timeout: ANSWER_WITHIN_MS }, (error, printed) =>
          done(!error && printed.includes('boolean true')),
        );
      })
    : Promise.resolve(true);
