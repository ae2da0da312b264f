import { randomBytes, randomUUID } from 'node:crypto';
import type { Permission } from '../../../contract/permissions.ts';
import { WALL_TOKEN } from '../../../contract/process/secrets.ts';
import type { Bus } from '../../../core/bus.ts';
import type { Caller } from '../../../core/caller.ts';
import type { Clock } from '../../../core/clock.ts';
import { Failure } from '../../../core/fail.ts';
import type { Log } from '../../../core/log.ts';
import { requireFound } from '../../../core/refusal.ts';
import type { Opens, Session } from '../../../http/auth.ts';
import type { UnitDirectory } from '../../../plantModel/index.ts';
import { hashToken } from '../tokens.ts';
import { LastUse } from './lastUse.ts';
import type { Wall, WallStore } from './wallStore.ts';

export type WallsParts = { store: WallStore; units: UnitDirectory; bus: Bus; clock: Clock; log: Log };

const MOST_WALLS = 50;
/** Alarms reach those who hold ALERTS; a wall changes nothing all the same, because only rows that name walls are open to it. */
const wallPermissions: readonly Permission[] = ['LANDING_PAGE', 'ALERTS'];
const sessionOf = (wallId: string): string => `wall:${wallId}`;

/** Wall displays: each reads by a token of its own that lasts until it is revoked. */
export class Walls {
  readonly #parts: WallsParts;
  readonly #byHash = new Map<string, Wall>();
  readonly #lastUse: LastUse;

  constructor(parts: WallsParts) {
    this.#parts = parts;
    this.#lastUse = new LastUse(parts.clock, parts.log, (id, nowMs) => parts.store.used(id, nowMs));
  }

  async start(): Promise<void> {
    for (const wall of await this.#parts.store.all()) this.#byHash.set(wall.tokenHash, wall);
  }

  of(industryId: string): { wall: Wall; lastUsedAtMs: number | null }[] {
    return [...this.#byHash.values()]
      .filter((wall) => wall.industryId === industryId && wall.revokedAtMs === null)
      .map((wall) => ({ wall, lastUsedAtMs: this.#lastUse.of(wall.id, wall.lastUsedAtMs) }));
  }

  /**
   * The same id again is the same wall, whose first answer was lost: it gets another token.
   * @returns the token too, which is kept nowhere.
   * @throws Failure `conflict` when there are too many, or where the wall of this id is another one or was used.
   */
  create({ industryId, username }: Caller, name: string, id: string = randomUUID()): { wall: Wall; token: string } {
    const { store, clock } = this.#parts;
    const token = `${WALL_TOKEN}${randomBytes(32).toString('base64url')}`;
    const tokenHash = hashToken(token);
    const before = [...this.#byHash.values()].find((one) => one.id === id);
    if (before) {
      const { createdBy, name: madeAs } = before;
      const isSame = this.of(industryId).some(({ wall, lastUsedAtMs }) => wall.id === id && lastUsedAtMs === null);
      if (!isSame || createdBy !== username || madeAs !== name)
        throw new Failure('conflict', 'There is a wall display of this id');
      const wall = { ...before, tokenHash };
      store.renew(id, tokenHash);
      this.#byHash.delete(before.tokenHash);
      this.#byHash.set(tokenHash, wall);
      return { wall, token };
    }
    if (this.of(industryId).length >= MOST_WALLS) throw new Failure('conflict', `At most ${MOST_WALLS} wall displays`);
    const made = { createdAtMs: clock.now(), createdBy: username, lastUsedAtMs: null, revokedAtMs: null };
    const wall: Wall = { id, industryId, name, tokenHash, ...made };
    store.insert(wall);
    this.#byHash.set(tokenHash, wall);
    return { wall, token };
  }

  /** Stored first, as a phone. @throws Failure `notFound`. */
  revoke(industryId: string, wallId: string): Wall {
    const { store, bus, clock } = this.#parts;
    const wall = requireFound(
      this.of(industryId)
        .map((one) => one.wall)
        .find(({ id }) => id === wallId),
      'wall display',
    );
    store.revoke(wallId, clock.now());
    this.#byHash.set(wall.tokenHash, { ...wall, revokedAtMs: clock.now() });
    bus.emit('sessionEnded', { sessionId: sessionOf(wallId), userId: sessionOf(wallId) });
    return wall;
  }

  /** By its own token, as when the display that it filled is given back. @throws Failure `notFound` for whoever is no wall. */
  endOwn({ industryId, sessionId }: Caller): Wall {
    const own = this.of(industryId).find(({ wall }) => sessionOf(wall.id) === sessionId);
    return this.revoke(industryId, requireFound(own, 'wall display').wall.id);
  }

  /**
   * What the token of a wall opens now.
   * @throws Failure `token`, `sessionEnded` once it was revoked, `blocked`, or `permission` where the row is none for walls.
   */
  access(token: string, opens: Opens | undefined): Session {
    const wall = this.#byHash.get(hashToken(token));
    if (!wall) throw new Failure('token', 'Token is not valid');
    if (wall.revokedAtMs !== null) throw new Failure('sessionEnded', 'Session expired');
    if (this.#parts.units.industry(wall.industryId)?.disabled) throw new Failure('blocked', 'Industry is disabled');
    if (!opens?.wall) throw new Failure('permission', 'A wall display may not do this');
    this.#lastUse.note(wall.id);
    const { industryId, name } = wall;
    const id = sessionOf(wall.id);
    const who = { userId: id, username: name, industryId, homeIndustryId: industryId, sessionId: id };
    return {
      caller: {
        ...who,
        role: 'wall',
        permissions: new Set(wallPermissions),
        loginType: 'wall',
        internal: false,
        readOnly: true,
      },
      panel: true,
    };
  }
}
