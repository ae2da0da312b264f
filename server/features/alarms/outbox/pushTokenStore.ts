import type { Statement } from 'better-sqlite3';
import type { Writer, WriteStatement, WriteTx } from '../../../db/writer.ts';
import type { PushTokenSource } from '../model.ts';

/** The phone was taken away, or its user logged out there; after a restore all have to log in again, and get alarms meanwhile. */
const isEnded = `(exists (select 1 from phone where phone.id = push_token.device_id and phone.revoked_at is not null)
  or coalesce((select coalesce(ended_by, 'restore') from session
               where session.user_id = push_token.user_id and session.device_id = push_token.device_id
               order by session.created_at desc limit 1), 'restore') != 'restore')`;

/** Of one user, with room for an account that many share. An alarm is sent to each, and others wait behind it. */
const MOST_DEVICES = 50;

/** Push tokens of people's phones, one for each device. */
export class PushTokens implements PushTokenSource {
  readonly #put: WriteStatement;
  readonly #of: Statement<[string], { token: string }>;
  readonly #remove: WriteStatement;
  readonly #removeEnded: WriteStatement;
  readonly #removeOldest: WriteStatement;

  constructor(writer: Writer) {
    this.#put = writer.prepare(
      'insert or replace into push_token (user_id, device_id, industry_id, token, updated_at) values (?, ?, ?, ?, ?)',
    );
    this.#of = writer.select(
      `select token from push_token join user on user.id = push_token.user_id
       where push_token.industry_id = ? and user.active = 1 and user.disabled = 0
       and exists (select 1 from json_each(user.permissions) where value = 'ALERTS') and not ${isEnded} order by updated_at desc`,
    );
    this.#remove = writer.prepare('delete from push_token where token = ?');
    this.#removeEnded = writer.prepare(`delete from push_token where ${isEnded}`);
    this.#removeOldest = writer.prepare(
      `delete from push_token where user_id = ? and device_id in
       (select device_id from push_token where user_id = ? order by updated_at desc limit -1 offset ${MOST_DEVICES})`,
    );
  }

  /** A token is of one phone: whoever registers it last has it. */
  keep(
    tx: WriteTx,
    owner: { userId: string; industryId: string },
    { deviceId, token }: { deviceId: string; token: string },
    nowMs: number,
  ): void {
    this.#remove.run(tx, token);
    // before what says so is forgotten
    this.#removeEnded.run(tx);
    this.#put.run(tx, owner.userId, deviceId, owner.industryId, token, nowMs);
    this.#removeOldest.run(tx, owner.userId, owner.userId);
  }

  /** Of active users with the permission ALERTS, on phones that nobody took from them. */
  ofIndustry(industryId: string): string[] {
    return this.#of.all(industryId).map(({ token }) => token);
  }

  /** Of a phone that is gone. */
  remove(tx: WriteTx, token: string): void {
    this.#remove.run(tx, token);
  }
}
