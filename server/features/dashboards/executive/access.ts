import type { TokenScope } from '../../../contract/endpoint.ts';
import type { FeatureData } from '../../../contract/model/featureData.ts';
import type { Caller } from '../../../core/caller.ts';
import type { Clock } from '../../../core/clock.ts';
import { contentTag } from '../../../core/contentTag.ts';
import { Failure, isFailure } from '../../../core/fail.ts';
import { refuseOtherTag } from '../../../core/refusal.ts';
import { UntilChanged } from '../../../core/untilChanged.ts';
import type { Writer } from '../../../db/writer.ts';
import type { Industry, UnitDirectory } from '../../../plantModel/index.ts';
import type { UserDirectory } from '../../auth/index.ts';
import type { VersionedDocuments } from '../../diagrams/index.ts';
import type { ExecutiveStore } from './executiveStore.ts';

const SCOPE: TokenScope = 'executiveSummary';
const TICKET_SECONDS = 60;
const TOKEN_SECONDS = 1800;

/** Tickets and tokens of one purpose; sessions know how to make them. */
export type ScopedTokens = {
  ticket(sessionId: string, scope: TokenScope, lifetimeSeconds: number): string;
  readTicket(ticket: string, scope: TokenScope): { caller: Caller; jti: string; expiresAtMs: number };
  scopedAccess(sessionId: string, scope: TokenScope, lifetimeSeconds: number): string;
};

export type ExecutiveAccessParts = {
  store: ExecutiveStore;
  tokens: ScopedTokens;
  users: Pick<UserDirectory, 'user'>;
  documents: Pick<VersionedDocuments, 'read'>;
  directory: UnitDirectory;
  clock: Clock;
  database: Pick<Writer, 'state'>;
};

/** What a user chose and was granted, and what the user's industry chose. */
type Stored = { pins: readonly string[]; granted: readonly string[]; chosen: FeatureData<'executiveSummary'> };
type WaterRatio = FeatureData<'water_ratio'>;

/** Which plants a user sees in the executive summary, and access to it by a link instead of a login. */
export class ExecutiveAccess {
  readonly #parts: ExecutiveAccessParts;
  readonly #stored: UntilChanged<Stored>;
  readonly #ratios: UntilChanged<WaterRatio | undefined>;

  constructor(parts: ExecutiveAccessParts) {
    this.#parts = parts;
    const state = (): string => parts.database.state();
    this.#stored = new UntilChanged(state);
    this.#ratios = new UntilChanged(state);
  }

  /** What the summary shows to a user. */
  async shownTo(
    caller: Pick<Caller, 'userId' | 'industryId'>,
  ): Promise<{ pins: ReadonlySet<string>; industries: Industry[]; kpis: FeatureData<'executiveSummary'>['kpis'] }> {
    const stored = await this.#storedOf(caller);
    return { pins: new Set(stored.pins), industries: this.#seen(caller, stored), kpis: stored.chosen.kpis };
  }

  #storedOf({ userId, industryId }: Pick<Caller, 'userId' | 'industryId'>): Promise<Stored> {
    const { store } = this.#parts;
    return this.#stored.of(`${userId}\n${industryId}`, async () => ({
      pins: await store.pins(userId),
      granted: await store.grants(userId),
      chosen: await this.#chosen(industryId),
    }));
  }

  /**
   * Industries that were granted to the user, and the user's own; the settings of the own industry may choose among them. Disabled
   * industries are left out, and the own one where it has no units and others were granted.
   */
  async industriesOf(caller: Pick<Caller, 'userId' | 'industryId'>): Promise<Industry[]> {
    return this.#seen(caller, await this.#storedOf(caller));
  }

  #seen({ industryId }: Pick<Caller, 'industryId'>, { granted, chosen }: Stored): Industry[] {
    const { directory } = this.#parts;
    const wanted = new Set([industryId, ...granted]);
    // the industry of the service's own staff has nothing to show
    const isShown = ({ id }: Industry): boolean =>
      wanted.has(id) && (granted.length === 0 || granted.includes(id) || directory.units(id).length > 0);
    const isChosen = ({ id }: Industry): boolean => chosen.industryIds.length === 0 || chosen.industryIds.includes(id);
    return directory.industries().filter((industry) => !industry.disabled && isShown(industry) && isChosen(industry));
  }

  /** What an industry's document of the feature chooses; an empty list chooses everything. */
  async #chosen(industryId: string): Promise<FeatureData<'executiveSummary'>> {
    const saved = await this.#parts.documents.read(industryId, 'executiveSummary');
    // what is stored was parsed when it was saved
    return saved ? (saved.body as FeatureData<'executiveSummary'>) : { industryIds: [], kpis: [] };
  }

  /** How an industry wants its water ratio; undefined where it never said. */
  waterRatio(industryId: string): Promise<WaterRatio | undefined> {
    return this.#ratios.of(industryId, async () => {
      const saved = await this.#parts.documents.read(industryId, 'water_ratio');
      return saved && (saved.body as WaterRatio);
    });
  }

  /** @throws Failure `notFound` for an industry that the caller does not see. */
  async togglePin(caller: Caller, industryId: string): Promise<boolean> {
    const seen = await this.industriesOf(caller);
    if (!seen.some(({ id }) => id === industryId)) throw new Failure('notFound', 'industry not found');
    return this.#parts.store.togglePin(caller.userId, industryId);
  }

  /** @throws Failure `permission` unless the caller is internal; `notFound` for an unknown user. */
  async grantsOf(caller: Pick<Caller, 'internal'>, userId: string): Promise<string[]> {
    const { store, users } = this.#parts;
    if (!caller.internal) throw new Failure('permission', 'Internal users only');
    if (!users.user(userId)) throw new Failure('notFound', 'user not found');
    return store.grants(userId);
  }

  /**
   * Replaces what a user sees besides the own industry.
   * @param ifMatch tag of the list that the change was made from
   * @returns the list before.
   * @throws Failure `permission` unless the caller is internal; `notFound` for an unknown user or industry; `conflict` for another tag.
   */
  async setGrants(
    caller: Pick<Caller, 'internal'>,
    { userId, industryIds }: { userId: string; industryIds: readonly string[] },
    ifMatch?: string,
  ): Promise<string[]> {
    const { store, directory } = this.#parts;
    await this.grantsOf(caller, userId);
    const wanted = [...new Set(industryIds)];
    const unknown = wanted.find((id) => !directory.industry(id));
    if (unknown !== undefined) throw new Failure('notFound', `industry ${unknown} not found`);
    return store.setGrants(userId, wanted, (before) => {
      if (ifMatch !== undefined) refuseOtherTag(ifMatch, contentTag(before));
    });
  }

  /** A ticket of the caller's session. */
  ticket({ sessionId }: Caller): { ticket: string; expiresIn: number } {
    return { ticket: this.#parts.tokens.ticket(sessionId, SCOPE, TICKET_SECONDS), expiresIn: TICKET_SECONDS };
  }

  /** @throws Failure `credentials` for a ticket that is used, too old, not genuine, or whose maker may no longer see the summary. */
  async enter(ticket: string): Promise<{ token: string; expiresIn: number; caller: Caller; industryIds: string[] }> {
    const { tokens, store, clock } = this.#parts;
    const { caller, jti, expiresAtMs } = this.#read(ticket);
    if (!(await store.spendTicket(jti, expiresAtMs, clock.now()))) throw refused();
    const industries = await this.industriesOf(caller);
    return {
      token: tokens.scopedAccess(caller.sessionId, SCOPE, TOKEN_SECONDS),
      expiresIn: TOKEN_SECONDS,
      caller,
      industryIds: industries.map(({ id }) => id),
    };
  }

  #read(ticket: string): ReturnType<ScopedTokens['readTicket']> {
    try {
      const read = this.#parts.tokens.readTicket(ticket, SCOPE);
      if (read.caller.permissions.has('EXECUTIVE_SUMMARY')) return read;
    } catch (error) {
      if (!isFailure(error)) throw error;
      throw refused(error);
    }
    throw refused();
  }
}

const refused = (cause?: unknown): Failure => new Failure('credentials', 'Ticket is not valid', { cause });
