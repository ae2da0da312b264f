import { toFlag, toJson } from '../../db/columns.ts';
import type { Writer, WriteTx } from '../../db/writer.ts';
import type { Connection, Device, Tag } from './model.ts';

/** Columns of each table after id and industry_id, as the values below give them. */
const columns = {
  connection: ['name', 'enabled', 'settings', 'version'],
  device: ['connection_id', 'name', 'slave_id', 'template_id', 'enabled', 'timeout_ms', 'accept_any_unit', 'limits', 'version'],
  tag: ['device_id', 'name', 'kind', 'decode', 'period_ms', 'measure', 'unit_id', 'param', 'version'],
} as const;
type Table = keyof typeof columns;
const tables = Object.keys(columns) as Table[];

const staging = (table: Table): `create temp table ${string}` => {
  const all = ['id', 'industry_id', ...columns[table]];
  return `create temp table if not exists staged_${table} (${all.join(', ')})`;
};

const stageSql = (table: Table): string =>
  `insert into temp.staged_${table} values (?, ?, ${columns[table].map(() => '?').join(', ')})`;

const mergeSql = (table: Table): string => {
  const all = ['id', 'industry_id', ...columns[table]].join(', ');
  const set = columns[table].map((column) => `${column} = excluded.${column}`).join(', ');
  return `insert into ${table} (${all}) select ${all} from temp.staged_${table} where true
    on conflict (id) do update set ${set} where ${table}.industry_id = excluded.industry_id`;
};

/** What two records may exchange is given up by both first, for a unique place is checked row by row. */
const parkSql = [
  'update device set slave_id = -rowid where id in (select id from temp.staged_device)',
  'update tag set unit_id = null, param = null where id in (select id from temp.staged_tag)',
];

const prepare = (sqlite: Writer) => ({
  stage: {
    connection: sqlite.prepare(stageSql('connection')),
    device: sqlite.prepare(stageSql('device')),
    tag: sqlite.prepare(stageSql('tag')),
  },
  clear: tables.map((table) => sqlite.prepare(`delete from temp.staged_${table}`)),
  park: parkSql.map((sql) => sqlite.prepare(sql)),
  merge: tables.map((table) => sqlite.prepare(mergeSql(table))),
});

/** Many lines, devices and tags at once: gathered aside in small steps, then written in one short transaction. */
export class RecordStore {
  readonly #sqlite: Writer;
  #statements: ReturnType<typeof prepare> | undefined;

  constructor(sqlite: Writer) {
    this.#sqlite = sqlite;
  }

  /** Before the first transaction: a table that is made inside one is gone when that is undone. */
  makeTables(): void {
    this.#prepared();
  }

  /** Forgets what was gathered. */
  clear(tx: WriteTx): void {
    for (const statement of this.#prepared().clear) statement.run(tx);
  }

  stageConnection(tx: WriteTx, { id, industryId, name, enabled, settings, version }: Connection): void {
    this.#prepared().stage.connection.run(tx, id, industryId, name, toFlag(enabled), toJson(settings), version);
  }

  stageDevice(tx: WriteTx, device: Device): void {
    this.#prepared().stage.device.run(
      tx,
      device.id,
      device.industryId,
      device.connectionId,
      device.name,
      device.slaveId,
      device.templateId,
      toFlag(device.enabled),
      device.timeoutMs,
      toFlag(device.acceptAnyUnit),
      toJson(device.limits),
      device.version,
    );
  }

  stageTag(tx: WriteTx, tag: Tag): void {
    this.#prepared().stage.tag.run(
      tx,
      tag.id,
      tag.industryId,
      tag.deviceId,
      tag.name,
      tag.kind,
      toJson(tag.decode),
      tag.periodMs,
      tag.measure,
      tag.unitId,
      tag.param,
      tag.version,
    );
  }

  /** Writes what was gathered, all of it or nothing: a row whose id is there replaces it, but never another industry's. */
  merge(tx: WriteTx): void {
    const { park, merge } = this.#prepared();
    for (const statement of [...park, ...merge]) statement.run(tx);
  }

  #prepared(): ReturnType<typeof prepare> {
    if (!this.#statements) {
      for (const table of tables) this.#sqlite.temporary(staging(table));
      this.#statements = prepare(this.#sqlite);
    }
    return this.#statements;
  }
}
