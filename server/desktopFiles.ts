import type { DesktopFile } from './contract/process/shell.ts';
import type { Log } from './core/log.ts';
import type { ShellLine } from './jobs/shellHost.ts';

const ANSWERED_WITHIN_MS = 10_000;

/** Asks the desktop that runs this server what it adds to the diagnostics; nothing where it does not answer. */
export const askDesktop = (shell: ShellLine, log: Log): (() => Promise<readonly DesktopFile[]>) => {
  let waiting: ((files: readonly DesktopFile[]) => void)[] = [];
  const answer = (files: readonly DesktopFile[]): void => {
    for (const done of waiting) done(files);
    waiting = [];
  };
  shell.onMessage((message) => {
    if (message.type === 'desktopFiles') answer(message.files);
  });
  return () =>
    new Promise((done) => {
      const late = setTimeout(() => {
        log.warn({}, 'the desktop did not hand over its logs for the diagnostics');
        answer([]);
      }, ANSWERED_WITHIN_MS).unref();
      waiting.push((files) => {
        clearTimeout(late);
        done(files);
      });
      if (waiting.length === 1) shell.post({ type: 'desktopFilesAsked' });
    });
};
