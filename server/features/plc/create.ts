import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import type { FieldCommands } from '../../core/field/command.ts';
import type { Log } from '../../core/log.ts';
import type { Writer } from '../../db/writer.ts';
import type { Horn } from '../alarms/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import { Commander } from './commander.ts';
import { JournalStore } from './journalStore.ts';
import { canSound, type DeviceLookup, type TagValues, type WritePoint } from './model.ts';
import { PointStore } from './pointStore.ts';
import { WritePoints } from './points.ts';
import { RawWindows } from './rawWindows.ts';
import { ReadOnlySwitch } from './readOnlySwitch.ts';
import { type PlcParts, PlcService } from './service.ts';
import { Undecided } from './undecided.ts';
import { UnknownOutcomeResolver } from './unknownOutcomes.ts';
import { Valves } from './valves.ts';

export type PlcComposition = {
  writer: Writer;
  commands: FieldCommands;
  devices: DeviceLookup;
  tags: TagValues;
  permissionsNow: PlcParts['permissionsNow'];
  /** Whether a device is a simulated one, run for training. */
  isSimulated(deviceId: string): boolean;
  /** Ids of the write points that an escalation sounds. */
  horns(industryId: string): Promise<ReadonlySet<string>>;
  /** Runs something while no change of the configuration, such as of what an escalation sounds, is under way. */
  inTurn<T>(act: () => Promise<T>): Promise<T>;
  audit: AuditTrail;
  points: WritePoints;
  bus: Bus;
  clock: Clock;
  log: Log;
};

export type Plc = {
  service: PlcService;
  journal: JournalStore;
  points: WritePoints;
  windows: RawWindows;
  valves: Valves;
  devices: DeviceLookup;
  readOnly: ReadOnlySwitch;
  horn: Horn;
  horns: PlcComposition['horns'];
  inTurn: PlcComposition['inTurn'];
  clock: Clock;
  start(): void;
  stop(): Promise<void>;
};

/** The horn of a plant is a relay like others, sounded by nobody in particular. */
const hornOf = (service: PlcService, points: WritePoints): Horn => ({
  sound: async (industryId, writePointId) => {
    // an alarm that nobody answers must move no valve
    const point = points.find(industryId, writePointId);
    if (!point || !canSound(point)) throw new Failure('notFound', 'the horn is no relay');
    const by = {
      userId: 'escalation',
      username: 'escalation',
      industryId,
      requestId: '',
      ip: '',
      isTechnician: false,
      sessionId: null,
    };
    const { outcome, error, undelivered } = await service.move(by, writePointId, 'open', { deadlineMs: 5000 });
    if (undelivered) throw new Failure('unavailable', error);
    if (outcome !== 'CONFIRMED' && outcome !== 'ACCEPTED_UNVERIFIED') throw new Error(error || 'the horn did not answer');
  },
});

/** Write points alone: what is configured may lean on them before commands can be given. */
export const createWritePoints = (writer: Writer, devices: DeviceLookup, commands: Pick<FieldCommands, 'encode'>): WritePoints =>
  new WritePoints({ writer, store: new PointStore(writer), devices, commands });

/** Commands to the plant: checked, journalled, sent and read back. */
export const createPlc = ({ writer, points, bus, horns, inTurn, ...parts }: PlcComposition): Plc => {
  const { commands, devices, permissionsNow, audit, clock, log } = parts;
  const store = new PointStore(writer);
  const journal = new JournalStore(writer);
  const windows = new RawWindows(devices, clock, commands);
  const undecided = new Undecided(clock);
  const commander = new Commander({ ...parts, writer, journal, undecided });
  const keyOf = ({ id }: WritePoint): string => `valve:${id}`;
  const failed = (error: unknown): void => log.error({ err: error }, 'the audit row of a valve could not be stored');
  const valves = new Valves({
    points,
    commands,
    journal,
    isUnderWay: (pointId) => commander.isUnderWay(pointId),
    onFault: (point, text) => {
      log.warn({ valve: point.name, text }, 'a valve is not as it should be');
      const entry = { kind: 'plc.valveFault', industryId: point.industryId, userId: null, outcome: 'done' } as const;
      audit.record({ ...entry, subject: point.name, after: { text } }).catch(failed);
      bus.emit('equipmentFault', { industryId: point.industryId, key: keyOf(point), name: point.name, text });
    },
    onRight: (point) =>
      bus.emit('equipmentFault', { industryId: point.industryId, key: keyOf(point), name: point.name, text: null }),
    clock,
    log,
  });
  const settling = new UnknownOutcomeResolver({ writer, journal, points, undecided, commands, audit, clock, log });
  const service = new PlcService({ commander, commands, journal, points, windows, valves, devices, permissionsNow, clock, log });
  const readOnly = new ReadOnlySwitch(writer, store, commands);
  return {
    service,
    journal,
    points,
    windows,
    valves,
    devices,
    readOnly,
    horn: hornOf(service, points),
    horns,
    inTurn,
    clock,
    start: () => {
      points.load();
      readOnly.load();
      undecided.load(journal.undecided(clock.now()));
      settling.start();
      valves.start();
    },
    stop: async () => {
      valves.stop();
      settling.stop();
      await commander.stop();
    },
  };
};
