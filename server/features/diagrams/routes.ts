import { additionalFeature, readFeature, saveFeature } from '../../contract/user/additionalFeature.ts';
import { common } from '../../contract/user/referenceData.ts';
import { contentTag } from '../../core/contentTag.ts';
import { Failure } from '../../core/fail.ts';
import type { PacedReadServices } from '../../historian/index.ts';
import { type Route, type RouteAnswer, route } from '../../http/route.ts';
import type { AlarmPast } from '../alarms/index.ts';
import { documentRoutes, type NameOf } from './documentRoutes.ts';
import type { FeatureService } from './features/service.ts';
import type { VersionedDocuments } from './model.ts';
import { type OverviewMomentParts, overviewMomentRoutes } from './overviewMoment.ts';
import { referenceData } from './referenceData.ts';
import { scadaRoutes } from './scada/routes.ts';
import type { ScadaService } from './scada/service.ts';

export type DiagramRoutesParts = PacedReadServices & {
  documents: VersionedDocuments;
  scada: ScadaService;
  features: FeatureService;
  alarms: AlarmPast;
  dischargeIds: OverviewMomentParts['dischargeIds'];
  nameOf: NameOf;
  /** Of the server. */
  version: string;
};

/** SCADA, feature documents, reference data, and the versions of documents. */
export const diagramRoutes = (parts: DiagramRoutesParts): Route[] => {
  const { documents, features, directory, clock, version, nameOf } = parts;
  return [
    ...scadaRoutes(parts),
    ...overviewMomentRoutes(parts),
    ...documentRoutes(documents, nameOf),
    route(additionalFeature)(async ({ query }, { caller }) => {
      const answer: Record<string, unknown> = {};
      for (const feature of query.featureData) answer[feature] = await features.read(caller.industryId, feature);
      // each is checked against its schema when it leaves
      return answer as RouteAnswer<typeof additionalFeature>;
    }),
    route(readFeature)(async ({ params: { featureData } }, { caller }) => {
      const found = await features.read(caller.industryId, featureData);
      if (!found) throw new Failure('noData', `${featureData} was not saved yet`);
      return { ...found, featureData };
    }),
    route(saveFeature)(async ({ params: { featureData }, body }, { caller, audited }) => {
      const saved = await features.save(caller, featureData, body);
      audited({ subject: featureData, after: { version: saved.version } });
      return saved;
    }),
    route(common)((_, { caller: { industryId }, etag }) => {
      const industry = directory.industry(industryId);
      if (!industry) throw new Failure('noData', 'industry not found');
      const known = { categories: directory.categories(industryId), units: directory.units(industryId) };
      const answer = referenceData(industry, known, { nowMs: clock.now(), version });
      // the time goes on without anything being new
      const { serverTime: _time, ...shown } = answer;
      etag(contentTag([industryId, shown]));
      return answer;
    }),
  ];
};
