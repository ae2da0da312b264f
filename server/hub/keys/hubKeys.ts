import { hash, type KeyObject, sign } from 'node:crypto';
import type { z } from 'zod';
import { dropOldKey, keepOldKey, loadIdentity, nextKey, oldKey, prepareNextKey, takeNextKey } from '../../bundle/identity.ts';
import { publicBytes } from '../../bundle/keys.ts';
import { wordsOf } from '../../bundle/words.ts';
import { hubRotation } from '../../contract/hub/pairing.ts';
import { type SignedText, signedLine } from '../../contract/hub/signing.ts';
import { canonicalJson } from '../../core/bytes/canonicalJson.ts';
import type { Clock } from '../../core/clock.ts';
import { DAY_MS } from '../../core/time.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import type { HubAudit } from '../wire/auditStore.ts';
import { WireRefusal } from '../wire/wireRefusal.ts';

/** A key by which plants know the hub. */
export type HubKey = {
  signing: KeyObject;
  /** Ed25519, 32 bytes. */
  key: Buffer;
  /** SHA-256 of it: what a request names that is made for it. */
  id: string;
};
type Rotation = { signed: SignedText; said: z.output<typeof hubRotation> };
export type HubKeysParts = { keyFolder: string; database: HubDatabase; audit: HubAudit; clock: Clock };

/** Plants come every hour where they have a line; those that come later are led from one key to the next. */
const OLD_KEY_MS = 90 * DAY_MS;

const keyOf = (signing: KeyObject): HubKey => {
  const key = publicBytes(signing);
  return { signing, key, id: hash('sha256', key) };
};
const idOf = (key: string): string => hash('sha256', Buffer.from(key, 'base64url'));

/** The keys of the hub: the one of now, the one before it for 90 days, and what each signed about the next, for as long as there is a hub. */
export class HubKeys {
  readonly #parts: HubKeysParts;
  readonly opening: KeyObject;
  #current: HubKey;
  #old: HubKey | undefined;
  #chain: Rotation[] = [];
  #isRotating = false;

  constructor(parts: HubKeysParts) {
    this.#parts = parts;
    const { signing, opening } = loadIdentity(parts.keyFolder, parts.clock.now());
    this.opening = opening;
    this.#current = keyOf(signing);
  }

  get current(): HubKey {
    return this.#current;
  }

  get rotations(): SignedText[] {
    return this.#chain.map(({ signed }) => signed);
  }

  /** Up to when the key before this one is taken; undefined where none is. */
  get oldKeyUntil(): string | undefined {
    return this.#before() && this.#chain.at(-1)?.said.oldKeyUntil;
  }

  /** Ends a change of the key that was cut off, or begins one that was prepared by the command. */
  async start(): Promise<void> {
    await this.#load();
    await this.#signAnew();
    await this.takePrepared();
  }

  /**
   * The key that a request was made for; answers to it are signed with the same.
   * @param isFor whether the request names this hash of a key.
   * @throws WireRefusal `hubKeyChanged` where that key is taken no longer.
   */
  addressed(isFor: (id: string) => boolean): HubKey | undefined {
    if (isFor(this.#current.id)) return this.#current;
    const old = this.#before();
    if (old && isFor(old.id)) return old;
    if (!this.#chain.some(({ said }) => isFor(idOf(said.oldKey)))) return undefined;
    throw new WireRefusal('hubKeyChanged', 'this hub has another key by now', { rotations: this.rotations });
  }

  /**
   * Makes another key, signed by the one of now.
   * @param words of the key of now: the same request again changes nothing. @throws WireRefusal `conflict` for any other.
   */
  async rotate(words: string): Promise<void> {
    if (this.#isRotating || words.trim().toLowerCase().split(/\s+/).join(' ') !== wordsOf(this.#current.key))
      throw new WireRefusal('conflict', 'these are not the words of the key of now: perhaps it was changed already');
    prepareNextKey(this.#parts.keyFolder);
    await this.takePrepared();
  }

  /** Takes the key that was prepared, where there is one. */
  async takePrepared(): Promise<void> {
    if (this.#isRotating) return;
    this.#isRotating = true;
    try {
      await this.#take();
    } finally {
      this.#isRotating = false;
    }
  }

  /** Stores what the key of now signs about the next before that counts: cut off anywhere, it goes on at the next start. */
  async #take(): Promise<void> {
    const { keyFolder } = this.#parts;
    const next = nextKey(keyFolder);
    if (!next) return;
    const { key } = keyOf(next);
    if (!this.#leadsTo(key)) {
      keepOldKey(keyFolder);
      await this.#sign(this.#current, key);
    }
    // the chain first: a request for the key of now is never one for an unknown key
    await this.#load();
    this.#current = keyOf(takeNextKey(keyFolder));
  }

  /**
   * PostgreSQL was put back to a time before the change, and the key folder was not: plants that know the key before would find no way. Before
   * the next change, which keeps another key beside its own.
   */
  async #signAnew(): Promise<void> {
    const old = this.#old;
    const { key } = this.#current;
    // where a change was cut off, the key that was kept is the one of now
    if (!old || old.key.equals(key) || this.#leadsTo(key)) return;
    await this.#sign(old, key);
    await this.#load();
  }

  #leadsTo(key: Buffer): boolean {
    return this.#chain.at(-1)?.said.newKey === key.toString('base64url');
  }

  /** Stores what a key signs about the one after it. */
  async #sign(by: HubKey, key: Buffer): Promise<void> {
    const { audit, clock } = this.#parts;
    const nowMs = clock.now();
    const said: Rotation['said'] = {
      ...{ format: 'headworks-hub-rotation-1', oldKey: by.key.toString('base64url'), newKey: key.toString('base64url') },
      ...{ at: new Date(nowMs).toISOString(), oldKeyUntil: new Date(nowMs + OLD_KEY_MS).toISOString() },
    };
    const text = canonicalJson(said);
    const signature = sign(null, Buffer.from(signedLine.hubRotation + text), by.signing).toString('base64url');
    const row = { number: this.#chain.length + 1, rotated_at: new Date(nowMs), statement: text, signature };
    const words = { oldWords: wordsOf(by.key), newWords: wordsOf(key) };
    await audit.doing('key of the hub changed', words, nowMs, (tx) => tx.insertInto('hub_key_rotation').values(row).execute());
  }

  /** What signs nothing any more need not be kept. */
  dropOver(): void {
    if (this.#before() === undefined) dropOldKey(this.#parts.keyFolder);
  }

  async #load(): Promise<void> {
    const rows = await this.#parts.database.kysely
      .selectFrom('hub_key_rotation')
      .select(['statement', 'signature'])
      .orderBy('number')
      .execute();
    this.#chain = rows.map(({ statement: text, signature }) => ({
      signed: { text, signature },
      said: hubRotation.parse(JSON.parse(text)),
    }));
    const old = oldKey(this.#parts.keyFolder);
    this.#old = old && keyOf(old);
  }

  /** The key before this one, while it is taken. */
  #before(): HubKey | undefined {
    const last = this.#chain.at(-1)?.said;
    const isTaken =
      last?.oldKey === this.#old?.key.toString('base64url') && Date.parse(last?.oldKeyUntil ?? '') > this.#parts.clock.now();
    return isTaken ? this.#old : undefined;
  }
}
