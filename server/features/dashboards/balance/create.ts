import type { Clock } from '../../../core/clock.ts';
import type { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import type { ReadingReader } from '../../../historian/index.ts';
import type { Calendars, UnitDirectory } from '../../../plantModel/index.ts';
import type { VersionedDocuments } from '../../diagrams/index.ts';
import { BalanceGraphs } from './graphs.ts';
import { BalanceService } from './service.ts';

export type BalancesParts = {
  documents: VersionedDocuments;
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: Calendars;
  scheduler: CooperativeScheduler;
  clock: Clock;
};

export type Balances = { graphs: BalanceGraphs; balance: BalanceService };

/** Water balances over the plant's graph; alarms about lost water ask them too. */
export const createBalance = ({ documents, scheduler: turns, ...parts }: BalancesParts): Balances => {
  const graphs = new BalanceGraphs(documents, parts.directory);
  return { graphs, balance: new BalanceService({ ...parts, graphs, turns }) };
};
