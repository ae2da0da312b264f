import type { Statement } from 'better-sqlite3';
import { type WritePointSpec, writePointSpec } from '../../contract/model/writePoint.ts';
import type { Writer, WriteStatement, WriteTx } from '../../db/writer.ts';
import type { WritePoint } from './model.ts';

type Row = { id: string; industry_id: string; device_id: string; spec: string; version: number };

const pointOf = ({ id, industry_id, spec, version }: Row): WritePoint => ({
  ...(writePointSpec.parse(JSON.parse(spec)) as WritePointSpec),
  id,
  industryId: industry_id,
  version,
});

/** Write points and the site's switch. */
export class PointStore {
  readonly #all: Statement<[], Row>;
  readonly #put: WriteStatement;
  readonly #remove: WriteStatement;
  readonly #setting: Statement<[string], { value: string }>;
  readonly #set: WriteStatement;

  constructor(writer: Writer) {
    this.#all = writer.select('select * from write_point order by id');
    this.#put = writer.prepare(
      `insert into write_point (id, industry_id, device_id, spec, version) values (@id, @industryId, @deviceId, @spec, @version)
       on conflict (id) do update set device_id = excluded.device_id, spec = excluded.spec, version = excluded.version`,
    );
    this.#remove = writer.prepare('delete from write_point where id = ?');
    this.#setting = writer.select('select value from plc_site where name = ?');
    this.#set = writer.prepare('insert or replace into plc_site (name, value) values (?, ?)');
  }

  all(): WritePoint[] {
    return this.#all.all().map(pointOf);
  }

  put(tx: WriteTx, { id, industryId, version, ...spec }: WritePoint): void {
    this.#put.run(tx, { id, industryId, version, deviceId: spec.deviceId, spec: JSON.stringify(spec) });
  }

  remove(tx: WriteTx, id: string): void {
    this.#remove.run(tx, id);
  }

  setting(name: string): string | undefined {
    return this.#setting.get(name)?.value;
  }

  set(tx: WriteTx, name: string, value: string): void {
    this.#set.run(tx, name, value);
  }
}
