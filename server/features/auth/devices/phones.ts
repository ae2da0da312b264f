import { randomUUID } from 'node:crypto';
import type { Bus } from '../../../core/bus.ts';
import type { Caller } from '../../../core/caller.ts';
import type { Clock } from '../../../core/clock.ts';
import { Failure, isFailure } from '../../../core/fail.ts';
import type { Log } from '../../../core/log.ts';
import { requireFound } from '../../../core/refusal.ts';
import type { AuditTrail } from '../../audit/index.ts';
import type { Origin } from '../passwords/credentials.ts';
import type { SessionIndex } from '../sessionIndex.ts';
import type { AuthStore } from '../store.ts';
import { LastUse } from './lastUse.ts';
import { type Claimed, type PairingClaim, Pairings, type StoredPairing } from './pairings.ts';
import type { Phone, PhoneStore } from './phoneStore.ts';

export type PhonesParts = {
  store: PhoneStore;
  sessions: AuthStore;
  index: SessionIndex;
  audit: AuditTrail;
  bus: Bus;
  clock: Clock;
  log: Log;
};

/** Phones that were paired with the plant; their sessions carry the phone's id as deviceId. */
export class Phones {
  readonly pairings: Pairings;
  readonly #parts: PhonesParts;
  readonly #phones = new Map<string, Phone>();
  readonly #lastUse: LastUse;

  constructor(parts: PhonesParts) {
    this.#parts = parts;
    this.pairings = new Pairings(parts.clock);
    this.#lastUse = new LastUse(parts.clock, parts.log, (id, nowMs) => parts.store.used(id, nowMs));
  }

  async start(): Promise<void> {
    for (const phone of await this.#parts.store.all()) this.#phones.set(phone.id, phone);
  }

  stop(): void {
    this.pairings.stop();
  }

  /** Those of an industry that are not taken out. */
  of(industryId: string): { phone: Phone; lastUsedAtMs: number | null; sessions: number }[] {
    return [...this.#phones.values()]
      .filter((phone) => phone.industryId === industryId && phone.revokedAtMs === null)
      .map((phone) => this.#view(phone));
  }

  /** Checks a phone's claim; every one is written down. @throws Failure as `Pairings.claim`. */
  async claim(claim: PairingClaim, origin: Origin): Promise<Claimed> {
    const { audit } = this.#parts;
    const entry = { kind: 'phone.claim', userId: null, subject: claim.pairing, ...origin };
    const industryId = this.pairings.industryOf(claim.pairing) ?? null;
    try {
      const claimed = this.pairings.claim(claim);
      if (claimed.isNew) await audit.record({ ...entry, outcome: 'done', industryId, after: { model: claim.model } });
      return claimed;
    } catch (error) {
      if (!isFailure(error, 'credentials')) throw error;
      if (industryId === null) audit.gather({ ...entry, outcome: 'refused', industryId });
      else await audit.record({ ...entry, outcome: 'refused', industryId, after: { model: claim.model } });
      throw error;
    }
  }

  /** Takes the phone in that waits. @throws Failure `conflict`. */
  pair(pairing: StoredPairing, comparison: string, caller: Caller): ReturnType<Phones['of']>[number] {
    const { store, clock } = this.#parts;
    const id = `phone-${randomUUID()}`;
    const { key, model } = this.pairings.accept(pairing, comparison, id);
    const phone: Phone = {
      id,
      industryId: pairing.industryId,
      name: pairing.name,
      model,
      publicKey: key,
      pairedAtMs: clock.now(),
      pairedBy: caller.username,
      lastUsedAtMs: null,
      revokedAtMs: null,
    };
    try {
      store.insert(phone);
    } catch (error) {
      this.pairings.refuse(pairing);
      throw error;
    }
    this.#phones.set(id, phone);
    return this.#view(phone);
  }

  /** Stored first: what is revoked in memory alone would live again after the next start. @returns how many ended. @throws Failure `notFound`. */
  revoke(industryId: string, phoneId: string): number {
    const { store, sessions, index, bus, clock } = this.#parts;
    const known = this.#phones.get(phoneId);
    const phone = requireFound(known?.industryId === industryId && known.revokedAtMs === null ? known : undefined, 'phone');
    const nowMs = clock.now();
    store.revoke(phoneId, nowMs, (tx) => sessions.endSessionsOfDevice(tx, phoneId, nowMs));
    this.#phones.set(phoneId, { ...phone, revokedAtMs: nowMs });
    const open = index.sessionsOfDevice(phoneId);
    for (const { id, userId } of open) {
      index.removeSession(id);
      bus.emit('sessionEnded', { sessionId: id, userId });
    }
    return open.length;
  }

  /** @throws Failure `disabled` for a phone that was taken out. */
  refuseRevoked(deviceId: string | null | undefined): void {
    if (this.isRevoked(deviceId)) throw new Failure('disabled', 'This phone was taken out: pair it again');
  }

  isRevoked(deviceId: string | null | undefined): boolean {
    return typeof this.#phones.get(deviceId ?? '')?.revokedAtMs === 'number';
  }

  /** A request of a session of this device. */
  used(deviceId: string | null): void {
    if (deviceId !== null && this.#phones.has(deviceId)) this.#lastUse.note(deviceId);
  }

  #view(phone: Phone): { phone: Phone; lastUsedAtMs: number | null; sessions: number } {
    const sessions = this.#parts.index.sessionsOfDevice(phone.id).length;
    return { phone, lastUsedAtMs: this.#lastUse.of(phone.id, phone.lastUsedAtMs), sessions };
  }
}
