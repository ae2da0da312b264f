import type { Kysely } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import type { Schema } from '../../db/schema.ts';
import type { Writer } from '../../db/writer.ts';
import type { ReadingReader } from '../../historian/index.ts';
import type { Calendars, UnitDirectory } from '../../plantModel/index.ts';
import type { SettingsService } from '../accounts/index.ts';
import type { AlarmReader } from '../alarms/index.ts';
import { DocumentStore } from './documentStore.ts';
import { StoredDocuments } from './documents.ts';
import { FeatureService } from './features/service.ts';
import type { DiagramRoutesParts } from './routes.ts';
import { ScadaService } from './scada/service.ts';

export type DiagramParts = {
  writer: Writer;
  readerKysely: Kysely<Schema>;
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: Calendars;
  settings: Pick<SettingsService, 'alerts'>;
  alarms: AlarmReader;
  scheduler: CooperativeScheduler;
  clock: Clock;
};

/** Versioned documents, SCADA diagrams and feature documents, as their routes want them. */
export const createDiagrams = ({
  writer,
  readerKysely,
  settings,
  ...parts
}: DiagramParts): Omit<DiagramRoutesParts, 'version'> => {
  const documents = new StoredDocuments(new DocumentStore(writer, readerKysely), parts.clock);
  return {
    ...parts,
    documents,
    scada: new ScadaService({ ...parts, documents }),
    features: new FeatureService({ ...parts, documents, alertSettings: (industryId) => settings.alerts(industryId) }),
  };
};
