import type { TimeSlice } from '../../core/cooperativeScheduler.ts';
import type { InputFault } from '../../core/refusal.ts';
import type { Writer, WriteTx } from '../../db/writer.ts';
import { canSound, soundedReason } from '../plc/index.ts';
import { type LoadedLine, type LoadRule, lineLoad, overlay, overload, presentLine } from './lineLoad.ts';
import { type BulkRecords, RecordRules, type RecordRulesParts } from './recordRules.ts';
import type { RecordStore } from './recordStore.ts';
import type { FieldRegistry } from './registry.ts';

export type RecordKind = keyof BulkRecords;
export type RecordFault = InputFault & { kind: RecordKind; id: string };

export type RecordWriterParts = RecordRulesParts & {
  writer: Writer;
  store: RecordStore;
  loadRule: LoadRule;
  /** Ids of the write points that an escalation sounds. */
  horns(industryId: string): Promise<ReadonlySet<string>>;
};

/** Records put aside in one transaction. */
const STAGED_AT_ONCE = 50;

/** Takes over many lines, devices, tags and write points as one change; to be used inside `ConfigurationChanges.run`. */
export class RecordWriter {
  readonly #parts: RecordWriterParts;

  constructor(parts: RecordWriterParts) {
    this.#parts = parts;
  }

  /** Every rule that new or changed records would break, in steps. */
  async faults(industryId: string, changed: BulkRecords, pace: TimeSlice): Promise<RecordFault[]> {
    const { registry, points } = this.#parts;
    await pace.rest();
    const next = {
      connections: overlay(registry.connectionsOf(industryId), changed.connections),
      devices: overlay(registry.devicesOf(industryId), changed.devices),
      tags: overlay(registry.tagsOf(industryId), changed.tags),
      writePoints: overlay(points.list(industryId), changed.writePoints),
    };
    await pace.rest();
    const rules = new RecordRules(this.#parts, industryId, next);
    await pace.rest();
    const faults: RecordFault[] = [];
    const look = async <T extends { id: string }>(kind: RecordKind, records: readonly T[], check: (one: T) => InputFault[]) => {
      for (const one of records) {
        await pace.turn();
        for (const fault of check(one)) faults.push({ ...fault, kind, id: one.id });
      }
    };
    await look('connections', changed.connections, (one) => rules.connection(one));
    await look('devices', changed.devices, (one) => rules.device(one));
    await look('tags', changed.tags, (one) => rules.tag(one));
    const horns = changed.writePoints.length > 0 ? await this.#parts.horns(industryId) : new Set<string>();
    await look('writePoints', changed.writePoints, (one) => {
      const sounded = !canSound(one) && horns.has(one.id) ? points.find(industryId, one.id) : undefined;
      return [...rules.writePoint(one), ...(sounded ? [{ path: 'kind', message: soundedReason(sounded) }] : [])];
    });
    if (faults.length > 0) return faults;
    return this.#loadFaults(industryId, changed, pace);
  }

  /** What the lines that are touched would carry, where that is much. */
  async loadWarnings(industryId: string, changed: BulkRecords, pace: TimeSlice): Promise<string[]> {
    const warnings: string[] = [];
    for (const { after } of this.#touchedLines(industryId, changed)) {
      await pace.turn();
      const warning = lineLoad(after, this.#parts.loadRule)?.warning;
      if (warning) warnings.push(warning);
    }
    return warnings;
  }

  /** Lines that could not carry what is to be read, reported at the first record that adds to it. */
  async #loadFaults(industryId: string, changed: BulkRecords, pace: TimeSlice): Promise<RecordFault[]> {
    const faults: RecordFault[] = [];
    for (const { after, before, at } of this.#touchedLines(industryId, changed)) {
      await pace.turn();
      const message = overload(before, after, this.#parts.loadRule);
      if (message) faults.push({ ...at, message });
    }
    return faults;
  }

  /** Serial lines that would read something else, or at another speed, with the first record that makes it so. */
  *#touchedLines(
    industryId: string,
    changed: BulkRecords,
  ): Generator<{ before: LoadedLine | undefined; after: LoadedLine; at: Omit<RecordFault, 'message'> }> {
    const { registry } = this.#parts;
    const connections = overlay(registry.connectionsOf(industryId), changed.connections);
    if (connections.every(({ settings }) => settings.kind !== 'serial')) return;
    const devices = overlay(registry.devicesOf(industryId), changed.devices);
    const devicesOn = Map.groupBy(devices, ({ connectionId }) => connectionId);
    const tagsOn = Map.groupBy(overlay(registry.tagsOf(industryId), changed.tags), ({ deviceId }) => deviceId);
    const presentTagsOn = Map.groupBy(registry.tagsOf(industryId), ({ deviceId }) => deviceId);
    const lineOfDevice = new Map(devices.map(({ id, connectionId }) => [id, connectionId]));
    const first = <T>(records: readonly T[], lineOf: (one: T) => string | undefined): Map<string, T> => {
      const found = new Map<string, T>();
      for (const one of records) {
        const line = lineOf(one);
        if (line !== undefined && !found.has(line)) found.set(line, one);
      }
      return found;
    };
    const tags = first(changed.tags, ({ deviceId }) => lineOfDevice.get(deviceId));
    const moved = first(changed.devices, ({ connectionId }) => connectionId);
    const lines = first(changed.connections, ({ id }) => id);
    for (const connection of connections) {
      const [tag, device, line] = [tags.get(connection.id), moved.get(connection.id), lines.get(connection.id)];
      const at = tag
        ? ({ kind: 'tags', id: tag.id, path: 'periodMs' } as const)
        : device
          ? ({ kind: 'devices', id: device.id, path: 'connectionId' } as const)
          : line && ({ kind: 'connections', id: line.id, path: 'settings.baudRate' } as const);
      if (!at) continue;
      const present = registry.connection(industryId, connection.id);
      const before = present && { ...presentLine(registry, present), tagsOn: (id: string) => presentTagsOn.get(id) ?? [] };
      const after = { connection, devices: devicesOn.get(connection.id) ?? [], tagsOn: (id: string) => tagsOn.get(id) ?? [] };
      yield { before, after, at };
    }
  }

  /**
   * Writes records that have no faults: on the disk all of them or none, then in memory.
   * @throws Failure `conflict` when a write point was changed since they were checked; nothing is written then.
   */
  async write(industryId: string, changed: BulkRecords, pace: TimeSlice): Promise<void> {
    const { writer, store, registry, points } = this.#parts;
    const stage = async <T>(records: readonly T[], put: (tx: WriteTx, one: T) => void): Promise<void> => {
      for (let from = 0; from < records.length; from += STAGED_AT_ONCE) {
        await pace.turn();
        writer.gather((tx) => {
          for (const one of records.slice(from, from + STAGED_AT_ONCE)) put(tx, one);
        });
      }
    };
    store.makeTables();
    writer.gather((tx) => store.clear(tx));
    try {
      await stage(changed.connections, (tx, one) => store.stageConnection(tx, one));
      await stage(changed.devices, (tx, one) => store.stageDevice(tx, one));
      await stage(changed.tags, (tx, one) => store.stageTag(tx, one));
      writer.run((tx) => {
        store.merge(tx);
        points.store(tx, industryId, changed.writePoints);
      });
      points.takeOver(changed.writePoints);
    } finally {
      writer.gather((tx) => store.clear(tx));
    }
    takeOver(registry, changed);
    // whoever works by the configuration takes it over next, which is a step of its own
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const takeOver = (registry: FieldRegistry, { connections, devices, tags }: BulkRecords): void => {
  for (const one of connections) registry.connections.set(one.id, one);
  for (const one of devices) registry.devices.set(one.id, one);
  for (const one of tags) registry.tags.set(one.id, one);
};
