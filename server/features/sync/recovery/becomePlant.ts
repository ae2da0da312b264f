import { hash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Identity } from '../../../bundle/identity.ts';
import { publicBytes, publicKeyOf } from '../../../bundle/keys.ts';
import type { PairCode } from '../../../contract/hub/pairing.ts';
import { type ReplaceAnswer, type Replacement, replaceAnswer, replacement } from '../../../contract/hub/replacement.ts';
import { signedLine } from '../../../contract/hub/signing.ts';
import { Failure } from '../../../core/fail.ts';
import type { HubClient } from '../hubClient.ts';
import { codeIdOf, macOf } from '../pairing.ts';
import { readSigned } from '../round/proof.ts';

const AGAIN_MS = 2000;

export type Becoming = {
  client: HubClient;
  code: PairCode & { replaces: string };
  identity: Identity;
  program: string;
  /** While the hub's owner has not compared the words yet. */
  onWaiting(hubName: string, plantName: string): void;
  signal: AbortSignal;
};

/** What the hub signed about this PC. @throws Failure `unavailable` where it is about another one. */
const saidOf = ({ replacement: signed }: ReplaceAnswer, { code, identity }: Becoming): Replacement => {
  const hubKey = Buffer.from(code.key, 'base64url');
  const said = signed && readSigned(signedLine.replacement, signed, publicKeyOf('ed25519', hubKey), replacement);
  const own = publicBytes(identity.signing).toString('base64url');
  if (said?.site !== code.replaces || said.newKey !== own || said.hub !== hash('sha256', hubKey))
    throw new Failure('unavailable', 'the hub has given the place of this plant to another PC');
  return said;
};

/** Asks the hub for the place of a lost PC until its owner has compared the words. @returns in which epoch it is this one's. */
export const becomePlant = async (
  becoming: Becoming,
): Promise<{ hub: ReplaceAnswer['hub']; name: string; replacement: Replacement }> => {
  const { client, code, identity, program, onWaiting, signal } = becoming;
  const key = publicBytes(identity.signing).toString('base64url');
  const facts = { code: codeIdOf(code.secret), site: code.replaces, key, program };
  const body = { facts, mac: macOf(code.secret, facts) };
  for (let isFirst = true; ; isFirst = false) {
    const answer = await client.ask({ method: 'POST', path: '/replace', body }, replaceAnswer, signal);
    if (answer.state === 'replaced') return { hub: answer.hub, name: answer.name, replacement: saidOf(answer, becoming) };
    if (isFirst) onWaiting(answer.hub.name, answer.name);
    await wait(AGAIN_MS, undefined, { signal });
  }
};
