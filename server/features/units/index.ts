export { CategoryService } from './categoryService.ts';
export { createUnits } from './create.ts';
export { IndustryService } from './industryService.ts';
export { unitRoutes } from './routes.ts';
export { UnitService } from './unitService.ts';
