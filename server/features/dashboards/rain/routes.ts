import { fetchRainHistory, readRainAnalytics, readRainEfficiency, readRainTrend } from '../../../contract/user/rainfall.ts';
import { type Route, route } from '../../../http/route.ts';
import type { RainHistoryService } from './historyService.ts';
import type { Designs, RainService } from './service.ts';

export type RainRoutesParts = { rain: RainService; rainHistory: RainHistoryService; designs: Designs };

/** Rain: trend, efficiency, history and analytics. */
export const rainRoutes = ({ rain, rainHistory, designs }: RainRoutesParts): Route[] => [
  route(readRainTrend)(({ query }, { caller: { industryId }, signal, etag }) => rain.trend({ industryId, signal }, query, etag)),
  route(readRainEfficiency)(({ query }, { caller: { industryId }, signal, etag }) =>
    rain.efficiency({ industryId, signal }, query, etag),
  ),
  route(fetchRainHistory)(async ({ body }, { caller: { industryId }, signal, audited }) => {
    const answer = await rainHistory.bring({ industryId, signal }, body);
    const { stored, changed, source } = answer;
    audited({ subject: body.unitId, after: { from: body.startDate, to: body.endDate, stored, changed, source } });
    return answer;
  }),
  route(readRainAnalytics)(({ query: { unitId } }, { caller: { industryId }, signal, etag }) =>
    rain.analytics({ industryId, signal }, unitId, designs, etag),
  ),
];
