import { randomInt } from 'node:crypto';
import { sayRemark } from '../contract/model/commandRemarks.ts';
import type { Clock } from '../core/clock.ts';
import { Failure, messageOf } from '../core/fail.ts';
import type { DevicePlace } from '../core/field/command.ts';
import type {
  FieldConfiguration,
  FieldConnection,
  FieldDevice,
  FieldGateway,
  FieldStatus,
  FieldTag,
  Retraction,
  Sample,
  TagState,
} from '../core/field/field.ts';
import type { Log } from '../core/log.ts';
import { ConnectGate, type GateLimits } from './polling/connectGate.ts';
import { LinePoller } from './polling/linePoller.ts';
import type { LinkAnswer } from './polling/link.ts';
import { TagStates } from './polling/tags/tagTable.ts';
import { adapterNames } from './ports/adapterNames.ts';
import type { FieldOperation } from './ports/codec.ts';

const staleCheckMs = 250;
/** What is kept of each line's traffic while nobody looks: on plants of many lines less than the whole of it. */
const trafficFrames = 5000;
const leastTrafficBytes = 32_768;
const allTrafficBytes = 8 * 1_048_576;
const defaultConnects: GateLimits = { burst: 200, perSecond: 200 };
/** Multiples of it spread evenly over 0..1 however many there are. */
const goldenRatio = 0.618_033_988_749_895;
/** Lines begin at so many moments of a period: waking once for ten of them costs less than ten times, and ten at once hold up nobody. */
const phases = 20;

export const cryptoRandom = (): number => randomInt(2 ** 32) / 2 ** 32;

export type ModbusGatewayOptions = {
  clock: Clock;
  log: Log;
  /** 0 up to 1, for jitter and first transaction ids; the system's where absent. */
  random?: () => number;
  /** Requests that change a device are refused at the port. On where absent. */
  readOnly?: boolean;
  /** How many lines may begin to connect at once, and per second after that. */
  connects?: GateLimits;
};

type RunningLine = { line: LinePoller; source: string };

/** Polls every configured Modbus line and publishes what it reads. */
export class ModbusGateway implements FieldGateway {
  readonly #options: ModbusGatewayOptions;
  readonly #table: TagStates;
  readonly #gate: ConnectGate;
  readonly #listeners = new Set<(samples: Sample[]) => void>();
  readonly #retractionListeners = new Set<(retractions: Retraction[]) => void>();
  readonly #lines = new Map<string, RunningLine>();
  /** Lines on their way out, by connection id: a serial port must be free before it is opened anew. */
  readonly #leaving = new Map<string, Promise<void>>();
  readonly #lent = new Set<string>();
  readonly #upListeners = new Set<(deviceIds: readonly string[]) => void>();
  #devices = new Map<string, FieldDevice>();
  /** Where the line of each device is: what has another place is another device. */
  #places = new Map<string, DevicePlace>();
  #isReadOnly: boolean;
  #made = 0;
  #isRunning = false;
  #staleTimer: NodeJS.Timeout | undefined;

  constructor(options: ModbusGatewayOptions) {
    this.#options = options;
    this.#isReadOnly = options.readOnly ?? true;
    this.#table = new TagStates(options.clock);
    this.#gate = new ConnectGate(options.clock, options.connects ?? defaultConnects);
  }

  get isReadOnly(): boolean {
    return this.#isReadOnly;
  }

  /** From the next frame on, on every line. */
  setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
  }

  device(deviceId: string): FieldDevice | undefined {
    return this.#devices.get(deviceId);
  }

  placeOf(deviceId: string): DevicePlace | undefined {
    return this.#places.get(deviceId);
  }

  /** One request before all polls; `onSend` comes when its frame is about to leave and may throw to hold it back. Fails as `Channel.request`, and with `linkDown` for a device that is not in service. */
  async command(deviceId: string, operation: FieldOperation, withinMs: number, onSend: () => void): Promise<LinkAnswer> {
    const device = this.#devices.get(deviceId);
    const line = device && this.line(device.connectionId);
    if (!device || !line) throw new Failure('linkDown', sayRemark('notInService', {}));
    const { slaveId: unit, acceptAnyUnit = false, limits } = device;
    const timeoutMs = device.timeoutMs ?? line.connection.settings.timeoutMs;
    return line.command(
      { unit, operation, timeoutMs, acceptAnyUnit, barred: limits.forbidden },
      this.#options.clock.monotonicMs() + withinMs,
      onSend,
    );
  }

  onLineUp(listener: (deviceIds: readonly string[]) => void): () => void {
    this.#upListeners.add(listener);
    return () => this.#upListeners.delete(listener);
  }

  configure({ connections, devices, tags }: FieldConfiguration): void {
    this.#devices = new Map(devices.map((device) => [device.id, device]));
    const before = this.#places;
    this.#places = placesOf(connections, devices);
    this.#table.configure(tags, (id) => isMoved(before.get(id), this.#places.get(id)));
    adapterNames.keepOnly(connections.flatMap(({ settings }) => (settings.kind === 'serial' ? [settings.path] : [])));
    const wanted = new Map(connections.map((connection) => [connection.id, connection]));
    for (const [id, { line, source }] of this.#lines) {
      if (sourceOf(wanted.get(id)) !== source) this.#retire(id, line);
    }
    const tagsByDevice = Map.groupBy(tags, ({ deviceId }) => deviceId);
    const devicesByLine = Map.groupBy(devices, ({ connectionId }) => connectionId);
    for (const connection of connections) {
      this.#lineOf(connection).configure(withTags(devicesByLine.get(connection.id) ?? [], tagsByDevice));
    }
  }

  status(): FieldStatus {
    const states = [...this.#lines.values()].map(({ line }) => line.state());
    return {
      channels: states.map(({ channel }) => channel),
      devices: states.flatMap(({ devices }) => devices),
      tags: this.#table.states(),
    };
  }

  tag(tagId: string): TagState | undefined {
    return this.#table.get(tagId);
  }

  onSamples(listener: (samples: Sample[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onRetracted(listener: (retractions: Retraction[]) => void): () => void {
    this.#retractionListeners.add(listener);
    return () => this.#retractionListeners.delete(listener);
  }

  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#staleTimer = setInterval(() => this.#publish(this.#table.takeStale()), staleCheckMs);
    for (const [id, { line }] of this.#lines) if (!this.#lent.has(id)) line.start();
  }

  /** Ends every line. A stopped gateway is not started again. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    clearInterval(this.#staleTimer);
    await Promise.all([...this.#lines.values()].map(({ line }) => line.stop()).concat([...this.#leaving.values()]));
  }

  /** The line of a connection, for tools that ask on the way; undefined while it is not configured. */
  line(connectionId: string): LinePoller | undefined {
    return this.#lines.get(connectionId)?.line;
  }

  /**
   * Leaves a line to `work`, which may open it with settings of its own; polling goes on when that ends, however it ends, also when
   * the configuration changed meanwhile. Fails with `busy` when it is lent already.
   */
  async lend<T>(connectionId: string, work: () => Promise<T>): Promise<T> {
    const line = this.line(connectionId);
    if (!line) return work();
    if (this.#lent.has(connectionId)) throw new Failure('busy', 'the line is in use by another tool');
    const { promise: returned, resolve: giveBack } = Promise.withResolvers<void>();
    const free = Promise.all([this.#leaving.get(connectionId), returned]).then(() => {
      if (this.#leaving.get(connectionId) === free) this.#leaving.delete(connectionId);
    });
    this.#lent.add(connectionId);
    this.#leaving.set(connectionId, free);
    try {
      await line.pause();
      return await work();
    } finally {
      this.#lent.delete(connectionId);
      giveBack();
      if (this.#isRunning && this.line(connectionId) === line) line.resume();
    }
  }

  #lineOf(connection: FieldConnection): LinePoller {
    const known = this.#lines.get(connection.id);
    if (known) return known.line;
    const { clock, log, random = cryptoRandom } = this.#options;
    this.#made += 1;
    const line = new LinePoller(connection, {
      clock,
      log,
      random,
      gate: this.#gate,
      readOnly: () => this.#isReadOnly,
      onUp: (deviceIds) => this.#publishUp(deviceIds),
      table: this.#table,
      phase: Math.floor(((this.#made * goldenRatio) % 1) * phases) / phases,
      publish: (samples) => this.#publish(samples),
      retract: (retractions) => {
        for (const listener of this.#retractionListeners) listener(retractions);
      },
      traffic: {
        frames: trafficFrames,
        bytes: Math.max(leastTrafficBytes, Math.floor(allTrafficBytes / (this.#lines.size + 1))),
      },
    });
    this.#lines.set(connection.id, { line, source: sourceOf(connection) });
    void this.#startWhenFree(connection.id, line);
    return line;
  }

  async #startWhenFree(id: string, line: LinePoller): Promise<void> {
    await this.#leaving.get(id);
    if (this.#isRunning && this.#lines.get(id)?.line === line) line.start();
  }

  #retire(id: string, line: LinePoller): void {
    this.#lines.delete(id);
    const left = Promise.all([this.#leaving.get(id), line.stop()]).then(() => {
      if (this.#leaving.get(id) === left) this.#leaving.delete(id);
    });
    this.#leaving.set(id, left);
  }

  #publishUp(deviceIds: readonly string[]): void {
    for (const listener of this.#upListeners) listener(deviceIds);
  }

  #publish(samples: Sample[]): void {
    if (samples.length === 0) return;
    for (const listener of this.#listeners) {
      try {
        listener(samples);
      } catch (error) {
        this.#options.log.error({ err: error }, `a listener of samples failed: ${messageOf(error)}`);
      }
    }
  }
}

const sourceOf = (connection: FieldConnection | undefined): string => JSON.stringify(connection ?? null);

const placesOf = (connections: readonly FieldConnection[], devices: readonly FieldDevice[]): Map<string, DevicePlace> => {
  const lines = new Map(
    connections.map(({ id, settings }) => [id, settings.kind === 'serial' ? settings.path : `${settings.host} ${settings.port}`]),
  );
  return new Map(
    devices.map(({ id, connectionId: line, slaveId }) => [id, { line, at: lines.get(line) ?? '', slaveId }] as const),
  );
};

/** Whether what answers there may be another device. */
const isMoved = (before: DevicePlace | undefined, now: DevicePlace | undefined): boolean =>
  before !== undefined && (before.at !== now?.at || before.slaveId !== now.slaveId);

const withTags = (devices: readonly FieldDevice[], tags: Map<string, FieldTag[]>): { device: FieldDevice; tags: FieldTag[] }[] =>
  devices.map((device) => ({ device, tags: tags.get(device.id) ?? [] }));
