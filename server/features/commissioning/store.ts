import { type Selectable, sql } from 'kysely';
import { connectionSettings, type DecodeSpec, decodeSpec, deviceLimits, tagKind } from '../../contract/model/field.ts';
import { fromFlag, fromJson, toFlag, toJson } from '../../db/columns.ts';
import type { ConnectionTable, DeviceTable, TagTable } from '../../db/schema.ts';
import type { Writer } from '../../db/writer.ts';
import type { Connection, Device, Tag } from './model.ts';
import type { FieldRecords } from './registry.ts';

type Row<T> = Omit<T, 'industryId' | 'id' | 'version'>;

const connectionColumns = (connection: Row<Connection>) => ({
  name: connection.name,
  enabled: toFlag(connection.enabled),
  settings: toJson(connection.settings),
});

const deviceColumns = (device: Row<Device>) => ({
  connection_id: device.connectionId,
  name: device.name,
  slave_id: device.slaveId,
  template_id: device.templateId,
  enabled: toFlag(device.enabled),
  timeout_ms: device.timeoutMs,
  accept_any_unit: toFlag(device.acceptAnyUnit),
  limits: toJson(device.limits),
});

const tagColumns = (tag: Row<Tag>) => ({
  device_id: tag.deviceId,
  name: tag.name,
  kind: tag.kind,
  decode: toJson(tag.decode),
  period_ms: tag.periodMs,
  measure: tag.measure,
  unit_id: tag.unitId,
  param: tag.param,
});

const connectionOf = (row: Selectable<ConnectionTable>): Connection => ({
  id: row.id,
  industryId: row.industry_id,
  name: row.name,
  enabled: fromFlag(row.enabled),
  settings: fromJson(connectionSettings, row.settings),
  version: row.version,
});

const deviceOf = (row: Selectable<DeviceTable>): Device => ({
  id: row.id,
  industryId: row.industry_id,
  connectionId: row.connection_id,
  name: row.name,
  slaveId: row.slave_id,
  templateId: row.template_id,
  enabled: fromFlag(row.enabled),
  timeoutMs: row.timeout_ms,
  acceptAnyUnit: fromFlag(row.accept_any_unit),
  limits: fromJson(deviceLimits, row.limits),
  version: row.version,
});

/** @param decodeOf what a text of the database says; tags that are read in the same way share it. */
const tagOf = (row: Selectable<TagTable>, decodeOf: (text: string) => DecodeSpec): Tag => ({
  id: row.id,
  industryId: row.industry_id,
  deviceId: row.device_id,
  name: row.name,
  kind: tagKind.parse(row.kind),
  decode: decodeOf(row.decode),
  periodMs: row.period_ms,
  measure: row.measure,
  unitId: row.unit_id,
  param: row.param,
  version: row.version,
});

const nextVersion = { version: sql<number>`version + 1` };

/** Connections, devices and tags. */
export class FieldStore {
  readonly #db: Writer;

  constructor(db: Writer) {
    this.#db = db;
  }

  async readAll(): Promise<FieldRecords> {
    const connections = await this.#db.reading.selectFrom('connection').selectAll().orderBy('name').orderBy('id').execute();
    const devices = await this.#db.reading.selectFrom('device').selectAll().orderBy('name').orderBy('id').execute();
    const tags = await this.#db.reading.selectFrom('tag').selectAll().orderBy('name').orderBy('id').execute();
    const decodes = new Map<string, DecodeSpec>();
    const decodeOf = (text: string): DecodeSpec => {
      const known = decodes.get(text) ?? fromJson(decodeSpec, text);
      decodes.set(text, known);
      return known;
    };
    return {
      connections: connections.map(connectionOf),
      devices: devices.map(deviceOf),
      tags: tags.map((row) => tagOf(row, decodeOf)),
    };
  }

  async createConnection(connection: Connection): Promise<void> {
    this.#db.run((tx) => {
      const { id, industryId } = connection;
      tx.run(tx.query.insertInto('connection').values({ id, industry_id: industryId, ...connectionColumns(connection) }));
    });
  }

  async changeConnection(connection: Connection): Promise<void> {
    this.#db.run((tx) => {
      tx.run(
        tx.query
          .updateTable('connection')
          .set({ ...connectionColumns(connection), ...nextVersion })
          .where('industry_id', '=', connection.industryId)
          .where('id', '=', connection.id),
      );
    });
  }

  /** A device and the tags it starts with, both or neither. */
  async createDevice(device: Device, tags: readonly Tag[]): Promise<void> {
    this.#db.run((tx) => {
      const { id, industryId } = device;
      tx.run(tx.query.insertInto('device').values({ id, industry_id: industryId, ...deviceColumns(device) }));
      for (const tag of tags)
        tx.run(tx.query.insertInto('tag').values({ id: tag.id, industry_id: industryId, ...tagColumns(tag) }));
    });
  }

  async changeDevice(device: Device): Promise<void> {
    this.#db.run((tx) => {
      tx.run(
        tx.query
          .updateTable('device')
          .set({ ...deviceColumns(device), ...nextVersion })
          .where('industry_id', '=', device.industryId)
          .where('id', '=', device.id),
      );
    });
  }

  async createTag(tag: Tag): Promise<void> {
    this.#db.run((tx) => {
      tx.run(tx.query.insertInto('tag').values({ id: tag.id, industry_id: tag.industryId, ...tagColumns(tag) }));
    });
  }

  async changeTag(tag: Tag): Promise<void> {
    this.#db.run((tx) => {
      tx.run(
        tx.query
          .updateTable('tag')
          .set({ ...tagColumns(tag), ...nextVersion })
          .where('industry_id', '=', tag.industryId)
          .where('id', '=', tag.id),
      );
    });
  }

  async delete(table: 'connection' | 'device' | 'tag', { industryId, id }: { industryId: string; id: string }): Promise<void> {
    this.#db.run((tx) => {
      tx.run(tx.query.deleteFrom(table).where('industry_id', '=', industryId).where('id', '=', id));
    });
  }
}
