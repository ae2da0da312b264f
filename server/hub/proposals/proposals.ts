import { randomUUID, sign } from 'node:crypto';
import { MOST_PROPOSAL_LENGTH, newProposal, type Proposal, proposal, proposalResult } from '../../contract/hub/proposals.ts';
import { signedLine } from '../../contract/hub/signing.ts';
import { canonicalJson } from '../../core/bytes/canonicalJson.ts';
import type { Clock } from '../../core/clock.ts';
import { DAY_MS } from '../../core/time.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import type { HubKey, HubKeys } from '../keys/hubKeys.ts';
import type { OpenSession } from '../people/sessionStore.ts';
import type { HubAudit } from '../wire/auditStore.ts';
import type { KnownPlant } from '../wire/plantStore.ts';
import { readBody, readTyped } from '../wire/readBody.ts';
import { WireRefusal } from '../wire/wireRefusal.ts';
import {
  addProposal,
  type HubProposal,
  handOut,
  nextNumber,
  oneProposal,
  openProposals,
  proposalsOf,
  putResult,
  withdraw,
} from './proposalStore.ts';
import { baseOf, type KnownTargets, knownTargets } from './targetsStore.ts';

export type HubProposalsParts = { database: HubDatabase; audit: HubAudit; keys: HubKeys; clock: Clock };
type Asker = Pick<OpenSession, 'person' | 'grants'>;

const MOST_OPEN = 200;
const signatureOf = (text: string, { signing }: HubKey): string =>
  sign(null, Buffer.from(signedLine.proposal + text), signing).toString('base64url');
const notThere = (): WireRefusal => new WireRefusal('notFound', 'this hub has no such proposal');

/** Proposals for plants: made by people of the hub, signed by it, fetched by the plant, which alone decides. */
export class HubProposals {
  readonly #parts: HubProposalsParts;

  constructor(parts: HubProposalsParts) {
    this.#parts = parts;
  }

  /** What may be proposed to a plant that the person may see, and what was. Of those industries alone for which the person may propose. */
  async of(plant: KnownPlant, asker: Asker): Promise<object> {
    const { plantId } = plant;
    return this.#parts.database.reading(plantId, async (client) => {
      const { rows } = await client.query<{ id: string; name: string }>(
        'select industry_id id, name from industry where plant_id = $1 order by name',
        [plantId],
      );
      const industries = rows.filter(({ id }) => mayPropose(asker, plantId, id));
      const targets: (KnownTargets & { id: string; name: string })[] = [];
      for (const { id, name } of industries) targets.push({ id, name, ...(await knownTargets(client, plantId, id)) });
      const ids = industries.map(({ id }) => id);
      return { industries: targets, proposals: (await proposalsOf(client, plantId, ids)).map((one) => this.#shown(one)) };
    });
  }

  /** @throws WireRefusal `badRequest` for what no hub may propose, `notFound` for what the hub does not know of. */
  async make({ plantId, site, state }: KnownPlant, asker: Asker, body: Buffer): Promise<object> {
    const { keys, clock, audit } = this.#parts;
    const { expiresInDays, ...asked } = readTyped(body, newProposal);
    if (!mayPropose(asker, plantId, asked.industryId)) throw new WireRefusal('notFound', 'no such industry');
    if (state !== 'paired') throw new WireRefusal('conflict', 'the plant is not paired');
    const { username, name } = asker.person;
    const nowMs = clock.now();
    return audit.inTurn(plantId, nowMs, async (client) => {
      const base = baseOf(await knownTargets(client, plantId, asked.industryId), asked);
      if (base === undefined) throw new WireRefusal('notFound', 'the hub does not know what this is about');
      if (base !== null && canonicalJson(base) === canonicalJson(asked.values))
        throw new WireRefusal('badRequest', 'values: it is so already, as far as the hub knows');
      if ((await openProposals(client, plantId, nowMs)) >= MOST_OPEN)
        throw new WireRefusal('quota', `${MOST_OPEN} proposals wait for this plant`);
      const signed: Proposal = proposal.parse({
        ...{
          format: 'headworks-proposal-1',
          id: randomUUID(),
          number: await nextNumber(client, plantId, nowMs),
          site,
          ...asked,
          base,
        },
        author: { user: username, name },
        createdAt: new Date(nowMs).toISOString(),
        expiresAt: new Date(nowMs + expiresInDays * DAY_MS).toISOString(),
      });
      const text = canonicalJson(signed);
      if (text.length > MOST_PROPOSAL_LENGTH)
        throw new WireRefusal(
          'tooLarge',
          `values: with what the plant has now they are ${text.length} letters long, and a plant takes ${MOST_PROPOSAL_LENGTH}: propose less, or change it at the plant`,
        );
      const signature = signatureOf(text, keys.current);
      const { id, number, industryId, kind, target } = signed;
      await addProposal(client, plantId, { id, number, industryId, text, signature, expiresAt: new Date(signed.expiresAt) });
      return [{ id }, ['proposal made', { site, proposal: id, industry: industryId, kind, target, by: username }]];
    });
  }

  /** @throws WireRefusal `conflict` where the plant may have it already. */
  async withdraw({ plantId, site }: KnownPlant, asker: Asker, id: string): Promise<object> {
    const { clock, audit } = this.#parts;
    const nowMs = clock.now();
    return audit.inTurn(plantId, nowMs, async (client) => {
      const known = await oneProposal(client, plantId, id);
      if (!known || !mayPropose(asker, plantId, known.industryId)) throw notThere();
      if (!(await withdraw(client, plantId, id, nowMs)))
        throw new WireRefusal('conflict', 'the plant may have it already: its owner decides');
      return [{}, ['proposal withdrawn', { site, proposal: id, by: asker.person.username }]];
    });
  }

  /** What a plant has not answered, signed with the key by which it knows the hub. */
  async handOut({ plantId }: KnownPlant, after: number, by: HubKey): Promise<object> {
    if (!Number.isSafeInteger(after) || after < 0) throw new WireRefusal('badRequest', 'after: no number');
    const nowMs = this.#parts.clock.now();
    const texts = await this.#parts.database.inTurn(plantId, (client) => handOut(client, plantId, after, nowMs));
    return { proposals: texts.map(({ text }) => ({ text, signature: signatureOf(text, by) })) };
  }

  /** What became of a proposal, by the word of the plant. */
  async takeResult({ plantId, site }: KnownPlant, id: string, body: Buffer): Promise<object> {
    const { clock, audit } = this.#parts;
    const result = readBody(body, proposalResult);
    return audit.inTurn(plantId, clock.now(), async (client) => {
      const known = await oneProposal(client, plantId, id);
      if (!known) throw notThere();
      if (!(await putResult(client, plantId, id, result))) return [{ state: known.state }, undefined];
      const { state, code, by } = result;
      const facts = { site, proposal: id, state, ...(code !== null && { code }), ...(by !== null && { by }) };
      return [{ state }, ['proposal answered by the plant', facts]];
    });
  }

  #shown({ id, text, state, code, message, decidedBy, decidedAt, handedOutAt, expiresAt }: HubProposal): object {
    const { industryId, kind, target, base, values, author, reason, createdAt } = proposal.parse(JSON.parse(text));
    const isOver = expiresAt.getTime() <= this.#parts.clock.now() && (state === 'proposed' || state === 'held');
    return {
      ...{ id, industryId, kind, target, base, values, author, reason, createdAt, code, message, decidedBy },
      state: isOver ? 'expired' : state,
      expiresAt: expiresAt.toISOString(),
      handedOutAt: handedOutAt?.toISOString() ?? null,
      decidedAt: decidedAt?.toISOString() ?? null,
    };
  }
}

/** The hub's owners, and whoever is an admin of that industry of the plant. */
const mayPropose = ({ person, grants }: Asker, plantId: number, industryId: string): boolean =>
  person.isOwner || grants.some((one) => one.plantId === plantId && one.industryId === industryId && one.role === 'admin');
