import type { DevicePlace, FieldCommands, FieldRead, FieldWrite, ReadResult, WriteResult } from '../core/field/command.ts';

/** Registers and coils of one device in memory, and what was asked of it. */
export class FakeCommands implements FieldCommands {
  /** By `space address`; absent places do not answer. */
  readonly words = new Map<string, number>();
  readonly reads: { deviceId: string; place: FieldRead; withinMs: number }[] = [];
  readonly writes: FieldWrite[] = [];
  isReadOnly = false;
  /** Of every device. */
  slaveId = 5;
  host = 'plc.local';
  readonly #listeners = new Set<(deviceIds: readonly string[]) => void>();

  set(space: FieldRead['space'], address: number, value: number): this {
    this.words.set(`${space} ${address}`, value);
    return this;
  }

  async read(deviceId: string, place: FieldRead, withinMs: number): Promise<ReadResult> {
    this.reads.push({ deviceId, place, withinMs });
    const words = Array.from({ length: place.count }, (_, at) => this.words.get(`${place.space} ${place.address + at}`));
    return words.every((word) => word !== undefined) ? { kind: 'answered', words } : { kind: 'failed', reason: 'no answer' };
  }

  async write(_: string, write: FieldWrite): Promise<WriteResult> {
    this.writes.push(write);
    return { kind: 'answered' };
  }

  encode(_: unknown, value: number): number[] {
    return [value];
  }

  decode(_: unknown, words: readonly number[]): number | null {
    return words[0] ?? null;
  }

  placeOf(deviceId: string): DevicePlace {
    return { line: `line of ${deviceId}`, at: this.host, slaveId: this.slaveId };
  }

  setReadOnly(isReadOnly: boolean): void {
    this.isReadOnly = isReadOnly;
  }

  onLineUp(listener: (deviceIds: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  lineUp(...deviceIds: string[]): void {
    for (const listener of this.#listeners) listener(deviceIds);
  }

  get listeners(): number {
    return this.#listeners.size;
  }
}
