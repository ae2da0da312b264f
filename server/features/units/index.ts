export { CategoryService } from './categoryService.ts';
export { CategoryStore } from './categoryStore.ts';
export { IndustryService } from './industryService.ts';
export { IndustryStore } from './industryStore.ts';
export { unitRoutes } from './routes.ts';
export { UnitService } from './unitService.ts';
export { UnitStore } from './unitStore.ts';
