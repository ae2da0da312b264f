import type { UnitType } from '../../../contract/model/common.ts';
import { readQuality, readTariffBlocks } from '../../../contract/plant/readings/watch.ts';
import { Failure } from '../../../core/fail.ts';
import { chooseWindow, type PacedReadServices, shownUnits, sourceFor } from '../../../historian/index.ts';
import { type Route, route } from '../../../http/route.ts';
import { qualityOfDay } from './qualityOfDay.ts';
import { tariffBlocksOf } from './tariffBlocks.ts';

/** What the panel's pages of quality and energy need besides the User API. */
export const watchRoutes = (parts: PacedReadServices): Route[] => {
  const { directory, scheduler } = parts;
  /** Units of a type in the order of their sub-categories, whatever else they count as. */
  const unitsOfType = (industryId: string, type: UnitType) => {
    const units = shownUnits(directory, industryId).filter((unit) => unit.type === type);
    return directory
      .categories(industryId)
      .flatMap(({ subCategories }) =>
        subCategories.flatMap((sub) => units.flatMap((unit) => (unit.subCategoryId === sub.id ? [{ unit, sub }] : []))),
      );
  };
  return [
    route(readQuality)(({ query: { date1, days } }, { caller: { industryId }, signal }) => {
      const source = sourceFor(parts, scheduler, industryId, signal);
      const units = unitsOfType(industryId, 'quality');
      return qualityOfDay(units, chooseWindow(source.calendar, 'DAY', { date1 }), days, source);
    }),
    route(readTariffBlocks)(({ query: { date1, type } }, { caller: { industryId }, signal }) => {
      const industry = directory.industry(industryId);
      if (!industry) throw new Failure('noData', 'industry not found');
      const source = sourceFor(parts, scheduler, industryId, signal);
      const units = unitsOfType(industryId, 'energy').map(({ unit }) => unit);
      return tariffBlocksOf(industry, units, chooseWindow(source.calendar, type, { date1 }), source);
    }),
  ];
};
