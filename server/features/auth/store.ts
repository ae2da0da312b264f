import { sql } from 'kysely';
import { z } from 'zod';
import { permission } from '../../contract/permissions.ts';
import { DAY_MS } from '../../core/time.ts';
import { fromFlag, fromJson, toFlag, toJson } from '../../db/columns.ts';
import type { Writer, WriteTx } from '../../db/writer.ts';
import type { StoredSession, User } from './model.ts';

const userColumns = [
  'id',
  'industry_id',
  'username',
  'email',
  'name',
  'role',
  'permissions',
  'active',
  'disabled',
  'internal',
  'phone',
  'kind',
] as const;
/** Prefix of the name of a deleted user; a chosen name cannot contain a space. */
const DELETED = 'deleted ';
const KEPT_ENDED_MS = 90 * DAY_MS;

/** Users and sessions in the database. */
export class AuthStore {
  readonly #db: Writer;

  constructor(db: Writer) {
    this.#db = db;
  }

  async users(): Promise<User[]> {
    const rows = await this.#db.reading
      .selectFrom('user')
      .select(userColumns)
      .where('username', 'not like', `${DELETED}%`)
      .orderBy('created_at')
      .orderBy(sql`rowid`)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      industryId: row.industry_id,
      username: row.username,
      email: row.email,
      phone: row.phone,
      name: row.name,
      role: row.role,
      permissions: new Set(fromJson(z.array(permission), row.permissions)),
      active: fromFlag(row.active),
      disabled: fromFlag(row.disabled),
      internal: fromFlag(row.internal),
      kind: row.kind === 'sso' ? ('sso' as const) : ('regular' as const),
    }));
  }

  /** Adds a user or writes all that can change of one; the password stays as it is. */
  putUser(tx: WriteTx, user: User, nowMs: number): void {
    const changing = {
      email: user.email,
      phone: user.phone,
      name: user.name,
      role: user.role,
      permissions: toJson([...user.permissions]),
      active: toFlag(user.active),
      disabled: toFlag(user.disabled),
    };
    tx.run(
      tx.query
        .insertInto('user')
        .values({
          ...changing,
          id: user.id,
          industry_id: user.industryId,
          username: user.username,
          kind: user.kind,
          internal: toFlag(user.internal),
          created_at: nowMs,
        })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changing)),
    );
  }

  /** Of a user who was added in the same transaction. */
  setPasswordOf(tx: WriteTx, username: string, passwordHash: string): void {
    tx.run(tx.query.updateTable('user').set({ password_hash: passwordHash }).where('username', '=', username));
  }

  /** Keeps the row that others point at, and nothing that says who it was. */
  forgetUser(tx: WriteTx, userId: string): void {
    const nobody = {
      username: `${DELETED}${userId}`,
      name: '',
      email: null,
      phone: null,
      permissions: '[]',
      password_hash: null,
    };
    tx.run(tx.query.updateTable('user').set(nobody).where('id', '=', userId));
  }

  /** Whether this is the present hash of a user's password, empty for none: what was checked before may have been replaced since. */
  isPasswordHash(tx: WriteTx, userId: string, hash: string): boolean {
    const row = tx.first(tx.query.selectFrom('user').select('password_hash').where('id', '=', userId));
    return row !== undefined && (row.password_hash ?? '') === hash;
  }

  setPassword(tx: WriteTx, userId: string, passwordHash: string): void {
    tx.run(tx.query.updateTable('user').set({ password_hash: passwordHash }).where('id', '=', userId));
  }

  /** Ends what a user has open, but for one session where it is given. */
  endSessionsOf(
    tx: WriteTx,
    userId: string,
    { endedBy, but = '' }: { endedBy: string; but?: string | undefined },
    nowMs: number,
  ): void {
    tx.run(
      tx.query
        .updateTable('session')
        .set({ status: 'INACTIVE', ended_at: nowMs, ended_by: endedBy })
        .where('user_id', '=', userId)
        .where('status', '=', 'active')
        .where('id', '!=', but),
    );
  }

  /** Ends what anybody has open on a device. */
  endSessionsOfDevice(tx: WriteTx, deviceId: string, nowMs: number): void {
    tx.run(
      tx.query
        .updateTable('session')
        .set({ status: 'INACTIVE', ended_at: nowMs, ended_by: 'phone.revoke' })
        .where('device_id', '=', deviceId)
        .where('status', '=', 'active'),
    );
  }

  transaction<T>(work: (tx: WriteTx) => T): T {
    return this.#db.run(work);
  }

  /** Whether anybody can log in by a password or a provider: nobody can in a plant whose rows came from its hub, which has neither. */
  hasWayIn(): boolean {
    const found = this.#db.select<[], { found: number }>(
      'select exists (select 1 from user where password_hash is not null) or exists (select 1 from sso_identity) found',
    );
    return found.get()?.found === 1;
  }

  /** null for an unknown user and for one without a password. */
  async passwordHash(userId: string): Promise<string | null> {
    const row = await this.#db.reading.selectFrom('user').select('password_hash').where('id', '=', userId).executeTakeFirst();
    return row?.password_hash ?? null;
  }

  /** Whether a device has opened a session of the user within the last months and nobody took that session away. */
  async isKnownDevice(userId: string, deviceId: string): Promise<boolean> {
    const row = await this.#db.reading
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', userId)
      .where('device_id', '=', deviceId)
      .where((column) => column.or([column('ended_by', 'is', null), column('ended_by', '=', 'logout')]))
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Sessions that may still be refreshed. */
  async activeSessions(nowMs: number): Promise<StoredSession[]> {
    const rows = await this.#db.reading
      .selectFrom('session')
      .selectAll()
      .where('status', '=', 'active')
      .where('refresh_expires_at', '>', nowMs)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      userId: row.user_id,
      industryId: row.industry_id,
      loginType: row.login_type,
      deviceId: row.device_id,
      baseUrl: row.base_url,
      platform: row.platform,
      panel: fromFlag(row.panel),
      createdAtMs: row.created_at,
      refreshHash: row.refresh_hash,
      refreshExpiresAtMs: row.refresh_expires_at,
    }));
  }

  /** @param also part of the same transaction, as is its entry in the audit log. */
  async insertSession(session: StoredSession, also: (tx: WriteTx) => void): Promise<void> {
    this.#db.runReserved((tx) => {
      also(tx);
      tx.run(
        tx.query.insertInto('session').values({
          id: session.id,
          user_id: session.userId,
          industry_id: session.industryId,
          login_type: session.loginType,
          device_id: session.deviceId,
          base_url: session.baseUrl,
          platform: session.platform,
          panel: toFlag(session.panel),
          status: 'active',
          created_at: session.createdAtMs,
          refresh_hash: session.refreshHash,
          refresh_expires_at: session.refreshExpiresAtMs,
        }),
      );
    });
  }

  /** False when the session has ended, or another request replaced the token first. */
  async replaceRefresh(sessionId: string, oldHash: string, newHash: string, expiresAtMs: number): Promise<boolean> {
    return this.#db.runReserved((tx) => {
      const done = tx.run(
        tx.query
          .updateTable('session')
          .set({ refresh_hash: newHash, refresh_expires_at: expiresAtMs })
          .where('id', '=', sessionId)
          .where('status', '=', 'active')
          .where('refresh_hash', '=', oldHash),
      );
      return done.changes === 1;
    });
  }

  /** @param also part of the same transaction, as is its entry in the audit log. */
  async endSessions(
    sessionIds: readonly string[],
    endedBy: string,
    nowMs: number,
    also: (tx: WriteTx) => void = () => undefined,
  ): Promise<void> {
    this.#db.runReserved((tx) => {
      also(tx);
      if (sessionIds.length === 0) return;
      tx.run(
        tx.query
          .updateTable('session')
          .set({ status: 'INACTIVE', ended_at: nowMs, ended_by: endedBy })
          .where('id', 'in', [...sessionIds])
          .where('status', '=', 'active'),
      );
    });
  }

  /** Forgets sessions that could not be used for 90 days. */
  async purge(nowMs: number): Promise<void> {
    this.#db.run((tx) => {
      tx.run(tx.query.deleteFrom('session').where('refresh_expires_at', '<', nowMs - KEPT_ENDED_MS));
    });
  }
}
