import { dirname, resolve } from 'node:path';

/**
 * The file that this program runs out of where it is an AppImage, whose folder is gone when it ends; undefined where it is installed. Another
 * program's AppImage leaves its variables to all that it starts, so that the folder has to be ours.
 */
export const ownAppImage = (program: string, { APPIMAGE, APPDIR }: NodeJS.ProcessEnv): string | undefined =>
  APPIMAGE !== undefined && APPDIR !== undefined && dirname(program) === resolve(APPDIR) ? APPIMAGE : undefined;
