import type { SyncFacts } from '../model.ts';
import { stateOf } from './proof.ts';
import type { RoundOrder, Stated } from './roundParts.ts';

/** Statements of a plant rise also after a restore to an older state: seconds do. */
const nextSeq = (last: number, nowMs: number): number => Math.max(last + 1, Math.floor(nowMs / 1000));

/** What the plant has now, signed, and kept before it is sent. */
export const statePlant = async (order: RoundOrder): Promise<Stated & { facts: SyncFacts; nowMs: number }> => {
  const { ask, hub, store, clock, program, site: id, epoch, signing, turn, signal } = order;
  const site = { id, epoch };
  const facts = await ask('facts', { site, share: hub.share }, signal);
  await store.putDocuments(facts.changed, turn);
  const nowMs = clock.now();
  for (const item of facts.tooLarge) store.refuse(item, 'tooLarge', nowMs);
  const previousSeq = store.lastSeq();
  const seq = nextSeq(previousSeq, nowMs);
  const stated = stateOf({ facts, site, seq, previousSeq, nowMs, clockOffsetMs: order.clockOffsetMs(), program }, signing);
  store.addStatement(stated.signed, seq, nowMs);
  return { ...stated, seq, facts, nowMs };
};
