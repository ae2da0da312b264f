import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from './config.ts';
import type { StartingStep } from './contract/process/shell.ts';
import type { Clock } from './core/clock.ts';
import type { Log } from './core/log.ts';
import type { RunningParts } from './core/runningParts.ts';
import { dmyOf } from './core/time.ts';
import { Demo } from './demo/demo.ts';
import { prepareDemo } from './demo/makeApart.ts';
import { liveCaller } from './features/audit/index.ts';
import { liveSnapshot } from './features/readings/index.ts';
import type { HostPolicy } from './http/hosts.ts';
import type { Route } from './http/route.ts';
import type { UsualQuestions } from './http/usual/usualQuestions.ts';
import type { LiveHub } from './live/hub.ts';
import { allowMarking } from './memory/marking.ts';
import type { Plant } from './plant.ts';

type Stops = { stop(): Promise<unknown> | unknown };
type Starts = Stops & { start(): void };

/** What takes readings in, keeps them, and acts on them. */
export type Acquisition = {
  alerts: { engine: Stops & { start(begin: Promise<void>): void }; equipmentFaults: Starts };
  commissioning: { tools: Stops };
  readings: Stops;
  stopFigures(): unknown;
} & Record<'ingest' | 'gateway' | 'plc' | 'loopDelay' | 'sealing' | 'closedDayFigures', Starts>;

/**
 * From here on readings come in and are kept.
 * @param serving what alarms are raised about waits for it: the watches that are learned look back over weeks.
 */
export const startAcquisition = (
  { ingest, readings, gateway, commissioning, alerts, plc, loopDelay, sealing, closedDayFigures, stopFigures }: Acquisition,
  running: RunningParts,
  serving: Promise<void>,
): void => {
  // each stop is known before the first start: one that fails half-way leaves no timer and no socket behind
  running.add('equipment faults', () => alerts.equipmentFaults.stop());
  running.add('figures', stopFigures);
  running.add('readings', () => ingest.stop());
  // before the readings: what these store at last is evaluated after the next start
  running.add('alarms', () => alerts.engine.stop());
  running.add('sealing of days', () => sealing.stop());
  running.add('figures of closed days', () => closedDayFigures.stop());
  running.add('batch runs', () => readings.stop());
  running.add('commands', () => plc.stop());
  running.add('field', () => gateway.stop());
  running.add('field tools', () => commissioning.tools.stop());
  running.add('loop delay', () => loopDelay.stop());
  alerts.engine.start(serving);
  alerts.equipmentFaults.start();
  ingest.start();
  sealing.start();
  closedDayFigures.start();
  plc.start();
  gateway.start();
  loopDelay.start();
};

/** From here on messages about alarms go out. */
export const startAnnouncing = ({ alerts }: Plant, running: RunningParts): void => {
  running.add('outbox', () => alerts.outbox.stop());
  alerts.outbox.start();
  running.add('escalation', () => alerts.escalation.stop());
  alerts.escalation.start();
};

/** Live messages to panels and phones. */
export const createLiveHub = async (
  { bus, auth, audit, directory, reader, alerts }: Plant,
  hostRules: HostPolicy,
  { clock, log }: { clock: Clock; log: Log },
): Promise<LiveHub> => {
  const { LiveHub } = await import('./live/hub.ts');
  return new LiveHub({
    bus,
    clock,
    log,
    hostRules,
    authenticate: (token) => liveCaller(token, auth, audit),
    snapshot: (industryId) => liveSnapshot(directory, reader, industryId),
    replay: alerts.liveLog,
    onConfirm: (caller, messageIds) => alerts.confirm(caller, messageIds),
  });
};

type UsualParts = { config: Config; clock: Clock; log: Log };

/** What is asked about the running day, kept beside the database. */
export const createUsual = async ({ calendars }: Plant, { config, clock, log }: UsualParts): Promise<UsualQuestions> => {
  const { UsualQuestions } = await import('./http/usual/usualQuestions.ts');
  const today = (industryId: string): string => dmyOf(calendars.of(industryId).dateOf(clock.now()));
  return new UsualQuestions({ file: join(config.dataFolder, 'usual-questions.json'), today, clock, log });
};

/** Works out what was asked lately, once the server serves. */
export const startPreparing = async (
  { routes, usual }: { routes: readonly Route[]; usual: UsualQuestions },
  { clock, log }: Omit<UsualParts, 'config'>,
  running: RunningParts,
): Promise<void> => {
  const { Preparation } = await import('./http/usual/preparation.ts');
  running.add('usual questions', () => usual.stop());
  usual.start();
  const preparation = new Preparation({ routes, questions: usual.all(), askedAgoMs: () => usual.askedAgoMs(), clock, log });
  running.add('preparation', () => preparation.stop());
  preparation.start();
};

type DemoParts = { config: Config; clock: Clock; log: Log; resources: string; onStep?: (step: StartingStep) => void };

/** Before the database is opened: another process makes the plants and their history. */
export const makeDemoPlants = async ({ config, log, resources, onStep }: DemoParts, running: RunningParts): Promise<void> => {
  onStep?.('demo');
  const making = new AbortController();
  running.add('making of the demo', () => making.abort());
  await prepareDemo({ dataFolder: config.dataFolder, resources, days: config.demoDays }, log, making.signal);
};

/** The devices that the demo's plants poll. */
export const startDemo = async (
  { connections, templates }: Plant,
  { config, clock, log }: DemoParts,
  running: RunningParts,
): Promise<void> => {
  const demo = new Demo({ connections, templates: templates(), dataFolder: config.dataFolder, clock, log });
  running.add('demo', () => demo.stop());
  await demo.start();
};

/** What answers requests; read after the lines were opened and those that answer at once were asked, which takes two turns. */
export const readServing = async () => {
  await nextTurn();
  await nextTurn();
  allowMarking();
  return Promise.all([import('./http/app.ts'), import('./http/server.ts'), import('./secureServer.ts')]);
};
