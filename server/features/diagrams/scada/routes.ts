import { createHash } from 'node:crypto';
import { diagramMoment } from '../../../contract/plant/moments.ts';
import { readScadaGraph, saveScadaGraph, scadaData } from '../../../contract/user/scada.ts';
import { chooseWindow, type PacedReadServices, readingsEtag, sourceFor } from '../../../historian/index.ts';
import { type Route, route } from '../../../http/route.ts';
import type { AlarmPast } from '../../alarms/index.ts';
import { momentData, windowUntil } from './moment.ts';
import { alarmStamp, pageData, unitsOf } from './pageData.ts';
import type { ScadaService } from './service.ts';

/** How often the answer of a running window may change. */
const LIVE_MS = 2000;

/** The SCADA part of the User API. */
export const scadaRoutes = (parts: PacedReadServices & { scada: ScadaService; alarms: AlarmPast }): Route[] => {
  const { scada, directory, reader, alarms } = parts;
  return [
    route(readScadaGraph)(async ({ query }, { caller, etag }) => {
      const graph = await scada.graph(caller.industryId, query);
      etag(`${caller.industryId}.${graph.prefix}.${graph.docType}.${graph.version}`);
      return graph;
    }),
    route(saveScadaGraph)(async ({ query, body }, { caller, audited }) => {
      const saved = await scada.save(caller, query, body);
      const nodes = saved.pages.reduce((sum, page) => sum + page.nodes.length, 0);
      const subject = [saved.prefix, saved.docType].filter(Boolean).join('/');
      audited({ subject, after: { version: saved.version, pages: saved.pages.length, nodes } });
      return saved;
    }),
    route(scadaData)(async ({ query }, { caller: { industryId }, etag, signal }) => {
      const source = sourceFor(parts, parts.scheduler, industryId, signal);
      const window = chooseWindow(source.calendar, query.type, { date1: query.date }, { date1: 'date' });
      const { pages, versions } = await scada.pages(industryId, query);
      const units = unitsOf(pages, directory, industryId);
      const seriesIds = [...units.values()].flatMap(({ series }) => series.map(({ id }) => id));
      const read = { seriesIds, windows: [window] };
      const { nowMs, nowSlot } = source;
      const isRunning = window.toSlot > nowSlot;
      const rest = [versions, alarmStamp(industryId, alarms), isRunning ? Math.floor(nowMs / LIVE_MS) : ''].join('\n');
      const tag = readingsEtag(directory, reader, { industryId, query, nowMs, nowSlot }, read);
      etag(createHash('sha256').update(tag).update(rest).digest('base64url').slice(0, 27));
      return pageData({ industryId, pages, units, window }, source, alarms);
    }),
    route(diagramMoment)(async ({ query }, { caller: { industryId }, signal }) => {
      const source = sourceFor(parts, parts.scheduler, industryId, signal);
      const window = windowUntil(source, query.at);
      const { pages } = await scada.pages(industryId, { page: query.page });
      const units = unitsOf(pages, directory, industryId);
      return momentData({ industryId, pages, units, window }, source, alarms);
    }),
  ];
};
