import { app } from 'electron';
import type { SettingsFile } from '../settings.ts';

/** So many ends of the graphics process, and the next start draws without it. */
const DRIVER_FAILS = 3;
/** By then Chromium itself has given up the driver of this start. */
const GIVEN_UP = 7;

/**
 * When its graphics process has crashed six times and no simpler way to draw is left, Chromium ends the whole program. Measuring must go on
 * though nothing can be drawn, so the process is started again as often as it crashes.
 */
const endNever = (): void => app.commandLine.appendSwitch('disable-gpu-process-crash-limit');

/**
 * GTK, which draws dialogs and menus on Linux, looks for OpenGL when it begins, and loads the driver with its compiler into the program: a sixth of
 * the hidden shell's memory, for nothing that is drawn here. What the shell starts later does not inherit it.
 */
const leaveDriverOutOfGtk = (): void => {
  if (process.platform !== 'linux' || process.env.GDK_GL !== undefined) return;
  process.env.GDK_GL = 'disable';
  void app.whenReady().then(() => delete process.env.GDK_GL);
};

/** Before the program is ready. */
export const prepareGraphics = ({ value: { drawsInSoftware } }: SettingsFile): void => {
  leaveDriverOutOfGtk();
  if (drawsInSoftware) app.disableHardwareAcceleration();
  if (!drawsInSoftware && !app.commandLine.hasSwitch('disable-gpu')) return;
  endNever();
  // pages are drawn without it; it would replace a driver where a page draws in three dimensions, which none does
  app.commandLine.appendSwitch('disable-software-rasterizer');
};

/** Remembers a driver that fails. The program is not started anew for that: it would stop measuring. */
export const watchGraphics = (settings: SettingsFile, say: (message: string, facts: Record<string, unknown>) => void): void => {
  let times = 0;
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type !== 'GPU' || reason === 'clean-exit') return;
    times += 1;
    say('the graphics process ended', { reason, times });
    if (times === DRIVER_FAILS) settings.note({ drawsInSoftware: true });
    if (times === GIVEN_UP) endNever();
  });
};
