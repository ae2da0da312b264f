import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { ConnectionSettings } from '../../../contract/model/field.ts';
import type { TwinView } from '../../../contract/plant/commissioning/twins.ts';
import type { Clock } from '../../../core/clock.ts';
import { Failure, isFailure } from '../../../core/fail.ts';
import type { FieldGateway } from '../../../core/field/field.ts';
import type { SimulatedSignal, SimulatedTwin, TrainingFault, TwinHost } from '../../../core/field/simulation.ts';
import { conflict, refuse, requireFound } from '../../../core/refusal.ts';
import { plainHost } from '../../../core/text/addressNetwork.ts';
import type { Device, Tag } from '../model.ts';
import type { FieldRegistry } from '../registry.ts';
import type { TemplateCatalog } from '../templates/catalog.ts';

const LOOPBACK = '127.0.0.1';
/** Every way to write this machine's own address: a name, or an address in another form (0177.1), may mean it. */
const isLoopback = (host: string): boolean => isIP(host) === 0 || /^(127\.|::1?$|0\.0\.0\.0$)/.test(plainHost(host));
/** Of one industry, and of all. */
const MOST_OWN = 10;
const MOST = 40;

export type TwinServiceParts = {
  host: TwinHost;
  registry: FieldRegistry;
  catalog: TemplateCatalog;
  gateway: Pick<FieldGateway, 'tag'>;
  clock: Clock;
};

type Running = Omit<TwinView, 'values' | 'startedAt'> & { industryId: string; startedAtMs: number; twin: SimulatedTwin };

/** Runs simulated twins of configured devices, for training; nothing they say reaches a unit. */
export class TwinService {
  readonly #parts: TwinServiceParts;
  readonly #running = new Map<string, Running>();
  readonly #listeners = new Set<() => void>();
  #starting = 0;
  #isStopped = false;

  constructor(parts: TwinServiceParts) {
    this.#parts = parts;
  }

  /** Calls back when another line leads to a twin, or no longer does. Returns the function that ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  list(industryId: string): TwinView[] {
    return [...this.#running.values()].filter((one) => one.industryId === industryId).map(view);
  }

  /** Whether a line leads to a running twin. */
  isTwin(settings: ConnectionSettings): boolean {
    if (settings.kind === 'serial') return false;
    return isLoopback(settings.host) && [...this.#running.values()].some(({ port }) => port === settings.port);
  }

  /** Whether a configured device is reached over such a line. */
  isTwinDevice(deviceId: string): boolean {
    const { connections, devices } = this.#parts.registry;
    const line = connections.get(devices.get(deviceId)?.connectionId ?? '');
    return line !== undefined && this.isTwin(line.settings);
  }

  /** @throws Failure `notFound`, `badRequest` for a device without tags, `conflict` when too many run, `unavailable` once all were ended. */
  async start(
    { industryId, username }: { industryId: string; username: string },
    deviceId: string,
    framing: TwinView['framing'],
  ): Promise<TwinView> {
    const { host, registry, catalog, clock } = this.#parts;
    const device = requireFound(registry.device(industryId, deviceId), 'device');
    const tags = registry.tagsOn(deviceId);
    if (tags.length === 0) refuse([{ path: 'deviceId', message: `${device.name} has no tags to simulate` }]);
    const own = this.list(industryId).length;
    if (own >= MOST_OWN || this.#running.size + this.#starting >= MOST)
      throw conflict('deviceId', `${own} twins are running already: stop one first`);
    // a TCP device itself answers to 0 or 255; a simulated one is on a line
    const slaveId = device.slaveId >= 1 && device.slaveId <= 247 ? device.slaveId : 1;
    this.#starting += 1;
    try {
      const twin = await host.start({
        name: device.name,
        slaveId,
        framing,
        signals: this.#signals(device, tags),
        model: catalog.find(industryId, device.templateId),
      });
      if (this.#isStopped) {
        await twin.stop();
        throw new Failure('unavailable', 'the server stops');
      }
      const running: Running = {
        id: randomUUID(),
        industryId,
        deviceId,
        name: device.name,
        simulated: true,
        framing,
        host: LOOPBACK,
        port: twin.port,
        slaveId,
        startedAtMs: clock.now(),
        startedBy: username,
        fault: null,
        twin,
      };
      this.#running.set(running.id, running);
      this.#changed();
      return view(running);
    } finally {
      this.#starting -= 1;
    }
  }

  /** @throws Failure `notFound`, or `badRequest` for a value that a tag cannot have; those before it are set then. */
  change(
    industryId: string,
    id: string,
    { values, fault }: { values: readonly { name: string; value: number | string }[]; fault?: TrainingFault | null | undefined },
  ): TwinView {
    const running = this.#find(industryId, id);
    for (const [i, { name, value }] of values.entries()) {
      try {
        running.twin.set(name, value);
      } catch (error) {
        if (!isFailure(error, 'parameter')) throw error;
        refuse([{ path: `values.${i}`, message: error.message }]);
      }
    }
    if (fault !== undefined) {
      running.twin.fail(fault);
      running.fault = fault;
    }
    return view(running);
  }

  /** @throws Failure `notFound`. */
  async end(industryId: string, id: string): Promise<TwinView> {
    const running = this.#find(industryId, id);
    const last = view(running);
    await running.twin.stop();
    this.#running.delete(id);
    this.#changed();
    return last;
  }

  /** Ends all of them, also those that are only starting. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const all = [...this.#running.values()];
    this.#running.clear();
    await Promise.all(all.map(({ twin }) => twin.stop()));
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #find(industryId: string, id: string): Running {
    const running = this.#running.get(id);
    return requireFound(running?.industryId === industryId ? running : undefined, 'twin');
  }

  /** Where each value begins: as it was read last, as the model says, in the middle of its range. */
  #signals({ industryId, templateId }: Device, tags: readonly Tag[]): SimulatedSignal[] {
    const { catalog, gateway } = this.#parts;
    const known = new Map(catalog.find(industryId, templateId)?.tags.map((tag) => [tag.name, tag]));
    return tags.map(({ id, name, kind, decode }) => {
      const state = gateway.tag(id);
      const read = state?.quality === 'GOOD' ? state.value : null;
      const model = known.get(name);
      const middle = decode.min !== undefined && decode.max !== undefined ? (decode.min + decode.max) / 2 : null;
      const candidates = [read, model?.typical ?? null, middle].filter((value) => value !== null);
      return { name, kind, decode, candidates, perHour: model?.typicalPerHour ?? 0 };
    });
  }
}

const view = ({ twin, startedAtMs, industryId: _, ...running }: Running): TwinView => ({
  ...running,
  startedAt: new Date(startedAtMs).toISOString(),
  values: twin.values(),
});
