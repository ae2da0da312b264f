import { app } from 'electron';
import type { SettingsFile } from '../settings.ts';

/** So many ends of the graphics process, and the next start draws without it. */
const DRIVER_FAILS = 3;
/** By then Chromium itself has given up the driver of this start. */
const GIVEN_UP = 7;

/**
 * Chromium ends the whole program at the sixth end of its graphics process, where there is no simpler way to draw left. A plant that cannot be
 * drawn is measured all the same: the process is started again without end.
 */
const endNever = (): void => app.commandLine.appendSwitch('disable-gpu-process-crash-limit');

/** Before the program is ready. */
export const prepareGraphics = ({ value: { drawsInSoftware } }: SettingsFile): void => {
  if (drawsInSoftware) app.disableHardwareAcceleration();
  if (drawsInSoftware || app.commandLine.hasSwitch('disable-gpu')) endNever();
};

/** Remembers a driver that fails. The program is not started anew for that: it would stop measuring. */
export const watchGraphics = (settings: SettingsFile, say: (message: string, facts: Record<string, unknown>) => void): void => {
  let times = 0;
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type !== 'GPU' || reason === 'clean-exit') return;
    times += 1;
    say('the graphics process ended', { reason, times });
    if (times === DRIVER_FAILS) settings.change({ drawsInSoftware: true });
    if (times === GIVEN_UP) endNever();
  });
};
