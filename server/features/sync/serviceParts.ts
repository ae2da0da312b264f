import type { Identity } from '../../bundle/identity.ts';
import type { Bus, LiveUpdate } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Proposals } from './model.ts';
import type { AskPlant } from './questions.ts';
import type { AfterRestore } from './round/roundParts.ts';
import type { SyncStore } from './syncStore.ts';
import type { ReadOpenSlots } from './ticks/openSlotsStore.ts';

export type SyncParts = {
  dataFolder: string;
  identity: Identity;
  program: string;
  /** Name by which the hub's owner knows the plant: of the industries that it shares. */
  plantName(industryIds: readonly string[]): string;
  store: SyncStore;
  ask: AskPlant;
  bus: Bus;
  clock: Clock;
  /** 0 up to 1. */
  random(): number;
  log: Log;
  /** Pauses between attempts of one request, ms. */
  againAfterMs?: readonly number[];
  /** Latest value of every parameter of an industry. */
  latest(industryId: string): LiveUpdate[];
  /** Slots of open days. */
  openSlots: ReadOpenSlots;
  restored: AfterRestore;
  /** Absent where nothing may be proposed. */
  proposals?: Proposals;
  /** Between live values, ms. */
  liveEveryMs?: number;
  /** Between slots of open days, ms. */
  ticksEveryMs?: number;
  /** Rests between pieces of work of a round; ends when the signal does, with its reason. */
  rest?(ms: number, signal: AbortSignal): Promise<void>;
};
