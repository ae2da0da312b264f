import type { LiveUpdate } from '../../core/bus.ts';
import type { ReadingReader } from '../../historian/index.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';

/** Latest value of every parameter of an industry's units, for a live client that has just subscribed. */
export const liveSnapshot = (directory: UnitDirectory, reader: ReadingReader, industryId: string): LiveUpdate[] =>
  directory.units(industryId).flatMap((unit) =>
    unit.series.flatMap(({ id, param }) => {
      const latest = reader.latest(id);
      return latest ? [{ unitId: unit.id, param, value: latest.value, quality: latest.quality, atMs: latest.atMs }] : [];
    }),
  );
