import type { Identity } from '../../../bundle/identity.ts';
import { wordsOf } from '../../../bundle/words.ts';
import type { SignedText } from '../../../contract/hub/signing.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { confirmPairing } from '../confirmPairing.ts';
import { type HubClient, HubRefusal } from '../hubClient.ts';
import { newestHubKey } from '../hubKeyChain.ts';
import type { Proposals } from '../model.ts';
import type { HubRow, SyncStore } from '../syncStore.ts';
import { rotateKey } from './rotateKey.ts';
import { type RoundResult, syncRound } from './round.ts';
import type { RoundOrder } from './roundParts.ts';

type Following = { store: SyncStore; proposals?: Proposals; log: Log };

/** Takes the key to which the hub's key of now leads. @returns whether it is another one. */
export const followHub = (
  { store, proposals, log }: Following,
  hub: HubRow,
  rotations: readonly SignedText[] | undefined,
): boolean => {
  const key = newestHubKey(hub.key, rotations ?? []);
  if (key === hub.key) return false;
  proposals?.rekeyHub(hub.key, key);
  store.setHubKey(hub.key, key);
  log.info({ words: wordsOf(Buffer.from(key, 'base64url')) }, 'the hub has another key, signed by the one before');
  return true;
};

type Exchange = Following & {
  identity: Identity;
  dataFolder: string;
  program: string;
  plantName(industryIds: readonly string[]): string;
  clock: Clock;
  signal: AbortSignal;
  clientOf(hub: HubRow): HubClient;
  orderOf(hub: HubRow): RoundOrder;
  /** A client signs with the key of its time. */
  onRotated(): void;
};

const exchangeOnce = async (hub: HubRow, parts: Exchange): Promise<RoundResult | undefined> => {
  const { clientOf, orderOf, onRotated, plantName } = parts;
  const confirmed = await confirmPairing(hub, { ...parts, client: clientOf(hub) });
  if (!confirmed) return undefined;
  if (await rotateKey({ ...parts, client: clientOf(confirmed) })) onRotated();
  let said: readonly SignedText[] = [];
  const follow = (rotations: readonly SignedText[]): void => {
    said = rotations;
  };
  try {
    return await syncRound({ ...orderOf(confirmed), follow, name: plantName(confirmed.share.industries) });
  } finally {
    followHub(parts, confirmed, said);
  }
};

/**
 * A round with the hub. One that takes no request for its old key any more says which key it has now, and is asked again.
 * @returns undefined while the hub's owner has not confirmed the pairing.
 */
export const exchange = async (hub: HubRow, parts: Exchange): Promise<RoundResult | undefined> => {
  try {
    return await exchangeOnce(hub, parts);
  } catch (error) {
    const isLed = error instanceof HubRefusal && followHub(parts, hub, error.body.rotations);
    const followed = isLed ? parts.store.hub() : undefined;
    if (!followed) throw error;
    return exchangeOnce(followed, parts);
  }
};
