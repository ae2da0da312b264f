import { join } from 'node:path';
import { serviceFolders } from '../server/attach.ts';

export type Paths = { data: string; logs: string; settings: string; updates: string; compiled: string; services: string[] };

/** Where the shell keeps what is its own, and looks for a service. A folder that was named is the only one. */
export const pathsOf = (
  userData: string,
  named: string | undefined,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
): Paths => ({
  data: named ?? join(userData, 'plant'),
  logs: join(userData, 'logs'),
  settings: join(userData, 'shell.json'),
  updates: join(userData, 'updates'),
  compiled: join(userData, 'compiled'),
  services: named === undefined ? serviceFolders(platform, env) : [],
});
