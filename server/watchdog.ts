import { execFile } from 'node:child_process';

/** Lets systemd know that the server is ready, and then that its event loop turns: a stuck server is started again. */
export const feedWatchdog = (): void => {
  // biome-ignore lint/style/noProcessEnv: set by systemd for the process that it started, no setting of ours
  const { NOTIFY_SOCKET, WATCHDOG_USEC } = process.env;
  if (!NOTIFY_SOCKET) return;
  const notify = (state: string): void => void execFile('systemd-notify', [state], () => undefined);
  notify('READY=1');
  const withinMs = Number(WATCHDOG_USEC) / 1000;
  if (withinMs > 0) setInterval(() => notify('WATCHDOG=1'), withinMs / 3).unref();
};
