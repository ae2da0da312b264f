import { randomUUID } from 'node:crypto';
import type { WritePointSpec } from '../../contract/writePoint.ts';
import type { FieldCommands } from '../../core/command.ts';
import { Failure, isFailure } from '../../core/fail.ts';
import { specOf } from './frames.ts';
import type { DeviceBook, WritePoint } from './model.ts';
import type { PointStore } from './pointStore.ts';

export type PointsParts = { store: PointStore; book: DeviceBook; commands: Pick<FieldCommands, 'encode'> };

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
    this.#parts.store.remove(id);
    this.#points.delete(id);
    return point;
  }

  #keep(point: WritePoint): WritePoint {
    this.#parts.store.put(point);
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

  #check(industryId: string, spec: WritePointSpec, id: string | undefined): void {
    const { book } = this.#parts;
    const faults: Fault[] = [];
    const device = book.device(industryId, spec.deviceId);
    if (!device) faults.push({ path: 'deviceId', message: 'device not found' });
    else if (device.slaveId === 0) faults.push({ path: 'deviceId', message: 'unit 0 is never written' });
    for (const [index, { tagId }] of spec.interlocks.entries())
      if (!book.tag(industryId, tagId)) faults.push({ path: `interlocks.${index}.tagId`, message: 'tag not found' });
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
    for (const [path, value] of ends) faults.push(...this.#unwritable(spec, path, value));
    if (faults.length > 0) throw new Failure('badRequest', faults[0]?.message ?? 'wrong', { errors: faults });
    const twin = this.at(industryId, spec.deviceId, spec.fn, spec.address);
    if (twin && twin.id !== id) throw new Failure('conflict', `${twin.name} is the write point of this address already`);
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
