import type { Database, Statement } from 'better-sqlite3';
import type { DurableMessage } from '../../../contract/live/messages.ts';
import type { AddressedMessage } from '../../../core/bus.ts';
import type { Writer, WriteStatement, WriteTx } from '../../../db/writer.ts';

type Row = {
  id: number;
  industry_id: string;
  audience: AddressedMessage['audience'];
  user_id: string | null;
  at: number;
  type: DurableMessage['type'];
  title: string;
  body: string;
  data: string;
};

type Ends = { first: number | null; last: number | null; count: number };
export type NewMessage = Omit<Row, 'id'>;

const addressed = (row: Row): AddressedMessage => ({
  audience: row.audience,
  userId: row.user_id,
  message: {
    v: 1,
    id: String(row.id),
    type: row.type,
    at: new Date(row.at).toISOString(),
    industryId: row.industry_id,
    title: row.title,
    body: row.body,
    data: JSON.parse(row.data),
  },
});

/** Rows of the live channel's durable messages: written on one connection, read on another. */
export class LiveLogStore {
  readonly #insert: WriteStatement;
  readonly #prune: WriteStatement;
  readonly #after: Statement<[string, number, number], Row>;
  readonly #alarms: Statement<[string, string], { alarmId: string | null }>;
  readonly #ends: Statement<[string], Ends>;

  constructor(writer: Writer, reader: Database) {
    this.#insert = writer.prepare(
      `insert into live_message (industry_id, audience, user_id, at, type, title, body, data)
       values (:industry_id, :audience, :user_id, :at, :type, :title, :body, :data)`,
    );
    this.#prune = writer.prepare(
      `delete from live_message where industry_id = ?
       and id <= (select id from live_message where industry_id = ? order by id desc limit 1 offset ?)`,
    );
    this.#after = reader.prepare('select * from live_message where industry_id = ? and id > ? order by id limit ?');
    this.#alarms = reader.prepare(
      `select data ->> 'notificationId' as alarmId from live_message
       where industry_id = ? and id in (select value from json_each(?))`,
    );
    this.#ends = reader.prepare(
      'select min(id) as first, max(id) as last, count(*) as count from live_message where industry_id = ?',
    );
  }

  /** Part of the transaction that is open on the writing connection. */
  add(tx: WriteTx, message: NewMessage): AddressedMessage {
    return addressed({ ...message, id: Number(this.#insert.run(tx, message).lastInsertRowid) });
  }

  /** Keeps the newest ones of an industry. */
  keepNewest(tx: WriteTx, industryId: string, count: number): void {
    this.#prune.run(tx, industryId, industryId, count);
  }

  after(industryId: string, id: number, limit: number): AddressedMessage[] {
    return this.#after.all(industryId, id, limit).map(addressed);
  }

  alarmsOf(industryId: string, ids: readonly number[]): string[] {
    return this.#alarms.all(industryId, JSON.stringify(ids)).flatMap(({ alarmId }) => alarmId ?? []);
  }

  ends(industryId: string): Ends {
    return this.#ends.get(industryId) ?? { first: null, last: null, count: 0 };
  }
}
