import { type HelloAnswer, helloAnswer } from '../../../contract/hub/exchange.ts';
import { Failure } from '../../../core/fail.ts';
import { documentTables } from '../read/documentTables.ts';
import { exchangeProposals } from './exchangeProposals.ts';
import { compareReceipt, readReceipt } from './proof.ts';
import type { NamedOrder, RoundParts, Stated } from './roundParts.ts';
import { sendDays, sendLeftOver } from './sendDays.ts';
import { sendDocuments } from './sendDocuments.ts';
import { sendEntries } from './sendEntries.ts';
import { statePlant } from './statePlant.ts';

export type RoundResult = { documents: number; entries: number; days: number; isComplete: boolean };

type Asked = { answer: HelloAnswer; stated: Stated; isComplete: boolean };
/** States what the plant has, and asks the hub what it lacks. */
const stateAndAsk = async (order: NamedOrder): Promise<Asked> => {
  const { client, hub, hubKey, store, signal } = order;
  const { body: statement, signed, seq } = await statePlant(order);
  const stated: Stated = { body: statement, signed, seq };
  const capabilities = ['documents', 'entries', 'days'];
  const body = { statement: stated.signed, share: hub.share, name: order.name, capabilities };
  const answer = await client.ask({ method: 'POST', path: '/hello', body }, helloAnswer, signal);
  const receipt = readReceipt(answer.receipt, hubKey);
  const compared = receipt && compareReceipt(stated.body, receipt);
  if (!compared) throw new Failure('unavailable', 'the receipt of the hub is not of this statement');
  store.addReceipt(seq, answer.receipt, compared.days);
  if (answer.rotations) order.follow(answer.rotations);
  return { answer, stated, isComplete: compared.days && compared.streams && compared.documents };
};

const placeOf = (kind: string): number => documentTables.findIndex(({ name }) => name === kind);

/**
 * One round: hello, documents, entries, the newest days first, and hello again. It may be cut off anywhere: what the hub has it need
 * not be sent again. @throws HubRefusal, or Failure `unavailable` where the hub is not reached.
 */
export const syncRound = async (order: NamedOrder): Promise<RoundResult> => {
  const { store, clock } = order;
  const resting = store.resting(clock.now());
  const due = new Map(store.refusals().flatMap(({ item, tries }) => (resting.has(item) ? [] : [[item, tries] as const])));
  let asked = await stateAndAsk(order);
  // what was just carried out is sent in this round: otherwise the hub would know it as applied and show the old value for an hour
  if (order.proposals && (await exchangeProposals(order, order.proposals, asked.answer.proposals)))
    asked = await stateAndAsk(order);
  const { answer, stated, isComplete } = asked;
  const { needs, limits } = answer;
  const result: RoundResult = { documents: 0, entries: 0, days: 0, isComplete };
  const { knowsRestored = false, setsAside = false } = answer;
  const parts: RoundParts = { ...order, statement: () => stated, schema: stated.body.schema, knowsRestored, setsAside };
  const kinds = needs.documents.filter((kind) => placeOf(kind) >= 0).sort((a, b) => placeOf(a) - placeOf(b));
  for (const kind of kinds) result.documents += await sendDocuments(parts, kind);
  for (const end of needs.streams) result.entries += await sendEntries(parts, end);
  result.days += await sendLeftOver(parts, limits);
  const unequal = new Set(needs.industries.map(({ id }) => id));
  for (const { id } of stated.body.industries) {
    if (unequal.has(id)) continue;
    order.restored.held.keepOnly(id, []);
    order.restored.gone.keepOnly(id, []);
  }
  for (const need of needs.industries)
    if (order.hub.share.industries.includes(need.id)) result.days += await sendDays(parts, need, limits);
  // what was due and was not refused again
  store.accept(
    store
      .refusals()
      .filter(({ item, tries }) => due.get(item) === tries)
      .map(({ item }) => item),
  );
  if (isComplete) return result;
  return { ...result, isComplete: (await stateAndAsk(order)).isComplete };
};
