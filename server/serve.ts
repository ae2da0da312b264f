import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Application } from './application.ts';
import { type Config, readConfig } from './config.ts';
import { type Pulse, type ServerToShell, type ShellToServer, shellToServer } from './contract/process/shell.ts';
import { systemClock } from './core/clock.ts';
import { isFailure, messageOf } from './core/fail.ts';
import type { Log } from './core/log.ts';
import { RecentLines } from './core/logging/recentLines.ts';
import { writeCrash } from './crashReports.ts';
import { noteDisk } from './db/folder/mountedDisk.ts';
import { migrations } from './db/migrate.ts';
import type { FleetDemo } from './demo/fleet/fleetDemo.ts';
import { exitCodeOf, exitCodes } from './exitCodes.ts';
import type { HubApplication, HubApplicationParts } from './hub/hubApplication.ts';
import type { ShellLine } from './jobs/shellHost.ts';
import { createLog } from './log.ts';
import { isWorthAnotherStart } from './restored.ts';
import { announceRunning } from './runningFile.ts';
import { feedWatchdog } from './watchdog.ts';

const STOP_WITHIN_MS = 5000;
/** Of the log, kept for the diagnostics. */
const LOG_LETTERS = 2_000_000;
const PULSE_MS = 5000;
const NANOSECONDS_PER_MS = 1e6;

type Server = Application | HubApplication | FleetDemo;

/** Electron's end of the line to the shell; absent when the server runs on its own. */
type ParentPort = {
  postMessage(message: ServerToShell): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
};
const parentPort = (process as NodeJS.Process & { parentPort?: ParentPort }).parentPort;

const onShellMessage = (listener: (message: ShellToServer) => void): void => {
  parentPort?.on('message', ({ data }) => {
    const message = shellToServer.safeParse(data);
    if (message.success) listener(message.data);
  });
};
const shell: ShellLine | undefined = parentPort && {
  post: (message) => parentPort.postMessage(message),
  onMessage: onShellMessage,
};

/** The folder that holds package.json: one up from the sources, two up from the built files. */
const findInstallation = (): string => {
  const candidates = [dirname(import.meta.dirname), dirname(dirname(import.meta.dirname))];
  return candidates.find((folder) => existsSync(join(folder, 'resources', 'devices'))) ?? dirname(import.meta.dirname);
};

/** The version in the package that the server was installed with. */
const readVersion = (installation: string): string =>
  JSON.parse(readFileSync(join(installation, 'package.json'), 'utf8')).version;

const installedIn = (installation: string): { resources: string; panelFolder: string; version: string } => ({
  resources: join(installation, 'resources'),
  panelFolder: join(installation, 'dist', 'renderer'),
  version: readVersion(installation),
});

const fatal = (error: unknown): void => {
  const message = messageOf(error);
  process.stderr.write(`headworks: ${isFailure(error) ? message : error instanceof Error ? error.stack : message}\n`);
  parentPort?.postMessage({ type: 'fatal', message });
  process.exitCode = exitCodeOf(error);
};

/** Reports to the desktop program that the event loop runs, and the plant's state; without reports for long it ends the server. */
const sendPulse = (pulse: () => Pulse | undefined): void => {
  if (!parentPort) return;
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  setInterval(() => {
    const now = pulse();
    if (now)
      parentPort.postMessage({ type: 'alive', pulse: { ...now, loopDelayMs: Math.round(delay.max / NANOSECONDS_PER_MS) } });
    delay.reset();
  }, PULSE_MS).unref();
};

const endWith = (error: unknown): never => {
  fatal(error);
  process.exit();
};

/** Makes a backup for the shell, before it installs an update. */
const answerBackUp = async (application: Server): Promise<void> => {
  const made = application instanceof Application ? application.backUp() : Promise.reject(new Error('a hub makes none'));
  const answer = await made.then(
    (snapshot) => ({ snapshot, reason: null }),
    (error: unknown) => ({ snapshot: null, reason: messageOf(error) }),
  );
  parentPort?.postMessage({ type: 'backedUp', ...answer });
};

/** Read by a hub alone: a plant starts without it, and a hub without its demo. */
const createHub = async (parts: HubApplicationParts & { config: Config }): Promise<HubApplication | FleetDemo> => {
  if (parts.config.demo) return new (await import('./demo/fleet/fleetDemo.ts')).FleetDemo(parts);
  return new (await import('./hub/hubApplication.ts')).HubApplication(parts);
};

const noteReady = (config: Config, url: string, log: Log): void => {
  log.info({ data: config.dataFolder, demo: config.demo }, `ready ${url}`);
  noteDisk(config);
};

/** A temporary folder goes along: nobody else knows of it. */
const endAsItIs = ({ temporary, dataFolder }: Config): never => {
  try {
    if (temporary) rmSync(dataFolder, { recursive: true, force: true });
  } finally {
    process.exit(exitCodes.fault);
  }
};

const run = async (): Promise<void> => {
  // a terminal or pipe that was closed must not end the plant's server
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  let config = readConfig();
  const recent = new RecentLines(LOG_LETTERS);
  const log = createLog(config.logLevel, undefined, (line) => recent.add(line));
  const installation = findInstallation();
  const instance = randomUUID();
  let unannounce = (): void => undefined;
  const installed = installedIn(installation);
  const create = async (): Promise<Server> => {
    if (config.isHub) return createHub({ config, clock: systemClock, log, ...installed });
    return new Application({
      config,
      clock: systemClock,
      log,
      ...installed,
      logLines: () => recent.all(),
      restart: () => void again().catch(endWith),
      onStep: (step) => parentPort?.postMessage({ type: 'starting', step }),
      instance,
      ...(shell && { shell }),
    });
  };
  let application = await create();
  const start = async (): Promise<void> => {
    const url = await application.start().catch(async (error: unknown) => {
      if (!isWorthAnotherStart(config.dataFolder, error, log)) throw error;
      application = await create();
      return application.start();
    });
    noteReady(config, url, log);
    const addresses = application.addresses();
    // biome-ignore lint/style/noProcessEnv: set by systemd for the process that it started, no setting of ours
    const { RUNTIME_DIRECTORY } = process.env;
    unannounce = announceRunning(config.dataFolder, RUNTIME_DIRECTORY, {
      pid: process.pid,
      url,
      addresses,
      startedAt: new Date(systemClock.now()).toISOString(),
      schema: migrations.at(-1)?.number ?? 0,
      instance,
      version: readVersion(installation),
      notesPair: true,
      ...(application instanceof Application && { site: application.site }),
    });
    parentPort?.postMessage({ type: 'ready', url, addresses });
    // the address stays the same when the server starts itself again
    config = { ...config, port: Number(new URL(url).port) };
  };
  const again = async (): Promise<void> => {
    log.warn({}, 'the server starts again with what was restored');
    unannounce();
    await application.stop();
    config = { ...readConfig(), port: config.port };
    application = await create();
    await start();
  };
  let isStopping = false;
  const stop = async (why: string): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    log.info({ why }, 'stopping');
    setTimeout(() => {
      log.error({ part: application.waitingFor }, `the server did not stop within ${STOP_WITHIN_MS / 1000} s and ends as it is`);
      endAsItIs(config);
    }, STOP_WITHIN_MS).unref();
    unannounce();
    await application.stop();
    process.exit(exitCodes.asked);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
  onShellMessage((message) => {
    if (message.type === 'stop') void stop(message.why ?? 'shell');
    if (message.type === 'backUp') void answerBackUp(application);
  });
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'an unexpected fault ends the server');
    writeCrash(config.dataFolder, error, { version: readVersion(installation), nowMs: systemClock.now() });
    fatal(error);
    process.exit(exitCodes.fault);
  });
  // the supervisor is gone: nobody would start this one again, and a new one needs the folder
  if (process.send) process.once('disconnect', () => void stop('supervisor'));
  await start();
  sendPulse(() => application.pulse());
  feedWatchdog();
};

run().catch(endWith);
