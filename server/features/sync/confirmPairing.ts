import { join } from 'node:path';
import { type Identity, raiseEpoch } from '../../bundle/identity.ts';
import { publicBytes } from '../../bundle/keys.ts';
import { pairAnswer } from '../../contract/hub/pairing.ts';
import type { Log } from '../../core/log.ts';
import type { HubClient } from './hubClient.ts';
import { codeIdOf, pairRequestOf } from './pairing.ts';
import type { HubRow, SyncStore } from './syncStore.ts';

type Pairing = {
  client: HubClient;
  identity: Identity;
  dataFolder: string;
  log: Log;
  program: string;
  plantName(industryIds: readonly string[]): string;
  store: SyncStore;
  signal: AbortSignal;
};

/**
 * Asks whether the hub's owner has confirmed. Where the hub has something of this site from before, the plant goes on in an epoch above that: it may
 * have been restored from an older backup, and nobody could distinguish its history from that of before. The hub's name and its key for sticks come with the answer.
 * @returns the hub once it is.
 */
export const confirmPairing = async (
  hub: HubRow,
  { client, identity, dataFolder, log, program, plantName, store, signal }: Pairing,
): Promise<HubRow | undefined> => {
  if (hub.state !== 'waiting' && hub.openingKey !== '') return hub;
  const facts = {
    ...{ code: codeIdOf(hub.secret), site: identity.site, epoch: identity.epoch, name: plantName(hub.share.industries) },
    ...{ key: publicBytes(identity.signing).toString('base64url'), program, schema: store.schema(), share: hub.share },
  };
  const body = pairRequestOf(hub.secret, facts);
  const { state, hub: answered, pastEpoch = 0 } = await client.ask({ method: 'POST', path: '/pair', body }, pairAnswer, signal);
  // before anything is stored: cut off in between, the next round asks again
  if (state === 'paired' && pastEpoch >= identity.epoch) {
    identity.epoch = raiseEpoch(join(dataFolder, 'keys'), pastEpoch).epoch;
    log.info({ epoch: identity.epoch }, 'the hub has something of this plant from before: it goes on in an epoch above that');
  }
  store.answered({ ...answered, state });
  return state === 'paired' ? store.hub() : undefined;
};
