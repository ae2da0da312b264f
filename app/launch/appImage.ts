import { dirname, resolve } from 'node:path';

/**
 * The AppImage file that this program runs from; undefined where it is installed. The mounted folder is gone once the program ends. APPDIR has
 * to be the program's own folder: a program that another AppImage started inherits the variables of that one.
 */
export const ownAppImage = (program: string, { APPIMAGE, APPDIR }: NodeJS.ProcessEnv): string | undefined =>
  APPIMAGE !== undefined && APPDIR !== undefined && dirname(program) === resolve(APPDIR) ? APPIMAGE : undefined;
