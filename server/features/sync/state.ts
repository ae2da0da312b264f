import { wordsOf } from '../../bundle/words.ts';
import type { SyncState } from '../../contract/plant/sync.ts';
import { iso, isoOrNull } from '../../core/time.ts';
import { readStatement } from './round/proof.ts';
import type { HubRow, SyncStore } from './syncStore.ts';

type Known = {
  store: SyncStore;
  site: string;
  words: string;
  isRunning: boolean;
  isResting: boolean;
  nextAtMs: number | undefined;
  nameOf(industryId: string): string;
};

const shownHub = ({ url, name, key, state, share, bytesPerHour, pairedBy, pairedAt }: HubRow): SyncState['hub'] => ({
  ...{ url, name, state, share, bytesPerHour, pairedBy },
  words: wordsOf(Buffer.from(key, 'base64url')),
  pairedAt: iso(pairedAt),
});

/** What is stated now and what was last proved: the hub worked out the same root from its own rows. */
const industriesOf = ({ store, nameOf }: Known): SyncState['industries'] => {
  const [last, equal] = [store.lastStatement(), store.lastEqual()];
  const proved = new Map((equal ? readStatement(equal.text).industries : []).map((each) => [each.id, each]));
  return (last ? readStatement(last.text).industries : []).map(({ id, closedTo }) => ({
    industryId: id,
    name: nameOf(id),
    closedTo,
    provedTo: proved.get(id)?.closedTo ?? null,
    root: proved.get(id)?.root ?? null,
  }));
};

const proofOf = (store: SyncStore): SyncState['proof'] => {
  const equal = store.lastEqual();
  if (!equal?.receipt) return null;
  return { at: iso(equal.at), statement: { text: equal.text, signature: equal.signature }, receipt: equal.receipt };
};

/** Everything that a person may want to know about sync. */
export const stateOf = (known: Known): SyncState => {
  const { store, site, words, isRunning, isResting, nextAtMs } = known;
  const hub = store.hub();
  return {
    ...{ site, words, hub: hub ? shownHub(hub) : null, running: isRunning, resting: isResting },
    lastOkAt: isoOrNull(hub?.lastOkAt ?? null),
    lastError: hub?.lastError ?? null,
    lastErrorAt: isoOrNull(hub?.lastErrorAt ?? null),
    failures: hub?.failures ?? 0,
    nextAt: isoOrNull(nextAtMs ?? null),
    industries: industriesOf(known),
    proof: proofOf(store),
    refusals: store.refusals().map(({ firstAt, nextAt, ...rest }) => ({ ...rest, firstAt: iso(firstAt), nextAt: iso(nextAt) })),
  };
};
