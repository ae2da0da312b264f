import { randomUUID } from 'node:crypto';
import { deviceLimits } from '../../contract/model/field.ts';
import type { DeviceSpec } from '../../contract/plant/commissioning/fieldConfiguration.ts';
import { conflict, type InputFault, refuse, refuseStale, requireFound } from '../../core/refusal.ts';
import type { ConfigurationChanges } from '../../plantModel/index.ts';
import type { WritePoints } from '../plc/index.ts';
import { limitFaults, slaveIdFault } from './deviceRules.ts';
import { type LoadRule, overlay, overload, presentLine } from './lineLoad.ts';
import type { DecodeRule, Device, Tag } from './model.ts';
import type { FieldRegistry } from './registry.ts';
import type { FieldStore } from './store.ts';
import type { TemplateCatalog } from './templates/catalog.ts';

export type DeviceServiceParts = {
  store: FieldStore;
  registry: FieldRegistry;
  changes: ConfigurationChanges;
  points: Pick<WritePoints, 'list'>;
  catalog: TemplateCatalog;
  decodeRule: DecodeRule;
  loadRule: LoadRule;
};

/** Adds, changes and removes the devices on the lines. */
export class DeviceService {
  readonly #parts: DeviceServiceParts;

  constructor(parts: DeviceServiceParts) {
    this.#parts = parts;
  }

  list(industryId: string, connectionId?: string): Device[] {
    const devices = this.#parts.registry.devicesOf(industryId);
    return connectionId === undefined ? devices : devices.filter((device) => device.connectionId === connectionId);
  }

  /** @throws Failure `notFound`. */
  read(industryId: string, id: string): Device {
    return requireFound(this.#parts.registry.device(industryId, id), 'device');
  }

  /**
   * @param options.templateTags also adds the tags of its template, feeding no unit yet.
   * @throws Failure `badRequest`, or `conflict` when the unit id is on the line already.
   */
  create(industryId: string, spec: DeviceSpec, options: { templateTags?: boolean; id?: string } = {}): Promise<Device> {
    const { store, registry, changes } = this.#parts;
    return changes.run(industryId, async () => {
      const id = options.id ?? randomUUID();
      refuse(this.#faults(industryId, spec));
      if (options.templateTags && spec.templateId === null) refuse([{ path: 'templateTags', message: 'needs a templateId' }]);
      this.#refuseTakenSlave(spec, id);
      const device: Device = { ...this.#resolve(industryId, spec), id, industryId, version: 1 };
      const tags = options.templateTags ? this.#templateTags(device) : [];
      refuse(limitFaults(tags, device.limits, this.#parts.decodeRule));
      this.#checkLoad(device, tags);
      await store.createDevice(device, tags);
      registry.devices.set(id, device);
      for (const tag of tags) registry.tags.set(tag.id, tag);
      return device;
    });
  }

  /** @throws Failure `notFound`, `badRequest` also when a tag does not fit the new limits, or `conflict`. */
  change(industryId: string, id: string, spec: DeviceSpec, version?: number): Promise<Device> {
    const { store, registry, changes, decodeRule } = this.#parts;
    return changes.run(industryId, async () => {
      const before = this.read(industryId, id);
      refuseStale(before.version, version);
      const device: Device = { ...before, ...this.#resolve(industryId, spec), version: before.version + 1 };
      refuse([...this.#faults(industryId, spec), ...limitFaults(registry.tagsOn(id), device.limits, decodeRule)]);
      this.#refuseTakenSlave(spec, id);
      this.#checkLoad(device, []);
      await store.changeDevice(device);
      registry.devices.set(id, device);
      return device;
    });
  }

  /** @throws Failure `notFound`, or `conflict` for a stale version and while it has tags or write points. */
  delete(industryId: string, id: string, version?: number): Promise<void> {
    const { store, registry, points, changes } = this.#parts;
    return changes.run(industryId, async () => {
      const device = this.read(industryId, id);
      refuseStale(device.version, version);
      const tags = registry.tagsOn(id).length;
      if (tags > 0) throw conflict('id', `${device.name} has ${tags} ${tags === 1 ? 'tag' : 'tags'}`);
      const point = points.list(industryId).find(({ deviceId }) => deviceId === id);
      if (point) throw conflict('id', `${device.name} has the write point ${point.name}`);
      await store.delete('device', device);
      registry.devices.delete(id);
    });
  }

  #faults(industryId: string, { connectionId, slaveId, templateId }: DeviceSpec): InputFault[] {
    const connection = this.#parts.registry.connection(industryId, connectionId);
    if (!connection) return [{ path: 'connectionId', message: `connection ${connectionId} does not exist` }];
    const faults: InputFault[] = [];
    const slaveFault = slaveIdFault(connection.settings.kind, slaveId);
    if (slaveFault) faults.push({ path: 'slaveId', message: slaveFault });
    if (templateId !== null && !this.#parts.catalog.find(industryId, templateId))
      faults.push({ path: 'templateId', message: `template ${templateId} does not exist` });
    return faults;
  }

  #checkLoad(device: Device, added: readonly Tag[]): void {
    const { registry, loadRule } = this.#parts;
    const connection = registry.connections.get(device.connectionId);
    if (!connection) return;
    const present = presentLine(registry, connection);
    const devices = overlay(present.devices, [device]);
    const tagsOn = (id: string): readonly Tag[] => (id === device.id ? [...present.tagsOn(id), ...added] : present.tagsOn(id));
    const message = overload(present, { connection, devices, tagsOn }, loadRule);
    if (message) refuse([{ path: 'connectionId', message }]);
  }

  #refuseTakenSlave({ connectionId, slaveId }: DeviceSpec, id: string): void {
    const other = this.#parts.registry.devicesOn(connectionId).find((one) => one.id !== id && one.slaveId === slaveId);
    if (other) throw conflict('slaveId', `slaveId ${slaveId} is that of ${other.name} on the same line`);
  }

  #resolve(industryId: string, spec: DeviceSpec): Omit<Device, 'id' | 'industryId' | 'version'> {
    const template = this.#parts.catalog.find(industryId, spec.templateId);
    return {
      ...spec,
      timeoutMs: spec.timeoutMs === undefined ? (template?.timeoutMs ?? null) : spec.timeoutMs,
      limits: spec.limits ?? template?.limits ?? deviceLimits.parse({}),
    };
  }

  #templateTags({ id: deviceId, industryId, templateId }: Device): Tag[] {
    return (this.#parts.catalog.find(industryId, templateId)?.tags ?? []).map(({ name, kind, decode, periodMs, measure }) => ({
      id: randomUUID(),
      industryId,
      deviceId,
      name,
      kind,
      decode,
      periodMs,
      measure,
      unitId: null,
      param: null,
      version: 1,
    }));
  }
}
