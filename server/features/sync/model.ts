import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { ProposalResult } from '../../contract/hub/proposals.ts';
import type { SignedText } from '../../contract/hub/signing.ts';
import { monthNumber, statedKindHash, streamEnd } from '../../contract/hub/statement.ts';

const count = z.number().int().min(0);

export type HubState = 'waiting' | 'paired' | 'revoked' | 'forked';

/** A row of the plant that was added, changed or deleted since the last round. */
export const changedDocument = z.object({
  kind: z.string(),
  id: z.string(),
  version: z.number().int().min(1),
  content: z.string(),
  hash: z.string(),
});
export type ChangedDocument = z.infer<typeof changedDocument>;

/** The contents of a statement, as the job process reads them from the database. */
export const syncFacts = z.object({
  industries: z.array(
    z.object({
      id: z.string(),
      root: z.string(),
      closedTo: z.string().nullable(),
      blocks: count,
      months: z.array(z.tuple([monthNumber, z.string()])),
    }),
  ),
  streams: z.array(streamEnd),
  documents: z.array(statedKindHash),
  changed: z.array(changedDocument),
  /** Documents that no message can hold, as `kind id`. */
  tooLarge: z.array(z.string()),
  schema: z.number().int(),
});
export type SyncFacts = z.infer<typeof syncFacts>;

/** Days of which a bundle is made; `uids` null for all series. */
export const wantedDay = z.object({
  industry: z.string(),
  day: z.number().int(),
  uids: z.array(z.string()).nullable(),
  /** Refused before, and not to be tried again yet. */
  without: z.array(z.string()),
});
export type WantedDay = z.infer<typeof wantedDay>;

/** A bundle that waits in the data folder until the hub has it. */
export const madeBundle = z.object({
  path: z.string(),
  sha256: z.string(),
  bytes: count,
  items: count,
  /** How many of the wanted days it holds; the others are for the next. */
  taken: count,
  /** Closed days of single series in it. */
  blocks: count,
  /** Days of series that are damaged in the plant's own store, as `uid day`. */
  damaged: z.array(z.string()),
});
export type MadeBundle = z.infer<typeof madeBundle>;

/** Whoever looks after what the hub proposes. */
export interface Proposals {
  /** Highest number that came of this hub, by its key. */
  lastNumber(hub: string): number;
  /** How many came of this hub that it has no last word about. */
  openCount(hub: string): number;
  take(signed: readonly SignedText[], proposer: { hub: string; key: KeyObject; industries: readonly string[] }): Promise<void>;
  /** What became of proposals, as far as this hub does not know it. */
  unreported(hub: string): { id: string; state: ProposalState; result: ProposalResult }[];
  reported(id: string, state: ProposalState): void;
  /** The hub has another key. */
  rekeyHub(from: string, to: string): void;
  /** The pairing has ended. */
  endHub(): void;
  onDecided: () => void;
}
type ProposalState = 'held' | 'applying' | 'applied' | 'refused' | 'expired' | 'superseded';
