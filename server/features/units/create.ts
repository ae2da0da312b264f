import type { Clock } from '../../core/clock.ts';
import type { Writer } from '../../db/writer.ts';
import type { PlantModel } from '../../plantModel/index.ts';
import { CategoryService } from './categoryService.ts';
import { CategoryStore } from './categoryStore.ts';
import { IndustryService } from './industryService.ts';
import { IndustryStore } from './industryStore.ts';
import { UnitService } from './unitService.ts';
import { UnitStore } from './unitStore.ts';

export type Units = { industries: IndustryService; categories: CategoryService; units: UnitService };

/** What changes the plant model. */
export const createUnits = (writer: Writer, { directory, changes }: PlantModel, clock: Clock): Units => {
  const store = new UnitStore(writer);
  return {
    industries: new IndustryService({ store: new IndustryStore(writer), readings: store, directory, changes, clock }),
    categories: new CategoryService({ store: new CategoryStore(writer), directory, changes }),
    units: new UnitService({ store, directory, changes, clock }),
  };
};
