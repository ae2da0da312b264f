import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { PAIR_CODE_PREFIX, type PairAnswer, type PairingFacts } from '../../contract/hub/pairing.ts';
import { canonicalJson } from '../../core/bytes/canonicalJson.ts';
import { DAY_MS } from '../../core/time.ts';
import type { HubTransaction } from '../database/hubDatabase.ts';
import type { KnownPlant, PlantStore } from './plantStore.ts';
import { WireRefusal } from './wireRefusal.ts';

/** How plants reach the hub: its address, and SHA-256 of its certificate where no authority vouches for it. */
export type HubAddress = { url: string; certificate?: string };

const SECRET_BYTES = 16;
const VALID_MS = 7 * DAY_MS;

/**
 * A code for one plant, good for seven days.
 * @param key Ed25519 key of the hub.
 * @param replaces site of a lost PC: the code is for the one that takes its place, and for nobody else.
 */
export const makePairCode = async (
  { plants, tx }: { plants: PlantStore; tx: HubTransaction },
  { address, key, nowMs, replaces }: { address: HubAddress; key: Uint8Array; nowMs: number; replaces?: string | undefined },
): Promise<string> => {
  const secret = randomBytes(SECRET_BYTES);
  const name = hash('sha256', secret).slice(0, SECRET_BYTES);
  await plants.addCode(tx, { code: name, secret, expiresMs: nowMs + VALID_MS, replaces });
  const code = {
    ...address,
    key: Buffer.from(key).toString('base64url'),
    secret: secret.toString('base64url'),
    expiresAt: new Date(nowMs + VALID_MS).toISOString(),
    ...(replaces && { replaces }),
  };
  return PAIR_CODE_PREFIX + Buffer.from(canonicalJson(code)).toString('base64url');
};

const isMadeWith = (secret: Uint8Array, facts: PairingFacts, mac: string): boolean =>
  timingSafeEqual(Buffer.from(mac, 'hex'), createHmac('sha256', secret).update(canonicalJson(facts)).digest());

const stateOf = ({ state }: KnownPlant): PairAnswer['state'] => (state === 'paired' ? 'paired' : 'waiting');

/**
 * Lets a plant in that knows a code; a person at the hub then compares the words and confirms it. The same request again, by which
 * the plant asks whether it was confirmed, is answered with the state.
 * @throws WireRefusal where the code is unknown, over, or used by another plant, where the site is paired with another key, and where another site has this one.
 */
export const pairPlant = async (
  plants: PlantStore,
  { facts, mac }: { facts: PairingFacts; mac: string },
  nowMs: number,
): Promise<PairAnswer['state']> => {
  const code = await plants.code(facts.code);
  if (!code || code.replaces !== null || !isMadeWith(code.secret, facts, mac))
    throw new WireRefusal('badSignature', 'no such pairing code');
  const key = Buffer.from(facts.key, 'base64url');
  const known = await plants.bySite(facts.site);
  if (known && known.state !== 'unpaired') {
    if (!known.key.equals(key)) throw new WireRefusal('forked', 'the site is known with another key: unpair it at the hub first');
    return stateOf(known);
  }
  // a plant that was unpaired needs a new code
  if (code.usedBy !== null || code.expiresAt.getTime() <= nowMs)
    throw new WireRefusal('badSignature', 'the pairing code was used, or is over');
  if (!(await plants.enter(facts.code, { site: facts.site, name: facts.name, key, epoch: facts.epoch })))
    throw new WireRefusal('badSignature', 'the pairing code was used');
  return 'waiting';
};
