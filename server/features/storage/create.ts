import type { Sqlite } from '../../db/open.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import { siteOwners } from '../auth/index.ts';
import { firstAuditMs, firstStoredDay } from './firstDayStore.ts';
import { type ProgramParts, RunningProgram } from './program.ts';
import { changedStreams, readHeads } from './selfTestStore.ts';
import { StorageService, type StorageServiceParts } from './service.ts';

export type StorageParts = Omit<
  StorageServiceParts,
  'seriesName' | 'heads' | 'changedStreams' | 'firstDay' | 'firstEntryMs' | 'ownerIndustries' | 'program'
> & {
  reader: Sqlite;
  directory: UnitDirectory;
  program: Pick<ProgramParts, 'version' | 'minutes' | 'packages'>;
  users: { usersOf(industryId: string): readonly { permissions: ReadonlySet<string>; internal: boolean }[] };
};

/** What is stored and the room for more. */
export const createStorage = ({ reader, directory, users, program, ...parts }: StorageParts): StorageService => {
  const { dataFolder, logLines, clock } = parts;
  const sqlite = String(reader.prepare('select sqlite_version()').pluck().get());
  return new StorageService({
    ...parts,
    program: new RunningProgram({ ...program, dataFolder, logLines, clock, sqlite }),
    seriesName: (seriesId) => {
      const series = directory.seriesById(seriesId);
      return series ? `${series.unitId} ${series.param}` : `series ${seriesId}`;
    },
    heads: () => readHeads(reader),
    changedStreams: (noted) => changedStreams(reader, noted),
    firstDay: firstStoredDay(reader),
    firstEntryMs: firstAuditMs(reader),
    ownerIndustries: () => siteOwners({ directory, users }),
  });
};
