import { sayRemark } from '../../contract/model/commandRemarks.ts';
import { Failure } from '../../core/fail.ts';
import type { ChannelState, DeviceState, FieldConnection, FieldDevice, FieldTag } from '../../core/field/field.ts';
import { type TrafficLimits, TrafficRing } from '../traffic/trafficRing.ts';
import { Channel } from './channel.ts';
import { DevicePoller } from './devicePoller.ts';
import type { ChannelDeps } from './fieldRequest.ts';
import type { LinkAnswer, UnitRequest } from './link.ts';
import type { SampleOutlet } from './sampleWriter.ts';
import type { TagStates } from './tags/tagTable.ts';

/** Longest sleep, so that refused tags and offline devices are looked after on lines with slow tags only. */
const longestSleepMs = 10_000;

export type DeviceTags = { device: FieldDevice; tags: FieldTag[] };

/** Compared as text when it is asked: the texts of 200 devices, kept, are more than a megabyte. */
const isSame = (entry: DeviceTags, wanted: DeviceTags | undefined): boolean =>
  wanted !== undefined && JSON.stringify(entry) === JSON.stringify(wanted);

type LineDeps = ChannelDeps &
  SampleOutlet & {
    /** The line has a connection again. */
    onUp: (deviceIds: string[]) => void;
    table: TagStates;
    phase: number;
    traffic: TrafficLimits;
  };

/** One line with all its devices: wakes each when something of it is due. */
export class LinePoller {
  readonly #connection: FieldConnection;
  readonly #traffic: TrafficRing;
  readonly #deps: LineDeps;
  readonly #channel: Channel;
  readonly #pollers = new Map<string, { poller: DevicePoller; entry: DeviceTags }>();
  /** Devices that went unanswered since any last answered. */
  readonly #silent = new Set<string>();
  /** The offline device whose probe began the silence, if one did: a gateway that waits long for it answers nobody meanwhile. */
  #cause: { poller: DevicePoller; sinceMs: number } | undefined;
  #isRunning = false;
  /** What is read was said to be away since the line was up last. */
  #isDown = true;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: FieldConnection, deps: LineDeps) {
    this.#connection = connection;
    this.#deps = deps;
    this.#traffic = new TrafficRing(deps.clock, deps.traffic);
    this.#channel = new Channel(
      connection,
      { ...deps, tap: this.#traffic },
      {
        onReady: (isAfterOutage) => this.#onReady(isAfterOutage),
        onDown: () => this.#onDown(),
      },
    );
  }

  /** Replaces the devices; those that did not change, tags included, go on as they are. */
  configure(devices: readonly DeviceTags[]): void {
    const wanted = new Map(devices.map((entry) => [entry.device.id, entry]));
    for (const [id, { poller, entry }] of this.#pollers) {
      if (isSame(entry, wanted.get(id))) continue;
      poller.stop();
      this.#pollers.delete(id);
    }
    for (const [id, entry] of wanted) {
      if (this.#pollers.has(id)) continue;
      const poller = this.#pollerOf(entry);
      this.#pollers.set(id, { poller, entry });
      if (this.#isRunning) poller.start();
    }
    this.#arm();
  }

  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#channel.start();
    for (const { poller } of this.#pollers.values()) poller.start();
    this.#arm();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    for (const { poller } of this.#pollers.values()) poller.stop();
    await this.#channel.stop();
  }

  /** Leaves the line to somebody else until `resume`; its devices are shown as not being read. */
  async pause(): Promise<void> {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    await this.#channel.stop();
    this.#onDown();
  }

  resume(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#channel.start();
    this.#arm();
  }

  get connection(): FieldConnection {
    return this.#connection;
  }

  /** Devices as they are configured, with their tags. */
  get configured(): DeviceTags[] {
    return [...this.#pollers.values()].map(({ entry }) => entry);
  }

  get isUp(): boolean {
    return this.#channel.isUp;
  }

  get traffic(): TrafficRing {
    return this.#traffic;
  }

  /** Sends one request in the last lane: only when nothing else waits for the line. Fails as `Channel.request`. */
  ask(request: UnitRequest & { isWanted: () => boolean }): Promise<LinkAnswer> {
    return this.#channel.request({ ...request, lane: 'scan' });
  }

  /** Sends one request before everything else that waits, or not at all once `deadlineMs` (monotonic) has passed. `onSend` may throw to hold it back. */
  command(request: UnitRequest, deadlineMs: number, onSend: () => void): Promise<LinkAnswer> {
    const hold = (): void => {
      // a line in doubt is probed first, and that takes time
      if (this.#deps.clock.monotonicMs() > deadlineMs) throw new Failure('cancelled', sayRemark('deadline', {}));
      onSend();
    };
    return this.#channel.request({ ...request, lane: 'command', deadlineMs, onSend: hold });
  }

  state(): { channel: ChannelState; devices: DeviceState[] } {
    return { channel: this.#channel.state(), devices: [...this.#pollers.values()].map(({ poller }) => poller.state()) };
  }

  #pollerOf({ device, tags }: DeviceTags): DevicePoller {
    const { table, clock, log, phase, publish, retract } = this.#deps;
    const others = (): DevicePoller[] =>
      [...this.#pollers.values()].map(({ poller }) => poller).filter((poller) => poller.device.id !== device.id);
    return new DevicePoller(device, tags, {
      settings: this.#connection.settings,
      channel: this.#channel,
      table,
      clock,
      log,
      phase,
      publish,
      retract,
      hasLivingNeighbour: () => others().some((poller) => !poller.isOffline),
      onReplanned: () => this.#arm(),
      onOutcome: (hasAnswered) => this.#onOutcome(device.id, hasAnswered),
    });
  }

  /** After a silence of several devices the trouble was the line's: with one of them back, all are asked again. */
  #onOutcome(deviceId: string, hasAnswered: boolean): void {
    const nowMs = this.#deps.clock.monotonicMs();
    const asked = this.#pollers.get(deviceId)?.poller;
    if (!hasAnswered) {
      if (this.#silent.size === 0) this.#cause = asked?.isOffline ? { poller: asked, sinceMs: nowMs } : undefined;
      this.#silent.add(deviceId);
      return;
    }
    const wasLineSilent = this.#silent.size > 1;
    const cause = this.#cause;
    // to clear a set makes a new table, also of one that is empty
    if (this.#silent.size > 0) this.#silent.clear();
    this.#cause = undefined;
    if (!wasLineSilent) return;
    if (cause && cause.poller !== asked) cause.poller.probes.heldLine(nowMs - cause.sinceMs);
    for (const { poller } of this.#pollers.values()) if (poller.isOffline && poller !== cause?.poller) poller.probes.reset();
    this.#arm();
  }

  #onReady(isAfterOutage: boolean): void {
    // what looks at its devices then would ask for the next connection of a gateway that closes after each answer
    if (this.#isDown) this.#deps.onUp([...this.#pollers.keys()]);
    for (const { poller } of this.#pollers.values()) {
      if (isAfterOutage && poller !== this.#cause?.poller) poller.probes.reset();
      poller.lineUp(this.#deps.clock.monotonicMs(), this.#isDown);
    }
    this.#isDown = false;
    this.#arm();
  }

  #onDown(): void {
    this.#isDown = true;
    for (const { poller } of this.#pollers.values()) poller.lineDown();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    if (!this.#isRunning || this.#pollers.size === 0) return;
    let dueMs = Number.POSITIVE_INFINITY;
    for (const { poller } of this.#pollers.values()) dueMs = Math.min(dueMs, poller.nextDueMs);
    const delayMs = Math.min(longestSleepMs, Math.max(1, Math.ceil(dueMs - this.#deps.clock.monotonicMs())));
    this.#timer = setTimeout(() => this.#tick(), delayMs);
  }

  #tick(): void {
    const nowMs = this.#deps.clock.monotonicMs();
    for (const { poller } of this.#pollers.values()) poller.tick(nowMs);
    this.#arm();
  }
}
