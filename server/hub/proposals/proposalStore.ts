import type { PoolClient } from 'pg';
import type { ProposalResult, ProposalState } from '../../contract/hub/proposals.ts';
import type { SignedText } from '../../contract/hub/signing.ts';

export type HubProposal = SignedText & {
  id: string;
  number: number;
  industryId: string;
  state: ProposalState;
  code: string | null;
  message: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  handedOutAt: Date | null;
  expiresAt: Date;
};

const MOST = 100;
const columns = `proposal_id id, number, industry_id "industryId", body "text", signature, state, code, message, decided_by "decidedBy",
  decided_at "decidedAt", handed_out_at "handedOutAt", expires_at "expiresAt"`;
/** Nobody has said the last word about it. */
const open = `state in ('proposed', 'held')`;

const NUMBERED_FROM_MS = Date.UTC(2020, 0);

/** Rises also after PostgreSQL was put back to an earlier state, because seconds do: a plant fetches what is above the last that it has. */
export const nextNumber = async (client: PoolClient, plantId: number, nowMs: number): Promise<number> => {
  const { rows } = await client.query<{ last: number }>(
    'select coalesce(max(number), 0) last from proposal where plant_id = $1',
    [plantId],
  );
  return Math.max((rows[0]?.last ?? 0) + 1, Math.floor((nowMs - NUMBERED_FROM_MS) / 1000));
};

export const addProposal = async (
  client: PoolClient,
  plantId: number,
  {
    id,
    number,
    industryId,
    text,
    signature,
    expiresAt,
  }: Pick<HubProposal, 'id' | 'number' | 'industryId' | 'text' | 'signature' | 'expiresAt'>,
): Promise<void> => {
  await client.query(
    `insert into proposal (plant_id, number, proposal_id, industry_id, body, signature, state, expires_at)
     values ($1, $2, $3, $4, $5, $6, 'proposed', $7)`,
    [plantId, number, id, industryId, text, signature, expiresAt],
  );
};

/** The newest first. */
export const proposalsOf = async (
  client: PoolClient,
  plantId: number,
  industryIds: readonly string[],
): Promise<HubProposal[]> => {
  const { rows } = await client.query<HubProposal>(
    `select ${columns} from proposal where plant_id = $1 and industry_id = any ($2) order by number desc limit ${MOST}`,
    [plantId, industryIds],
  );
  return rows;
};

export const oneProposal = async (client: PoolClient, plantId: number, id: string): Promise<HubProposal | undefined> => {
  const { rows } = await client.query<HubProposal>(`select ${columns} from proposal where plant_id = $1 and proposal_id = $2`, [
    plantId,
    id,
  ]);
  return rows[0];
};

/** How many wait for a plant. */
export const openProposals = async (client: PoolClient, plantId: number, nowMs: number): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int count from proposal where plant_id = $1 and ${open} and expires_at > $2`,
    [plantId, new Date(nowMs)],
  );
  return rows[0]?.count ?? 0;
};

/** Those that wait for a plant after a number: from now on the plant may have them. */
export const handOut = async (client: PoolClient, plantId: number, after: number, nowMs: number): Promise<SignedText[]> => {
  const { rows } = await client.query<SignedText & { number: number }>(
    `update proposal set handed_out_at = coalesce(handed_out_at, $3) where plant_id = $1 and number in
       (select number from proposal where plant_id = $1 and number > $2 and ${open} order by number limit ${MOST})
     returning body "text", signature, number`,
    [plantId, after, new Date(nowMs)],
  );
  return rows.toSorted((a, b) => a.number - b.number).map(({ text, signature }) => ({ text, signature }));
};

/** Notes what became of a proposal; what is final stays as it is. */
export const putResult = async (
  client: PoolClient,
  plantId: number,
  id: string,
  { state, code, message, by, at }: ProposalResult,
): Promise<boolean> => {
  const { rowCount } = await client.query(
    `update proposal set state = $3, code = $4, message = $5, decided_by = $6, decided_at = $7
     where plant_id = $1 and proposal_id = $2 and ${open} and state <> $3`,
    [plantId, id, state, code, message, by, state === 'held' ? null : new Date(at)],
  );
  return (rowCount ?? 0) > 0;
};

/** The pairing has ended: nobody will decide about what is open. */
export const endProposals = async (client: PoolClient, plantId: number, nowMs: number): Promise<void> => {
  await client.query(
    `update proposal set state = 'refused', code = 'unpaired', decided_at = $2 where plant_id = $1 and ${open} and expires_at > $2`,
    [plantId, new Date(nowMs)],
  );
};

/** @returns false where the plant may have it already. */
export const withdraw = async (client: PoolClient, plantId: number, id: string, nowMs: number): Promise<boolean> => {
  const { rowCount } = await client.query(
    `update proposal set state = 'withdrawn', decided_at = $3
     where plant_id = $1 and proposal_id = $2 and state = 'proposed' and handed_out_at is null`,
    [plantId, id, new Date(nowMs)],
  );
  return (rowCount ?? 0) > 0;
};
