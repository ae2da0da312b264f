import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runQuietly } from '../commands.ts';
import { within } from './ends.ts';

const packages = [
  ...['xvfb', 'unzip', 'dbus', 'libnss3', 'libatk1.0-0', 'libatk-bridge2.0-0', 'libgtk-3-0', 'libgbm1', 'libasound2', 'libxss1'],
  ...['libdrm2', 'libxcomposite1', 'libxdamage1', 'libxrandr2', 'libcups2', 'libxkbcommon0', 'libsecret-1-0'],
];
/** For several displays; what asks for them is skipped without. */
const extra = ['xserver-xorg-core', 'xserver-xorg-video-dummy', 'x11-xserver-utils'];
const programs = ['Xvfb', 'unzip', 'dbus-run-session', 'dbus-send'];
const lacking = (): string[] => programs.filter((program) => spawnSync('which', [program]).status !== 0);

/** What a display and a window need, as packages of Debian. @returns what is lacking still */
export const installDisplay = (mayInstall: boolean): string[] => {
  if (lacking().length > 0 && mayInstall && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    runQuietly('apt-get', ['update']);
    runQuietly('apt-get', ['install', '-y', '--no-install-recommends', ...packages, ...extra]);
  }
  return lacking();
};

/** An X server on a number that it finds free itself. */
export const startServer = async (
  program: string,
  args: readonly string[],
): Promise<{ display: string; process: ChildProcess }> => {
  const server: ChildProcess = spawn(program, ['-displayfd', '3', ...args], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const said = new Promise<string>((found, failed) => {
    server.stdio[3]?.once('data', (chunk: Buffer) => found(`:${chunk.toString().trim()}`));
    server.once('error', failed);
    server.once('exit', (code) => failed(new Error(`${program} ended with ${code}`)));
  });
  try {
    return { display: await within(30_000, `${program} names no display`, said), process: server };
  } catch (error) {
    server.kill('SIGKILL');
    throw error;
  }
};

/** A display without a screen, on a number that it finds free itself. */
export const startDisplay = async (): Promise<{ display: string; stop: () => void }> => {
  const server = await startServer('Xvfb', ['-screen', '0', '1600x1000x24', '-nolisten', 'tcp']);
  return { display: server.display, stop: () => void server.process.kill() };
};
