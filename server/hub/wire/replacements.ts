import { createHmac, sign, timingSafeEqual } from 'node:crypto';
import type { PoolClient } from 'pg';
import { wordsOf } from '../../bundle/words.ts';
import type { Replacement, ReplacementFacts } from '../../contract/hub/replacement.ts';
import { type SignedText, signedLine } from '../../contract/hub/signing.ts';
import { canonicalJson } from '../../core/bytes/canonicalJson.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import type { HubKeys } from '../keys/hubKeys.ts';
import type { HubAudit } from './auditStore.ts';
import { type KnownPlant, type PlantStore, refuseKeyOfOther } from './plantStore.ts';
import { closedKeys, closeKey, lastClosed, ownerNow, putWaiting, type WaitingPc, waitingPc } from './replacementStore.ts';
import { WireRefusal } from './wireRefusal.ts';

export type ReplacementParts = {
  database: HubDatabase;
  plants: PlantStore;
  audit: HubAudit;
  keys: HubKeys;
};

const refused = (message: string): WireRefusal => new WireRefusal('badSignature', message);

/** New PCs that take the place of lost ones: let in by a code for one site and the words of their key; the old key is closed for good. */
export class Replacements {
  readonly #parts: ReplacementParts;

  constructor(parts: ReplacementParts) {
    this.#parts = parts;
  }

  /** Whoever asks to take the place of a plant's PC. */
  waiting({ plantId }: KnownPlant): Promise<WaitingPc | undefined> {
    return this.#parts.database.readAboutPlant(plantId, (client) => waitingPc(client, plantId));
  }

  /** Keys that the site had before. */
  closedKeys({ plantId }: KnownPlant): Promise<{ key: Buffer; closedAt: Date }[]> {
    return this.#parts.database.readAboutPlant(plantId, (client) => closedKeys(client, plantId));
  }

  /**
   * Notes a new PC that knows the code of its site, or says that it is let in.
   * @returns undefined until the hub's owner has compared the words.
   * @throws WireRefusal where the code is unknown, over, of another site, or used by another PC.
   */
  async ask({ facts, mac }: { facts: ReplacementFacts; mac: string }, nowMs: number): Promise<SignedText | undefined> {
    const { database, plants } = this.#parts;
    const code = await plants.code(facts.code);
    const given = code && createHmac('sha256', code.secret).update(canonicalJson(facts)).digest();
    if (!given || code.replaces !== facts.site || !timingSafeEqual(Buffer.from(mac, 'hex'), given))
      throw refused('no such code of this plant');
    const plant = await plants.bySite(facts.site);
    if (!plant) throw new WireRefusal('unknownSite', 'the hub knows no such site');
    const key = Buffer.from(facts.key, 'base64url');
    return database.aboutPlant(plant.plantId, async (client) => {
      await refuseKeyOfOther((text, values) => client.query(text, values), facts.site, key);
      if (code.usedBy !== null) return this.#closedFor(client, plant, key);
      if (code.expiresAt.getTime() <= nowMs) throw refused('the code is over');
      if (!(await putWaiting(client, plant.plantId, { code: facts.code, key, askedAt: new Date(nowMs) })))
        throw refused('another PC used this code: make a new one');
      return undefined;
    });
  }

  /**
   * Gives the site to the PC that waits, in an epoch of its own, and closes the key that it had.
   * @param compared key of the PC whose words a person compared. @throws WireRefusal `notFound` where that one waits no more.
   */
  confirm({ plantId, site }: KnownPlant, compared: Buffer, nowMs: number): Promise<void> {
    const { database, audit, keys } = this.#parts;
    return database.aboutPlant(plantId, async (client) => {
      const [plant, pc] = [await ownerNow(client, plantId), await waitingPc(client, plantId)];
      if (!plant || !pc?.key.equals(compared)) throw new WireRefusal('notFound', 'no PC waits to replace this one');
      // another site may have got it since the PC asked
      await refuseKeyOfOther((text, values) => client.query(text, values), site, pc.key);
      const said: Replacement = {
        ...{ format: 'headworks-replacement-1', hub: keys.current.id, site, epoch: plant.epoch + 1 },
        ...{ oldKey: plant.key.toString('base64url'), newKey: pc.key.toString('base64url'), at: new Date(nowMs).toISOString() },
      };
      const text = canonicalJson(said);
      const signature = sign(null, Buffer.from(signedLine.replacement + text), keys.current.signing).toString('base64url');
      await closeKey(client, {
        ...plant,
        plantId,
        site,
        newKey: pc.key,
        code: pc.code,
        closedAt: new Date(nowMs),
        text,
        signature,
      });
      const words = { oldWords: wordsOf(plant.key), newWords: wordsOf(pc.key) };
      await audit.put((sql, values) => client.query(sql, values), 'lost PC replaced', { site, ...words }, nowMs);
    });
  }

  async #closedFor(client: PoolClient, { plantId, key }: KnownPlant, asking: Buffer): Promise<SignedText> {
    const last = key.equals(asking) ? await lastClosed(client, plantId) : undefined;
    if (!last) throw refused('the code was used');
    return last;
  }
}
