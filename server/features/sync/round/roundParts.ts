import type { KeyObject } from 'node:crypto';
import type { SignedText } from '../../../contract/hub/signing.ts';
import type { Statement } from '../../../contract/hub/statement.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { WriteTx } from '../../../db/writer.ts';
import type { AdoptedDay } from '../../../historian/index.ts';
import type { AuditTrail } from '../../audit/index.ts';
import type { HubClient } from '../hubClient.ts';
import type { Proposals } from '../model.ts';
import type { AskPlant } from '../questions.ts';
import type { GoneDayStore } from '../restored/goneDayStore.ts';
import type { HeldDayStore } from '../restored/heldDayStore.ts';
import type { HubRow, SyncStore } from '../syncStore.ts';
import type { OutgoingBundle } from './upload.ts';

export type Stated = { body: Statement; signed: SignedText; seq: number };

/** What is needed to settle days of which the hub has something else. */
export type AfterRestore = {
  held: HeldDayStore;
  gone: GoneDayStore;
  adopt(days: readonly AdoptedDay[], beside: (tx: WriteTx) => void): Promise<void>;
  audit: Pick<AuditTrail, 'append'>;
};

export type RoundParts = {
  client: HubClient;
  hub: HubRow;
  hubKey: KeyObject;
  site: string;
  epoch: number;
  signing: KeyObject;
  ask: AskPlant;
  store: SyncStore;
  outgoing: OutgoingBundle;
  /** What was stated last in this round. */
  statement(): Stated;
  /** What the hub said about its next keys, where it has another one; it counts once the round is over. */
  follow(rotations: readonly SignedText[]): void;
  clockOffsetMs(): number | null;
  proposals?: Proposals | undefined;
  program: string;
  schema: number;
  clock: Clock;
  restored: AfterRestore;
  /** The hub knows about plants that were restored. */
  knowsRestored: boolean;
  /** The hub puts aside days of series that the plant does not know any more. */
  setsAside: boolean;
  log: Log;
  /** Lets requests have their turn. */
  turn(): Promise<void>;
  signal: AbortSignal;
};

export type RoundOrder = Omit<RoundParts, 'statement' | 'schema' | 'knowsRestored' | 'setsAside'>;
export type NamedOrder = RoundOrder & { /** What the plant is called at the hub. */ name: string };
