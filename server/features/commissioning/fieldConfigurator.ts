import type { ConnectionSettings } from '../../contract/model/field.ts';
import type { FieldConfiguration } from '../../core/field/field.ts';
import type { ConfigurationChanges, TagBinding, UnitDirectory } from '../../plantModel/index.ts';
import type { Connection, Device, Tag } from './model.ts';
import type { FieldRecords, FieldRegistry } from './registry.ts';

export type FieldConfiguratorParts = {
  source: { readAll(): Promise<FieldRecords> };
  registry: FieldRegistry;
  directory: UnitDirectory;
  changes: ConfigurationChanges;
  /** Who reads the wires. */
  applyField(configuration: FieldConfiguration): void;
  /** Simulated devices: what is read there reaches no unit. */
  twins?: { isTwin(settings: ConnectionSettings): boolean; onChange(listener: () => void): () => void };
  /** Who takes the samples. */
  applyBindings(bindings: TagBinding[]): void;
};

type Enabled = { connections: Connection[]; devices: Device[]; tags: Tag[] };

/** Hands what is configured, of all industries together, to the field and to the readings: at the start and after every change. */
export class FieldConfigurator {
  readonly #parts: FieldConfiguratorParts;
  #ends: (() => void)[] | undefined;

  constructor(parts: FieldConfiguratorParts) {
    this.#parts = parts;
  }

  /** Reads what is stored, applies it and follows every change. The directory must be loaded before. */
  async start(): Promise<void> {
    const { source, registry, changes, twins } = this.#parts;
    registry.load(await source.readAll());
    this.#apply();
    const apply = (): void => this.#apply();
    this.#ends ??= [changes.onChange(apply), ...(twins ? [twins.onChange(apply)] : [])];
  }

  stop(): void {
    for (const end of this.#ends ?? []) end();
    this.#ends = undefined;
  }

  /** Enabled lines with their enabled devices and those devices' tags. */
  fieldConfiguration(): FieldConfiguration {
    const { connections, devices, tags } = this.#enabled();
    return {
      connections: connections.map(({ id, name, settings }) => ({ id, name, settings })),
      devices: devices.map(({ id, connectionId, name, slaveId, limits, timeoutMs, acceptAnyUnit }) => ({
        id,
        connectionId,
        name,
        slaveId,
        limits,
        ...(timeoutMs !== null && { timeoutMs }),
        ...(acceptAnyUnit && { acceptAnyUnit }),
      })),
      tags: tags.map(({ id, deviceId, name, kind, decode, periodMs }) => ({ id, deviceId, name, kind, decode, periodMs })),
    };
  }

  /** Series that readings come for; a retired unit gets none, and nothing comes from a simulated device. */
  bindings(): TagBinding[] {
    const { directory } = this.#parts;
    const { connections, devices, tags } = this.#enabled();
    const simulated = this.#simulated(connections, devices);
    return tags.flatMap(({ id, industryId, deviceId, unitId, param }): TagBinding[] => {
      if (simulated.has(deviceId)) return [];
      const unit = unitId === null ? undefined : directory.unit(industryId, unitId);
      const series = unit?.deployed ? unit.series.find((one) => one.param === param) : undefined;
      return series
        ? [{ tagId: id, seriesId: series.id, industryId, unitId: series.unitId, param: series.param, kind: series.kind }]
        : [];
    });
  }

  #simulated(connections: readonly Connection[], devices: readonly Device[]): ReadonlySet<string> {
    const { twins } = this.#parts;
    const lines = new Set(connections.filter(({ settings }) => twins?.isTwin(settings)).map(({ id }) => id));
    return new Set(devices.filter(({ connectionId }) => lines.has(connectionId)).map(({ id }) => id));
  }

  #apply(): void {
    const { applyField, applyBindings } = this.#parts;
    // first who takes the samples: one that comes before its binding would be lost
    applyBindings(this.bindings());
    applyField(this.fieldConfiguration());
  }

  #enabled(): Enabled {
    const { registry } = this.#parts;
    const connections = [...registry.connections.values()].filter(({ enabled }) => enabled);
    const open = new Set(connections.map(({ id }) => id));
    const devices = [...registry.devices.values()].filter(({ enabled, connectionId }) => enabled && open.has(connectionId));
    const read = new Set(devices.map(({ id }) => id));
    return { connections, devices, tags: [...registry.tags.values()].filter(({ deviceId }) => read.has(deviceId)) };
  }
}
