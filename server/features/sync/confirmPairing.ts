import type { Identity } from '../../bundle/identity.ts';
import { publicBytes } from '../../bundle/keys.ts';
import { pairAnswer } from '../../contract/hub/pairing.ts';
import type { HubClient } from './hubClient.ts';
import { codeIdOf, pairRequestOf } from './pairing.ts';
import type { HubRow, SyncStore } from './syncStore.ts';

type Pairing = {
  client: HubClient;
  identity: Identity;
  program: string;
  plantName(industryIds: readonly string[]): string;
  store: SyncStore;
  signal: AbortSignal;
};

/**
 * Asks whether the hub's owner has confirmed; the hub's name and its key for sticks come with the answer.
 * @returns the hub once it is.
 */
export const confirmPairing = async (
  hub: HubRow,
  { client, identity, program, plantName, store, signal }: Pairing,
): Promise<HubRow | undefined> => {
  if (hub.state !== 'waiting' && hub.openingKey !== '') return hub;
  const facts = {
    ...{ code: codeIdOf(hub.secret), site: identity.site, epoch: identity.epoch, name: plantName(hub.share.industries) },
    ...{ key: publicBytes(identity.signing).toString('base64url'), program, schema: store.schema(), share: hub.share },
  };
  const body = pairRequestOf(hub.secret, facts);
  const { state, hub: answered } = await client.ask({ method: 'POST', path: '/pair', body }, pairAnswer, signal);
  store.answered({ ...answered, state });
  return state === 'paired' ? store.hub() : undefined;
};
