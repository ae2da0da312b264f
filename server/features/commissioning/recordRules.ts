import { isDeepStrictEqual } from 'node:util';
import type { InputFault } from '../../core/refusal.ts';
import type { Unit, UnitDirectory } from '../../plantModel/index.ts';
import { rivalOf, type WritePoint, type WritePoints } from '../plc/index.ts';
import { lineOf } from './connectionService.ts';
import { hostFaults, limitFaults, slaveIdFault } from './deviceRules.ts';
import type { Connection, DecodeRule, Device, Tag } from './model.ts';
import type { FieldRecords, FieldRegistry } from './registry.ts';
import { measureFault, tagFaults } from './tagRules.ts';
import type { TemplateCatalog } from './templates/catalog.ts';

/** What lines, devices and tags need of the write points of their industry. */
export type WritePointLookup = Pick<WritePoints, 'list' | 'find' | 'industryOf' | 'faults' | 'store' | 'takeOver'>;
/** Everything that is configured of an industry's field. */
export type BulkRecords = FieldRecords & { writePoints: WritePoint[] };

export type RecordRulesParts = {
  registry: FieldRegistry;
  points: WritePointLookup;
  directory: Pick<UnitDirectory, 'unit'>;
  catalog: TemplateCatalog;
  decodeRule: DecodeRule;
};

/** What already is at a place that only one may have. */
type Taken = Map<string, { id: string; name: string }[]>;

const index = <T extends { id: string; name: string }>(records: Iterable<T>, keyOf: (one: T) => string | undefined): Taken => {
  const taken: Taken = new Map();
  for (const one of records) {
    const key = keyOf(one);
    if (key === undefined) continue;
    const there = taken.get(key);
    if (there) there.push(one);
    else taken.set(key, [one]);
  }
  return taken;
};

const otherAt = (taken: Taken, key: string, id: string): { name: string } | undefined =>
  taken.get(key)?.find((one) => one.id !== id);

const feedOf = ({ unitId, param }: Tag): string | undefined => (unitId === null ? undefined : `${unitId}/${param}`);

/**
 * The rules of lines, devices, tags and write points for many at once: each is checked against the configuration as it will be, so that
 * changes may depend on each other. `next` is the whole of one industry.
 */
export class RecordRules {
  readonly #parts: RecordRulesParts;
  readonly #industryId: string;
  readonly #connections: ReadonlyMap<string, Connection>;
  readonly #devices: ReadonlyMap<string, Device>;
  readonly #tags: ReadonlyMap<string, Tag>;
  readonly #tagsOn: ReadonlyMap<string, Tag[]>;
  readonly #devicesOn: ReadonlyMap<string, Device[]>;
  readonly #lines: Taken;
  readonly #otherLines: ReadonlySet<string>;
  readonly #slaves: Taken;
  readonly #names: Taken;
  readonly #feeds: Taken;
  readonly #pointsOn: ReadonlyMap<string, WritePoint[]>;
  /** Write points whose interlocks stay as they are. */
  readonly #keptInterlocks: readonly WritePoint[];

  constructor(parts: RecordRulesParts, industryId: string, next: BulkRecords) {
    this.#parts = parts;
    this.#industryId = industryId;
    this.#connections = new Map(next.connections.map((one) => [one.id, one]));
    this.#devices = new Map(next.devices.map((one) => [one.id, one]));
    this.#tags = new Map(next.tags.map((one) => [one.id, one]));
    this.#devicesOn = Map.groupBy(next.devices, ({ connectionId }) => connectionId);
    this.#tagsOn = Map.groupBy(next.tags, ({ deviceId }) => deviceId);
    this.#lines = index(next.connections, ({ settings }) => lineOf(settings));
    const foreign = [...parts.registry.connections.values()].filter((one) => one.industryId !== industryId);
    this.#otherLines = new Set(foreign.map(({ settings }) => lineOf(settings)));
    this.#slaves = index(next.devices, ({ connectionId, slaveId }) => `${connectionId}/${slaveId}`);
    this.#names = index(next.tags, ({ deviceId, name }) => `${deviceId}/${name}`);
    this.#feeds = index(next.tags, feedOf);
    this.#pointsOn = Map.groupBy(next.writePoints, ({ deviceId }) => deviceId);
    this.#keptInterlocks = next.writePoints.filter(({ id, interlocks }) =>
      isDeepStrictEqual(parts.points.find(industryId, id)?.interlocks, interlocks),
    );
  }

  connection({ id, settings }: Connection): InputFault[] {
    const present = this.#parts.registry.connections.get(id);
    const faults = [...this.#idFaults(present), ...hostFaults(settings, present?.settings)];
    const line = lineOf(settings);
    const other = otherAt(this.#lines, line, id);
    const path = settings.kind === 'serial' ? 'settings.path' : 'settings.host';
    if (other || this.#otherLines.has(line))
      faults.push({ path, message: `${line} is in use by ${other ? `connection ${other.name}` : 'another connection'}` });
    for (const { name, slaveId } of this.#devicesOn.get(id) ?? []) {
      const fault = slaveIdFault(settings.kind, slaveId);
      if (fault) faults.push({ path: 'settings.kind', message: `does not fit device ${name}: ${fault}` });
    }
    return faults;
  }

  device(device: Device): InputFault[] {
    const { id, connectionId, slaveId, templateId, limits } = device;
    const { registry, catalog, decodeRule } = this.#parts;
    const connection = this.#connections.get(connectionId);
    const faults = this.#idFaults(registry.devices.get(id));
    if (!connection) faults.push({ path: 'connectionId', message: `connection ${connectionId} does not exist` });
    const slaveFault = connection && slaveIdFault(connection.settings.kind, slaveId);
    if (slaveFault) faults.push({ path: 'slaveId', message: slaveFault });
    const other = otherAt(this.#slaves, `${connectionId}/${slaveId}`, id);
    if (other) faults.push({ path: 'slaveId', message: `slaveId ${slaveId} is that of ${other.name} on the same line` });
    if (templateId !== null && !catalog.find(this.#industryId, templateId))
      faults.push({ path: 'templateId', message: `template ${templateId} does not exist` });
    return [...faults, ...limitFaults(this.#tagsOn.get(id) ?? [], limits, decodeRule)];
  }

  tag(tag: Tag): InputFault[] {
    const { registry, directory, decodeRule } = this.#parts;
    const device = this.#devices.get(tag.deviceId);
    const unit = tag.unitId === null ? undefined : directory.unit(this.#industryId, tag.unitId);
    const faults = [...this.#idFaults(registry.tags.get(tag.id)), ...tagFaults(tag, { device, unit, decodeRule })];
    if (otherAt(this.#names, `${tag.deviceId}/${tag.name}`, tag.id))
      faults.push({ path: 'name', message: `name ${tag.name} is that of another tag of the device` });
    const measure = measureFault(registry.tags.get(tag.id), tag, this.#keptInterlocks);
    return [...faults, ...(measure ? [measure] : []), ...this.#feedFaults(tag, unit)];
  }

  writePoint(point: WritePoint): InputFault[] {
    const { points } = this.#parts;
    const owner = points.industryOf(point.id);
    const faults = this.#idFaults(owner === undefined ? undefined : { industryId: owner });
    const devices = {
      device: (_: string, id: string) => this.#devices.get(id),
      tag: (_: string, id: string) => this.#tags.get(id),
    };
    faults.push(...points.faults(this.#industryId, point, devices));
    const before = points.find(this.#industryId, point.id);
    const other = rivalOf({ id: point.id, spec: point, before }, this.#pointsOn.get(point.deviceId) ?? []);
    if (other) faults.push({ path: 'address', message: `${other.name} is the write point of this address already` });
    return faults;
  }

  #feedFaults(tag: Tag, unit: Unit | undefined): InputFault[] {
    const feed = feedOf(tag);
    const feeder = feed === undefined ? undefined : otherAt(this.#feeds, feed, tag.id);
    return feeder ? [{ path: 'param', message: `param ${tag.param} of ${unit?.name} is already fed by tag ${feeder.name}` }] : [];
  }

  /** Ids are unique over all industries. */
  #idFaults(present: { industryId: string } | undefined): InputFault[] {
    return present && present.industryId !== this.#industryId ? [{ path: 'id', message: 'id is not free' }] : [];
  }
}
