import type { Connection, Device, Tag } from './model.ts';

export type FieldRecords = { connections: Connection[]; devices: Device[]; tags: Tag[] };

const byId = <T extends { id: string }>(records: readonly T[]): Map<string, T> => new Map(records.map((one) => [one.id, one]));
const ownedBy = <T extends { industryId: string }>(records: ReadonlyMap<string, T>, industryId: string): T[] =>
  [...records.values()].filter((one) => one.industryId === industryId);
const own = <T extends { industryId: string }>(record: T | undefined, industryId: string): T | undefined =>
  record?.industryId === industryId ? record : undefined;

/** Lines, devices and tags of all industries as they are stored, in memory. */
export class FieldRegistry {
  readonly connections = new Map<string, Connection>();
  readonly devices = new Map<string, Device>();
  readonly tags = new Map<string, Tag>();

  /** Replaces everything. */
  load(records: FieldRecords): void {
    const replace = <T extends { id: string }>(map: Map<string, T>, list: readonly T[]): void => {
      map.clear();
      for (const [id, one] of byId(list)) map.set(id, one);
    };
    replace(this.connections, records.connections);
    replace(this.devices, records.devices);
    replace(this.tags, records.tags);
  }

  connection(industryId: string, id: string): Connection | undefined {
    return own(this.connections.get(id), industryId);
  }

  device(industryId: string, id: string): Device | undefined {
    return own(this.devices.get(id), industryId);
  }

  tag(industryId: string, id: string): Tag | undefined {
    return own(this.tags.get(id), industryId);
  }

  connectionsOf(industryId: string): Connection[] {
    return ownedBy(this.connections, industryId);
  }

  devicesOf(industryId: string): Device[] {
    return ownedBy(this.devices, industryId);
  }

  tagsOf(industryId: string): Tag[] {
    return ownedBy(this.tags, industryId);
  }

  devicesOn(connectionId: string): Device[] {
    return [...this.devices.values()].filter((device) => device.connectionId === connectionId);
  }

  tagsOn(deviceId: string): Tag[] {
    return [...this.tags.values()].filter((tag) => tag.deviceId === deviceId);
  }
}
