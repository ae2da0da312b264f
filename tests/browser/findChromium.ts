import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type Machine = {
  env: Readonly<Record<string, string | undefined>>;
  /** The browser that Playwright downloads, whether it is there or not. */
  playwrights: string;
  exists?: (path: string) => boolean;
};

/** The first draws no windows and needs a third less of the processor for the same pages. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The first of HEADWORKS_CHROMIUM, Playwright's own, and what the PATH has; undefined where there is none. */
export const findChromium = ({ env, playwrights, exists = existsSync }: Machine): string | undefined => {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const installed = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [env.HEADWORKS_CHROMIUM ?? '', playwrights, ...installed].find((path) => path !== '' && exists(path));
};
