import { dirname, join } from 'node:path';
import { app, crashReporter, dialog } from 'electron';
import { exitCodes } from '../server/contract/process/exitCodes.ts';
import { Desktop } from './desktop.ts';
import { readLaunch } from './launch/arguments.ts';
import { prepareGraphics } from './launch/graphics.ts';
import { findAlteredFile } from './launch/installedFiles.ts';
import { pathsOf } from './launch/paths.ts';
import { type ModeChange, systemdModes } from './server/modes.ts';
import { SettingsFile } from './settings.ts';
import { ShellLog } from './shellLog.ts';
import { Feed } from './updates/feed/feed.ts';
import { runInstaller } from './updates/installers.ts';
import { readRoots } from './updates/roots.ts';
import { Updates } from './updates/updates.ts';

const argv = process.argv.slice(app.isPackaged ? 1 : 2);

/** The archive is read as a file here, and not as the folder that Electron shows. */
const isUnaltered = async (log: ShellLog): Promise<boolean> => {
  const roots = readRoots(app.getAppPath());
  process.noAsar = true;
  const altered = await findAlteredFile(process.resourcesPath, roots);
  process.noAsar = false;
  if (altered === undefined) return true;
  log.say('the installation was altered', { file: altered });
  dialog.showErrorBox('Headworks does not start', `${altered} is not what was installed. Install Headworks again.`);
  return false;
};

export type Composition = {
  /** Runs an installer; the usual one is the system's package manager. */
  install?: (file: string) => Promise<void>;
  /** Moves the plant to a service and back; the usual one is systemd's. */
  modes?: ModeChange & { folders: string[] };
  /** How long the window is hidden before its page ends. */
  restAfterMs?: number;
};

/** The program. A composition other than the usual one is for tests: no argument and no environment reaches it. */
export const run = async ({ install, modes, restAfterMs }: Composition = {}): Promise<void> => {
  // a terminal that was closed must not end the plant's desktop
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  if (!app.requestSingleInstanceLock({ argv })) return app.exit(0);
  app.setAppUserModelId('plant.headworks.server');
  // every window asks for the sandbox by itself; who runs as root cannot have it for the rest
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  crashReporter.start({ uploadToServer: false, compress: true });
  const launch = readLaunch(argv);
  const usual = pathsOf(app.getPath('userData'), launch.dataFolder, process.platform, process.env);
  const paths = modes ? { ...usual, services: modes.folders } : usual;
  const settings = new SettingsFile(paths.settings);
  const log = new ShellLog(paths.logs, 'shell');
  prepareGraphics(settings);
  process.on('uncaughtException', (error) => log.say('a fault of the shell', { stack: error.stack }));
  process.on('unhandledRejection', (reason) => log.say('a fault of the shell', { stack: String(reason) }));
  log.say('started', {
    version: app.getVersion(),
    pid: process.pid,
    electron: process.versions.electron,
    folder: dirname(paths.settings),
  });
  await app.whenReady();
  const updates = new Updates({
    paths,
    argv: process.argv.slice(1).filter((argument) => !/^headworks:/i.test(argument)),
    say: (message, facts) => log.say(message, facts),
    ...(install && { install }),
  });
  // before the files are checked: an update that was cut short is what mends them
  if (await updates.goOn()) return app.exit(0);
  if (app.isPackaged && !(await isUnaltered(log))) return app.exit(exitCodes.damaged);
  const serverLog = new ShellLog(paths.logs, 'server');
  await new Desktop({
    launch,
    paths,
    settings,
    log,
    serverLog,
    updates,
    feed: new Feed({
      folder: join(paths.updates, 'feed'),
      address: () => settings.value.updateFeed,
      updates,
      say: (message, facts) => log.say(message, facts),
    }),
    modes: modes ?? systemdModes(runInstaller),
    restAfterMs,
  }).start();
};
