import { randomUUID } from 'node:crypto';
import type { WritePointSpec } from '../../contract/model/writePoint.ts';
import { Failure, isFailure } from '../../core/fail.ts';
import type { FieldCommands } from '../../core/field/command.ts';
import type { Writer, WriteTx } from '../../db/writer.ts';
import { pointFaults } from './checks.ts';
import { isOneWay, rivalOf, specOf } from './frames.ts';
import type { DeviceLookup, WritePoint } from './model.ts';
import type { PointStore } from './pointStore.ts';

export type PointsParts = {
  writer: Pick<Writer, 'run'>;
  store: Pick<PointStore, 'all' | 'put' | 'remove'>;
  devices: DeviceLookup;
  commands: Pick<FieldCommands, 'encode'>;
};

/** Devices and tags that a point may refer to. */
type PointField = {
  device(industryId: string, id: string): { slaveId: number } | undefined;
  tag(industryId: string, id: string): object | undefined;
};
type Fault = { path: string; message: string };

/** What may be written; in memory, so that a command never waits for it. */
export class WritePoints {
  readonly #parts: PointsParts;
  readonly #points = new Map<string, WritePoint>();

  constructor(parts: PointsParts) {
    this.#parts = parts;
  }

  load(): void {
    this.#points.clear();
    for (const point of this.#parts.store.all()) this.#points.set(point.id, point);
  }

  all(): WritePoint[] {
    return [...this.#points.values()];
  }

  list(industryId: string): WritePoint[] {
    return this.all().filter((point) => point.industryId === industryId);
  }

  find(industryId: string, id: string): WritePoint | undefined {
    const point = this.#points.get(id);
    return point?.industryId === industryId ? point : undefined;
  }

  /** Whose a point is, whoever asks; undefined for an id that is free. */
  industryOf(id: string): string | undefined {
    return this.#points.get(id)?.industryId;
  }

  /** The point that a frame writes to. */
  at(industryId: string, deviceId: string, fn: number, address: number): WritePoint | undefined {
    return this.list(industryId).find((point) => point.deviceId === deviceId && point.fn === fn && point.address === address);
  }

  /** @throws Failure `badRequest` with what is wrong and where, `conflict` when the place has a point already. */
  add(industryId: string, spec: WritePointSpec, id: string = randomUUID()): WritePoint {
    this.#check(industryId, spec, undefined);
    return this.#keep({ ...spec, id, industryId, version: 1 });
  }

  /** @throws Failure as `add`, and `notFound`, or `conflict` for a stale version. */
  change(industryId: string, id: string, spec: WritePointSpec, version: number): WritePoint {
    const before = this.#known(industryId, id, version);
    this.#check(industryId, spec, id);
    return this.#keep({ ...spec, id, industryId, version: before.version + 1 });
  }

  remove(industryId: string, id: string, version: number | undefined): WritePoint {
    const point = this.#known(industryId, id, version);
    const { writer, store } = this.#parts;
    writer.run((tx) => store.remove(tx, id));
    this.#points.delete(id);
    return point;
  }

  /**
   * Puts many points on the disk; to be called inside a transaction, and followed by `takeOver` once it is through.
   * @throws Failure `conflict` when one was changed, or its place taken, since it was checked.
   */
  store(tx: WriteTx, industryId: string, points: readonly WritePoint[]): void {
    const moving = new Set(points.map(({ id }) => id));
    const staying = this.list(industryId).filter(({ id }) => !moving.has(id));
    for (const point of points) {
      const before = this.#points.get(point.id);
      const isStale = before && (before.industryId !== industryId || before.version !== point.version - 1);
      if (isStale || rivalOf({ id: point.id, spec: point, before }, staying))
        throw new Failure('conflict', `${point.name} was changed meanwhile`);
      this.#parts.store.put(tx, point);
    }
  }

  /** What `store` put on the disk holds from here on. */
  takeOver(points: readonly WritePoint[]): void {
    for (const point of points) this.#points.set(point.id, point);
  }

  #keep(point: WritePoint): WritePoint {
    const { writer, store } = this.#parts;
    writer.run((tx) => store.put(tx, point));
    this.#points.set(point.id, point);
    return point;
  }

  #known(industryId: string, id: string, version: number | undefined): WritePoint {
    const point = this.find(industryId, id);
    if (!point) throw new Failure('notFound', 'write point not found');
    if (version !== undefined && version !== point.version)
      throw new Failure('conflict', `the write point is at version ${point.version}`);
    return point;
  }

  /** What is wrong with a point beyond its shape, evaluated by the devices and tags of `devices`. */
  faults(industryId: string, spec: WritePointSpec, devices: PointField = this.#parts.devices): Fault[] {
    const faults: Fault[] = [];
    const device = devices.device(industryId, spec.deviceId);
    if (!device) faults.push({ path: 'deviceId', message: 'device not found' });
    else if (device.slaveId === 0) faults.push({ path: 'deviceId', message: 'unit 0 is never written' });
    for (const [index, { tagId }] of spec.interlocks.entries())
      if (!devices.tag(industryId, tagId)) faults.push({ path: `interlocks.${index}.tagId`, message: 'tag not found' });
    const ends: (readonly [string, number])[] = [
      ['min', spec.min],
      ['max', spec.max],
      ...(spec.valve
        ? ([
            ['valve.openValue', spec.valve.openValue],
            ['valve.closeValue', spec.valve.closeValue],
          ] as const)
        : []),
    ];
    const own = pointFaults(spec);
    // by a scale of 0 no value has a register, which says nothing of the value
    if (spec.scale !== 0) for (const [path, value] of ends) faults.push(...this.#unwritable(spec, path, value));
    if (faults.length === 0 && own.length === 0 && isOneWay(spec, this.#parts.commands))
      faults.push({ path: 'valve.closeValue', message: 'is written as the openValue is: to open it would close it' });
    return [...faults, ...own.filter(({ path }) => !faults.some((one) => one.path === path))];
  }

  #check(industryId: string, spec: WritePointSpec, id: string | undefined): void {
    const faults = this.faults(industryId, spec);
    if (faults.length > 0) throw new Failure('badRequest', faults[0]?.message ?? 'wrong', { errors: faults });
    const before = id === undefined ? undefined : this.#points.get(id);
    const rival = rivalOf({ id, spec, before }, this.list(industryId));
    if (rival) throw new Failure('conflict', `${rival.name} is the write point of this address already`);
  }

  /** The registers must hold every value that may be asked for. */
  #unwritable(spec: WritePointSpec, path: string, value: number): Fault[] {
    if (spec.type === 'bool') return value === 0 || value === 1 ? [] : [{ path, message: 'a coil is 0 or 1' }];
    try {
      this.#parts.commands.encode(specOf(spec), value);
      return [];
    } catch (error) {
      if (!isFailure(error)) throw error;
      return [{ path, message: error.message }];
    }
  }
}
