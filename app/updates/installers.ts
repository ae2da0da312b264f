import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Artefact } from './manifest.ts';

const INSTALL_WITHIN_MS = 600_000;
const LONGEST_REASON = 200;

/** The kind of installer that this system takes. */
export const installerKind = (platform: NodeJS.Platform, isThere: (path: string) => boolean = existsSync): Artefact['kind'] => {
  if (platform === 'win32') return 'nsis';
  return isThere('/usr/bin/dpkg') || !isThere('/usr/bin/rpm') ? 'deb' : 'rpm';
};

/**
 * The command that installs a file, also one of an older version. Who is not root is asked for an administrator's password by the system.
 * Undefined where the program cannot be replaced while it runs, as on Windows: there a person runs the installer.
 */
export const installCommand = (kind: Artefact['kind'], file: string, isRoot: boolean): [string, ...string[]] | undefined => {
  if (kind === 'nsis') return undefined;
  const command: [string, ...string[]] =
    kind === 'deb' ? ['/usr/bin/dpkg', '--install', file] : ['/usr/bin/rpm', '--upgrade', '--oldpackage', '--replacepkgs', file];
  return isRoot ? command : ['/usr/bin/pkexec', ...command];
};

/** @throws Error with what the command printed last */
export const runInstaller = ([program, ...args]: [string, ...string[]]): Promise<void> =>
  new Promise((resolve, reject) => {
    execFile(program, args, { timeout: INSTALL_WITHIN_MS }, (error, _stdout, stderr) => {
      const said = stderr.trim().split('\n').at(-1)?.slice(0, LONGEST_REASON);
      if (error) reject(new Error(said || `${program} ended with ${error.code ?? error.signal}`));
      else resolve();
    });
  });
