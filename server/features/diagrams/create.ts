import type { Kysely } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import type { Schema } from '../../db/schema.ts';
import type { Writer } from '../../db/writer.ts';
import type { ReadingReader } from '../../historian/index.ts';
import type { Calendars, UnitDirectory } from '../../plantModel/index.ts';
import type { SettingsService } from '../accounts/index.ts';
import type { AlarmPast } from '../alarms/index.ts';
import { DocumentStore } from './documentStore.ts';
import { StoredDocuments } from './documents.ts';
import { FeatureService } from './features/service.ts';
import type { OverviewMomentParts } from './overviewMoment.ts';
import type { DiagramRoutesParts } from './routes.ts';
import { type ScadaParts, ScadaService } from './scada/service.ts';

export type DiagramParts = {
  documents: StoredDocuments;
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: Calendars;
  settings: Pick<SettingsService, 'alerts'>;
  alarms: AlarmPast;
  writePoints: ScadaParts['writePoints'];
  dischargeIds: OverviewMomentParts['dischargeIds'];
  scheduler: CooperativeScheduler;
  clock: Clock;
};

/** Versioned documents: graphs, diagrams, settings of features. */
export const createDocuments = (writer: Writer, readerKysely: Kysely<Schema>, clock: Clock): StoredDocuments =>
  new StoredDocuments(new DocumentStore(writer, readerKysely), clock);

/** SCADA diagrams and feature documents, as their routes want them. */
export const createDiagrams = ({ settings, ...parts }: DiagramParts): Omit<DiagramRoutesParts, 'version' | 'nameOf'> => ({
  ...parts,
  scada: new ScadaService(parts),
  features: new FeatureService({ ...parts, alertSettings: (industryId) => settings.alerts(industryId) }),
});
