import { randomUUID } from 'node:crypto';
import type { TagSpec } from '../../contract/plant/commissioning/fieldConfiguration.ts';
import { conflict, refuse, refuseStale, requireFound } from '../../core/refusal.ts';
import type { ConfigurationChanges, UnitDirectory } from '../../plantModel/index.ts';
import type { WritePoints } from '../plc/index.ts';
import { type LoadRule, overlay, overload, presentLine } from './lineLoad.ts';
import type { DecodeRule, Tag } from './model.ts';
import type { FieldRegistry } from './registry.ts';
import type { FieldStore } from './store.ts';
import { measureFault, tagFaults } from './tagRules.ts';

export type TagServiceParts = {
  store: FieldStore;
  registry: FieldRegistry;
  points: Pick<WritePoints, 'list'>;
  changes: ConfigurationChanges;
  directory: UnitDirectory;
  decodeRule: DecodeRule;
  loadRule: LoadRule;
};

/** Adds, changes and removes the values that are read from devices. */
export class TagService {
  readonly #parts: TagServiceParts;

  constructor(parts: TagServiceParts) {
    this.#parts = parts;
  }

  list(industryId: string, deviceId?: string): Tag[] {
    const tags = this.#parts.registry.tagsOf(industryId);
    return deviceId === undefined ? tags : tags.filter((tag) => tag.deviceId === deviceId);
  }

  /** @throws Failure `notFound`. */
  read(industryId: string, id: string): Tag {
    return requireFound(this.#parts.registry.tag(industryId, id), 'tag');
  }

  /** @throws Failure `badRequest` with every field that breaks a rule, or `conflict` when the parameter or the name is taken. */
  create(industryId: string, spec: TagSpec, id: string = randomUUID()): Promise<Tag> {
    const { store, registry, changes } = this.#parts;
    return changes.run(industryId, async () => {
      this.#check(industryId, spec, id);
      const tag = { ...spec, id, industryId, version: 1 };
      this.#checkLoad(tag);
      await store.createTag(tag);
      registry.tags.set(id, tag);
      return tag;
    });
  }

  /** @throws Failure `notFound`, `badRequest` or `conflict`. */
  change(industryId: string, id: string, spec: TagSpec, version?: number): Promise<Tag> {
    const { store, registry, points, changes } = this.#parts;
    return changes.run(industryId, async () => {
      const before = this.read(industryId, id);
      refuseStale(before.version, version);
      this.#check(industryId, spec, id);
      const fault = measureFault(before, spec, points.list(industryId));
      if (fault) throw conflict(fault.path, fault.message);
      const tag = { ...before, ...spec, version: before.version + 1 };
      this.#checkLoad(tag);
      await store.changeTag(tag);
      registry.tags.set(id, tag);
      return tag;
    });
  }

  /** Removes a tag; its readings belong to the unit and are kept. @throws Failure `notFound`, or `conflict` for a stale version and while an interlock waits for it. */
  delete(industryId: string, id: string, version?: number): Promise<void> {
    const { store, registry, points, changes } = this.#parts;
    return changes.run(industryId, async () => {
      const tag = this.read(industryId, id);
      refuseStale(tag.version, version);
      const point = points.list(industryId).find(({ interlocks }) => interlocks.some(({ tagId }) => tagId === id));
      if (point) throw conflict('id', `${tag.name} is an interlock of the write point ${point.name}`);
      await store.delete('tag', tag);
      registry.tags.delete(id);
    });
  }

  #checkLoad(tag: Tag): void {
    const { registry, loadRule } = this.#parts;
    const connection = registry.connections.get(registry.devices.get(tag.deviceId)?.connectionId ?? '');
    if (!connection) return;
    const present = presentLine(registry, connection);
    // a tag that moves to another device no longer loads its old line
    const tagsOn = (id: string): readonly Tag[] => {
      const others = present.tagsOn(id).filter((one) => one.id !== tag.id);
      return id === tag.deviceId ? overlay(others, [tag]) : others;
    };
    const message = overload(present, { ...present, tagsOn }, loadRule);
    if (message) refuse([{ path: 'periodMs', message }]);
  }

  #check(industryId: string, spec: TagSpec, id: string): void {
    const { registry, directory, decodeRule } = this.#parts;
    const device = registry.device(industryId, spec.deviceId);
    const unit = spec.unitId === null ? undefined : directory.unit(industryId, spec.unitId);
    refuse(tagFaults(spec, { device, unit, decodeRule }));
    const others = registry.tagsOf(industryId).filter((tag) => tag.id !== id);
    const twin = others.find((tag) => tag.deviceId === spec.deviceId && tag.name === spec.name);
    if (twin) throw conflict('name', `name ${spec.name} is that of another tag of the device`);
    const feeder =
      spec.unitId === null ? undefined : others.find(({ unitId, param }) => unitId === spec.unitId && param === spec.param);
    if (feeder) throw conflict('param', `param ${spec.param} of ${unit?.name} is already fed by tag ${feeder.name}`);
  }
}
