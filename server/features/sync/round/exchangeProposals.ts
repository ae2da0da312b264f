import { proposalResultAnswer, proposalsAnswer } from '../../../contract/hub/proposals.ts';
import { HubRefusal } from '../hubClient.ts';
import type { Proposals } from '../model.ts';
import type { RoundOrder } from './roundParts.ts';

/**
 * Fetches what the hub proposes, and says what became of earlier ones. What the hub knows nothing of is said no more.
 * @returns whether one was applied, so that the plant is another than was stated.
 */
export const exchangeProposals = async (
  { client, hub, hubKey, signal }: Pick<RoundOrder, 'client' | 'hub' | 'hubKey' | 'signal'>,
  proposals: Proposals,
  waiting: number,
): Promise<boolean> => {
  const proposer = { hub: hub.key, key: hubKey, industries: hub.share.industries };
  const fetched =
    waiting === 0
      ? []
      : (await client.ask({ method: 'GET', path: `/proposals?after=${proposals.lastNumber(hub.key)}` }, proposalsAnswer, signal))
          .proposals;
  await proposals.take(fetched, proposer);
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
