import type { Pace } from '../readings/pace.ts';
import type { InputFault } from '../units/refusal.ts';
import { type LoadRule, overlay, overload } from './lineLoad.ts';
import { type BulkRecords, RecordRules, type RecordRulesParts } from './recordRules.ts';
import type { RecordStore } from './recordStore.ts';
import type { FieldRegistry } from './registry.ts';

export type RecordKind = keyof BulkRecords;
export type RecordFault = InputFault & { kind: RecordKind; id: string };

export type RecordWriterParts = RecordRulesParts & { store: RecordStore; loadRule: LoadRule };

/** Takes over many lines, devices, tags and write points as one change; to be used inside `ConfigurationChanges.run`. */
export class RecordWriter {
  readonly #parts: RecordWriterParts;

  constructor(parts: RecordWriterParts) {
    this.#parts = parts;
  }

  /** Every rule that new or changed records would break, in steps. */
  async faults(industryId: string, changed: BulkRecords, pace: Pace): Promise<RecordFault[]> {
    const { registry, points } = this.#parts;
    const next = {
      connections: overlay(registry.connectionsOf(industryId), changed.connections),
      devices: overlay(registry.devicesOf(industryId), changed.devices),
      tags: overlay(registry.tagsOf(industryId), changed.tags),
      writePoints: overlay(points.list(industryId), changed.writePoints),
    };
    await pace.turn();
    const rules = new RecordRules(this.#parts, industryId, next);
    await pace.turn();
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
    await look('writePoints', changed.writePoints, (one) => rules.writePoint(one));
    if (faults.length > 0) return faults;
    return this.#loadFaults(changed, next, pace);
  }

  /** Lines that could not carry what is to be read, told at the first record that adds to it. */
  async #loadFaults(changed: BulkRecords, next: BulkRecords, pace: Pace): Promise<RecordFault[]> {
    const { registry, loadRule } = this.#parts;
    const present = { devices: [...registry.devices.values()], tags: [...registry.tags.values()] };
    const lineOfDevice = new Map(next.devices.map(({ id, connectionId }) => [id, connectionId]));
    const faults: RecordFault[] = [];
    for (const connection of next.connections) {
      await pace.turn();
      const tag = changed.tags.find(({ deviceId }) => lineOfDevice.get(deviceId) === connection.id);
      const device = changed.devices.find(({ connectionId }) => connectionId === connection.id);
      if (!tag && !device) continue;
      const message = overload(connection, present, next, loadRule);
      if (message && tag) faults.push({ kind: 'tags', id: tag.id, path: 'periodMs', message });
      else if (message && device) faults.push({ kind: 'devices', id: device.id, path: 'connectionId', message });
    }
    return faults;
  }

  /**
   * Writes records that have no faults: on the disk all of them or none, then in memory.
   * @throws Failure `conflict` when a write point was changed since they were checked; nothing is written then.
   */
  async write(industryId: string, changed: BulkRecords, pace: Pace): Promise<void> {
    const { store, registry, points } = this.#parts;
    const free = async (): Promise<void> => {
      // a macrotask of its own, in which nobody else's transaction is open
      do await new Promise((resolve) => setImmediate(resolve));
      while (store.isBusy);
    };
    const stage = async <T>(records: readonly T[], put: (one: T) => void): Promise<void> => {
      for (const one of records) {
        await pace.turn();
        if (store.isBusy) await free();
        put(one);
      }
    };
    await free();
    store.clear();
    try {
      await stage(changed.connections, (one) => store.stageConnection(one));
      await stage(changed.devices, (one) => store.stageDevice(one));
      await stage(changed.tags, (one) => store.stageTag(one));
      await free();
      store.write(() => points.store(industryId, changed.writePoints));
      points.takeOver(changed.writePoints);
    } finally {
      await free();
      store.clear();
    }
    takeOver(registry, changed);
  }
}

const takeOver = (registry: FieldRegistry, { connections, devices, tags }: BulkRecords): void => {
  for (const one of connections) registry.connections.set(one.id, one);
  for (const one of devices) registry.devices.set(one.id, one);
  for (const one of tags) registry.tags.set(one.id, one);
};
