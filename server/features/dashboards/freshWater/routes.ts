import { type FwiStep, freshWaterStep, readFwiInput, saveFwiInput } from '../../../contract/user/fwi.ts';
import { type Route, route } from '../../../http/route.ts';
import type { FreshWaterService } from './service.ts';

/** The fresh-water form. */
export const freshWaterRoutes = (freshWater: Pick<FreshWaterService, 'save' | 'read' | 'step'>): Route[] => [
  route(saveFwiInput)(async ({ body }, { caller: { industryId, userId }, signal, audited }) => {
    const answer = await freshWater.save({ industryId, signal }, body, userId);
    audited({ subject: answer.typeId, after: { step: answer.step, version: answer.version } });
    return answer;
  }),
  route(readFwiInput)(({ query: { typeId } }, { caller: { industryId }, signal }) =>
    freshWater.read({ industryId, signal }, typeId),
  ),
  route(freshWaterStep)(({ params: { step }, query: { typeId } }, { caller: { industryId } }) =>
    freshWater.step(industryId, Number(step) as FwiStep, typeId),
  ),
];
