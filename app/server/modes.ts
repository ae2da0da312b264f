import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';

/** Carries a plant over between the desktop's folder and the one of the service of this PC. */
export type ModeChange = {
  /** Whether this PC has the server as a service to move to. */
  isInstalled: () => boolean;
  /** Copies the plant into the service's folder, checks it, and starts the service. @throws Error where nothing was moved */
  toService: (from: string) => Promise<void>;
  /** Stops the service, and copies its plant into the desktop's folder. @throws Error where nothing was moved */
  toDesktop: (to: string) => Promise<void>;
};

const SERVER = '/opt/headworks-server';
const DATA = '/var/lib/headworks';
const MOVE = `${SERVER}/node ${SERVER}/dist/server/commands/move.js`;

/** In one go, so that an administrator is asked once. A service whose plant could not be moved goes on. */
const scripts = {
  toService: `set -e; ${MOVE} --from "$1" --to ${DATA} --user headworks; systemctl enable --now headworks`,
  toDesktop: `systemctl disable --now headworks; ${MOVE} --from ${DATA} --to "$1" --user "$2" || { systemctl enable --now headworks; exit 1; }`,
} as const;

/** The command that moves a plant, as an administrator; a folder and a name are given beside the script and never within it. */
export const moveCommand = (
  direction: keyof typeof scripts,
  folder: string,
  user: string,
  isRoot: boolean,
): [string, ...string[]] => {
  const command: [string, ...string[]] = ['/bin/sh', '-c', scripts[direction], 'headworks-move', folder, user];
  return isRoot ? command : ['/usr/bin/pkexec', ...command];
};

/** By systemd and the package headworks-server. */
export const systemdModes = (run: (command: [string, ...string[]]) => Promise<void>): ModeChange => {
  const isRoot = process.getuid?.() === 0;
  const move = (direction: keyof typeof scripts, folder: string): Promise<void> =>
    run(moveCommand(direction, folder, userInfo().username, isRoot));
  return {
    isInstalled: () =>
      process.platform === 'linux' && existsSync(`${SERVER}/dist/server/commands/move.js`) && existsSync('/run/systemd/system'),
    toService: (from) => move('toService', from),
    toDesktop: (to) => move('toDesktop', to),
  };
};
