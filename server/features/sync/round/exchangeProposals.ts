import { proposalHead, proposalResultAnswer, proposalsAnswer } from '../../../contract/hub/proposals.ts';
import { type SignedText, signedLine } from '../../../contract/hub/signing.ts';
import { HubRefusal } from '../hubClient.ts';
import type { Proposals } from '../model.ts';
import { readSigned } from './proof.ts';
import type { RoundOrder } from './roundParts.ts';

/** Of one answer, and more than a hub keeps open for a plant. */
const [PAGE, MOST] = [100, 400];

type Asking = Pick<RoundOrder, 'client' | 'hub' | 'hubKey' | 'signal'>;

/** Those above a number, up to the last. */
const fetchAbove = async ({ client, hubKey, signal }: Asking, number: number): Promise<SignedText[]> => {
  const all: SignedText[] = [];
  for (let after = number; ; ) {
    const { proposals } = await client.ask({ method: 'GET', path: `/proposals?after=${after}` }, proposalsAnswer, signal);
    const next = Math.max(0, ...proposals.map((one) => readSigned(signedLine.proposal, one, hubKey, proposalHead)?.number ?? 0));
    all.push(...proposals);
    if (proposals.length < PAGE || next <= after || all.length >= MOST) return all;
    after = next;
  }
};

/** What is new; all that is open where the hub does not have as many open as it should, because it was put back to an earlier state. */
const fetchWaiting = async (asking: Asking, proposals: Proposals, waiting: number): Promise<SignedText[]> => {
  if (waiting === 0) return [];
  const { key } = asking.hub;
  const fresh = await fetchAbove(asking, proposals.lastNumber(key));
  return fresh.length + proposals.openCount(key) === waiting ? fresh : fetchAbove(asking, 0);
};

/**
 * Fetches what the hub proposes, and says what became of earlier ones. What the hub knows nothing of is said no more.
 * @returns whether one was applied, so that the plant is another than was stated.
 */
export const exchangeProposals = async (asking: Asking, proposals: Proposals, waiting: number): Promise<boolean> => {
  const { client, hub, hubKey, signal } = asking;
  const proposer = { hub: hub.key, key: hubKey, industries: hub.share.industries };
  await proposals.take(await fetchWaiting(asking, proposals, waiting), proposer);
  const unreported = proposals.unreported(hub.key);
  for (const { id, state, result } of unreported) {
    try {
      await client.ask({ method: 'POST', path: `/proposals/${id}/result`, body: result }, proposalResultAnswer, signal);
    } catch (error) {
      if (!(error instanceof HubRefusal) || error.body.code !== 'notFound') throw error;
    }
    proposals.reported(id, state);
  }
  return unreported.some(({ state }) => state === 'applied');
};
