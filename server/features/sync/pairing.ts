import { createHmac, hash } from 'node:crypto';
import type { z } from 'zod';
import { PAIR_CODE_PREFIX, type PairCode, type PairingFacts, pairCode, type pairRequest } from '../../contract/hub/pairing.ts';
import type { ReplacementFacts } from '../../contract/hub/replacement.ts';
import { canonicalJson } from '../../core/bytes/canonicalJson.ts';
import { Failure } from '../../core/fail.ts';

/** @throws Failure `parameter` for anything that is no code, or one that is over. */
export const readPairCode = (text: string, nowMs: number): PairCode => {
  const given = text.trim();
  let value: unknown;
  try {
    value = given.startsWith(PAIR_CODE_PREFIX)
      ? JSON.parse(Buffer.from(given.slice(PAIR_CODE_PREFIX.length), 'base64url').toString())
      : undefined;
  } catch {
    value = undefined;
  }
  const read = pairCode.safeParse(value);
  if (!read.success) throw new Failure('parameter', 'This is no pairing code of a hub: give all of it, as the hub shows it');
  if (Date.parse(read.data.expiresAt) <= nowMs)
    throw new Failure('parameter', 'This pairing code is over: have a new one made at the hub');
  return read.data;
};

/** A code with which this plant itself is paired. @throws Failure `parameter` also for one with which a new PC replaces a lost one. */
export const readOwnCode = (text: string, nowMs: number): PairCode => {
  const read = readPairCode(text, nowMs);
  if (read.replaces !== undefined)
    throw new Failure(
      'parameter',
      'This code is for a new PC in the place of a lost one: npm run restore -- --hub CODE --data DIR',
    );
  return read;
};

/** Which code it is, without giving its secret away. */
export const codeIdOf = (secret: string): string => hash('sha256', Buffer.from(secret, 'base64url')).slice(0, 16);

export const macOf = (secret: string, facts: PairingFacts | ReplacementFacts): string =>
  createHmac('sha256', Buffer.from(secret, 'base64url')).update(canonicalJson(facts)).digest('hex');

/** What the plant sends: that it knows the code's secret is proved by the MAC. */
export const pairRequestOf = (secret: string, facts: PairingFacts): z.input<typeof pairRequest> => ({
  facts,
  mac: macOf(secret, facts),
});
