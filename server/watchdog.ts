import { execFile } from 'node:child_process';

const READY_WITHIN_MS = 10_000;

/** Lets systemd know that the server is ready, and then that its event loop turns: a stuck server is started again. */
export const feedWatchdog = (): void => {
  // biome-ignore lint/style/noProcessEnv: set by systemd for the process that it started, no setting of ours
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = process.env;
  if (!NOTIFY_SOCKET) return;
  const notify = (state: string, timeout: number): void => void execFile('systemd-notify', [state], { timeout }, () => undefined);
  notify('READY=1', READY_WITHIN_MS);
  const everyMs = Number(WATCHDOG_USEC) / 1000 / 3;
  // one that hangs is over before the next: they would become more and more
  if (everyMs > 0) setInterval(() => notify('WATCHDOG=1', everyMs), everyMs).unref();
};
