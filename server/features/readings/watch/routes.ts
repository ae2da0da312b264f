import { readQuality, readTariffBlocks } from '../../../contract/plant/watch.ts';
import { Failure } from '../../../core/fail.ts';
import { chooseWindow, type PacedReadServices, selectUnits, sourceFor } from '../../../historian/index.ts';
import { type Route, route } from '../../../http/route.ts';
import { qualityOfDay } from './qualityOfDay.ts';
import { tariffBlocksOf } from './tariffBlocks.ts';

/** What the panel's pages of quality and energy need besides the User API. */
export const watchRoutes = (parts: PacedReadServices): Route[] => {
  const { directory, scheduler } = parts;
  const membersOf = (industryId: string, standardCategoryId: string) =>
    (selectUnits(directory, industryId, `ALL_CATEGORIES_V2|${standardCategoryId}`)?.categories ?? []).flatMap(({ subs }) =>
      subs.flatMap(({ sub, units }) => units.map((unit) => ({ unit, sub }))),
    );
  return [
    route(readQuality)(({ query: { date1, days } }, { caller: { industryId }, signal }) => {
      const source = sourceFor(parts, scheduler, industryId, signal);
      const units = membersOf(industryId, 'QUALITY_CATEGORY').filter(({ unit }) => unit.type === 'quality');
      return qualityOfDay(units, chooseWindow(source.calendar, 'DAY', date1), days, source);
    }),
    route(readTariffBlocks)(({ query: { date1, type } }, { caller: { industryId }, signal }) => {
      const industry = directory.industry(industryId);
      if (!industry) throw new Failure('noData', 'industry not found');
      const source = sourceFor(parts, scheduler, industryId, signal);
      const units = membersOf(industryId, 'ENERGY_CATEGORY').flatMap(({ unit }) => (unit.type === 'energy' ? [unit] : []));
      return tariffBlocksOf(industry, units, chooseWindow(source.calendar, type, date1), source);
    }),
  ];
};
