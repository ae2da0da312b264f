import { createPublicKey } from 'node:crypto';
import { publicBytes } from '../../../bundle/keys.ts';
import { recoveryFacts } from '../../../contract/hub/replacement.ts';
import { signedLine } from '../../../contract/hub/signing.ts';
import { type Statement, statement } from '../../../contract/hub/statement.ts';
import { dayNumber } from '../../../core/shift.ts';
import { signedDays } from '../../../core/sync/signedDays.ts';
import { readSigned } from '../round/proof.ts';
import type { RoundParts } from '../round/roundParts.ts';

type Node = readonly [id: number, hash: string];
/** What the hub has above its days: all its months, and its days of the months in question in order. */
export type HubNodes = { months: readonly Node[]; days: readonly Node[] };

/** What this plant signed last of what the hub worked out from its own rows; undefined where it was another key, or nothing. */
export const signedBefore = async ({ client, signing, site, signal }: RoundParts): Promise<Statement | undefined> => {
  const { proved } = await client.ask({ method: 'POST', path: '/recovery/facts', body: {} }, recoveryFacts, signal);
  const own = createPublicKey(signing);
  if (!proved || !publicBytes(own).equals(Buffer.from(proved.key, 'base64url'))) return undefined;
  const stated = readSigned(signedLine.statement, proved.statement, own, statement);
  return stated?.site === site ? stated : undefined;
};

/** Which of the hub's days are those of the statement. */
export const daysSignedIn = (
  { site, epoch, industries }: Statement,
  industry: string,
  { months, days }: HubNodes,
): ReadonlySet<number> => {
  const of = industries.find(({ id }) => id === industry);
  if (!of || of.closedTo === null) return new Set();
  return signedDays({ site, epoch, root: of.root, closedTo: dayNumber(of.closedTo), months: of.months }, months, days);
};
