import type { Database, Statement } from 'better-sqlite3';

/** Push tokens of people's phones, one for each device. */
export class PushTokens {
  readonly #put: Statement;
  readonly #of: Statement<[string], { token: string }>;
  readonly #remove: Statement;

  constructor(writer: Database) {
    this.#put = writer.prepare(
      'insert or replace into push_token (user_id, device_id, industry_id, token, updated_at) values (?, ?, ?, ?, ?)',
    );
    this.#of = writer.prepare('select token from push_token where user_id = ? order by updated_at desc');
    this.#remove = writer.prepare('delete from push_token where token = ?');
  }

  keep(owner: { userId: string; industryId: string }, deviceId: string, token: string, nowMs: number): void {
    this.#put.run(owner.userId, deviceId, owner.industryId, token, nowMs);
  }

  of(userId: string): string[] {
    return this.#of.all(userId).map(({ token }) => token);
  }

  /** Of a phone that is gone. */
  remove(token: string): void {
    this.#remove.run(token);
  }
}
