import { isFailure } from '../core/fail.ts';
import { dateOfDay } from '../core/shift.ts';
import { NeutralityService } from '../features/dashboards/neutrality/index.ts';
import { RoDays, type RoParts, RoReferences, RoService, RoStore } from '../features/dashboards/ro/index.ts';
import type { NeutralityOver, RoOver } from '../features/reports/index.ts';
import type { OpenReading } from './openReading.ts';

export type MonthSource = Pick<RoParts, 'directory' | 'reader' | 'calendars' | 'turns' | 'clock'>;
type Request = { industryId: string; signal: AbortSignal };

const unlessAbsent = async <T>(work: () => Promise<T>): Promise<T | null> => {
  try {
    return await work();
  } catch (error) {
    if (isFailure(error, 'noData')) return null;
    throw error;
  }
};

export const neutralityOver =
  (parts: MonthSource, request: Request, divisionFactor: number): NeutralityOver =>
  ({ fromDay, toDay }) =>
    unlessAbsent(() =>
      new NeutralityService(parts).data(request, { date1: dateOfDay(fromDay), date2: dateOfDay(toDay), divisionFactor }),
    );

/** On a connection that cannot write: a reference that is found here is left to the server to keep. */
export const roOver =
  (parts: MonthSource, { kysely, writer }: Pick<OpenReading, 'kysely' | 'writer'>, request: Request): RoOver =>
  ({ toDay }) =>
    unlessAbsent(async () => {
      const stored = new RoStore(writer, kysely);
      const days = new RoDays();
      const store = { reference: stored.reference.bind(stored), saveReference: async () => {} };
      const references = new RoReferences({ ...parts, store, days });
      const service = new RoService({ ...parts, store: stored, references, days });
      return (await service.data(request, { date1: dateOfDay(toDay), type: 'MONTH' })).data1.plants;
    });
