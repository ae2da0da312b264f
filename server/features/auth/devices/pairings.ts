import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { Failure } from '../../../core/fail.ts';
import { requireFound } from '../../../core/refusal.ts';
import { comparisonOf, hashCode, isProof, proofOf, readPhoneKey } from './phoneProof.ts';

const LIFETIME_MS = 5 * 60_000;
const MOST_OPEN = 3;
const TRIES = 5;
const WAIT_MS = 20_000;

/** What a phone has to find, and where. */
export type PhonePairingFacts = {
  /** SHA-256 of a public key in the chain that the server shows, base64url. */
  pin: string;
  /** `host:port`, best first. */
  addresses: readonly string[];
  /** PEM that verifies the server. */
  authority: string;
  /** Id of the plant. */
  site: string;
};

export type PairingClaim = { pairing: string; proof: string; publicKey: string; model: string };

export type StoredPairing = {
  id: string;
  industryId: string;
  name: string;
  codeHash: Buffer;
  pin: Buffer;
  tries: number;
  openedMonotonicMs: number;
  expiresAtMs: number;
  state: 'open' | 'claimed' | 'void' | 'paired' | 'refused';
  phone: { key: Buffer; model: string; comparison: string } | undefined;
  /** Id of the phone that came of it. */
  phoneId: string | undefined;
};

/** How a claim was answered by what the code itself says. */
export type Claimed = { pairing: StoredPairing; isNew: boolean };

const refused = (): Failure => new Failure('credentials', 'This code is not valid: open a new one');

/** Codes that wait for a phone, in memory: a restart makes them void. */
export class Pairings {
  readonly #clock: Clock;
  readonly #waitMs: number;
  readonly #open = new Map<string, StoredPairing>();
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock, waitMs = WAIT_MS) {
    this.#clock = clock;
    this.#waitMs = waitMs;
  }

  stop(): void {
    this.#open.clear();
    this.#wake();
  }

  /** @throws Failure `conflict` when too many are open. @returns the code too, which is kept nowhere. */
  open(industryId: string, name: string, { pin }: PhonePairingFacts): { pairing: StoredPairing; code: string } {
    if (this.of(industryId).length >= MOST_OPEN) throw new Failure('conflict', `At most ${MOST_OPEN} codes are open at a time`);
    const code = randomBytes(16);
    const pairing: StoredPairing = {
      id: randomBytes(8).toString('base64url'),
      industryId,
      name,
      codeHash: hashCode(code),
      pin: Buffer.from(pin, 'base64url'),
      tries: 0,
      openedMonotonicMs: this.#clock.monotonicMs(),
      expiresAtMs: this.#clock.now() + LIFETIME_MS,
      state: 'open',
      phone: undefined,
      phoneId: undefined,
    };
    this.#open.set(pairing.id, pairing);
    return { pairing, code: code.toString('base64url') };
  }

  /** Those that wait for a phone or for the person, and those that wrong proofs made void. */
  of(industryId: string): StoredPairing[] {
    this.#forgetOld();
    return [...this.#open.values()].filter((one) => one.industryId === industryId && /^(open|claimed|void)$/.test(one.state));
  }

  /** @throws Failure `notFound`. */
  find(industryId: string, id: string): StoredPairing {
    return requireFound(
      this.of(industryId).find((one) => one.id === id),
      'code',
    );
  }

  /**
   * Checks a phone's proof, and counts a wrong one.
   * @throws Failure `credentials` for a code that is unknown, void or another phone's, and for a wrong proof; `badRequest` for a key.
   */
  claim({ pairing: id, proof, publicKey, model }: PairingClaim): Claimed {
    this.#forgetOld();
    const pairing = this.#open.get(id);
    if (!pairing || pairing.state === 'void') throw refused();
    const key = readPhoneKey(publicKey);
    const isProven = isProof(proof, proofOf(pairing.codeHash, key, pairing.pin));
    if (!isProven || (pairing.phone && !pairing.phone.key.equals(key))) {
      this.#countTry(pairing);
      throw refused();
    }
    const isNew = pairing.phone === undefined && pairing.state === 'open';
    if (isNew) {
      pairing.state = 'claimed';
      pairing.phone = { key, model, comparison: comparisonOf(pairing.codeHash, key, pairing.pin) };
    }
    return { pairing, isNew };
  }

  /** Of a pairing, by its id; undefined once it is over. */
  industryOf(id: string): string | undefined {
    return this.#open.get(id)?.industryId;
  }

  /** Settles when the pairing is decided, 20 s have passed, or the client is gone. */
  async decided(pairing: StoredPairing, signal: AbortSignal): Promise<void> {
    const untilMs = performance.now() + this.#waitMs;
    while (pairing.state === 'claimed' && this.#open.has(pairing.id) && !signal.aborted) {
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) return;
      await this.#change(leftMs, signal);
    }
  }

  /** @throws Failure `conflict` when none waits, or it shows another number. */
  accept(pairing: StoredPairing, comparison: string, phoneId: string): NonNullable<StoredPairing['phone']> {
    if (pairing.state !== 'claimed' || !pairing.phone) throw new Failure('conflict', 'No phone waits');
    if (pairing.phone.comparison !== comparison) throw new Failure('conflict', 'The phone shows another number');
    pairing.state = 'paired';
    pairing.phoneId = phoneId;
    this.#wake();
    return pairing.phone;
  }

  refuse(pairing: StoredPairing): void {
    pairing.state = 'refused';
    this.#wake();
  }

  /** A wrong proof does not end a pairing that a phone has claimed with the right one. */
  #countTry(pairing: StoredPairing): void {
    pairing.tries += 1;
    if (pairing.tries >= TRIES && pairing.state === 'open') pairing.state = 'void';
  }

  #forgetOld(): void {
    const now = this.#clock.monotonicMs();
    for (const [id, { openedMonotonicMs }] of this.#open) if (now - openedMonotonicMs >= LIFETIME_MS) this.#open.delete(id);
  }

  #change(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#waiting.add(done);
      signal.addEventListener('abort', done);
    });
  }

  #wake(): void {
    for (const done of [...this.#waiting]) done();
  }
}
