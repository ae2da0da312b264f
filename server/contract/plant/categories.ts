import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ok } from '../model/common.ts';
import { nameText } from '../rules/nameText.ts';
import { whole } from '../whole.ts';
import {
  changeFaults,
  changeRules,
  commissioning,
  deleteQuery,
  displayName,
  fromVersion,
  idPath,
  madeOnce,
  position,
  version,
} from './row.ts';

export const categorySpec = z.object({
  displayName,
  standardCategoryId: z.string().regex(/^[A-Z][A-Z0-9_]{0,59}$/, 'must be a standard category id such as SOURCE_CATEGORY'),
  siUnit: z.string().max(20),
  enabled: z.boolean().default(true),
  position,
});
export type CategorySpec = z.infer<typeof categorySpec>;

export const subCategorySpec = z.object({
  categoryId: z.string().min(1).max(64),
  displayName,
  group: nameText(100).default(''),
  enabled: z.boolean().default(true),
  position,
});
export type SubCategorySpec = z.infer<typeof subCategorySpec>;

const plantSubCategory = subCategorySpec
  .extend({ id: z.string(), unitIds: z.array(z.string()), version })
  .meta({ id: 'PlantSubCategory' });
export type PlantSubCategory = z.infer<typeof plantSubCategory>;

const plantCategory = categorySpec
  .extend({ id: z.string(), subCategories: z.array(plantSubCategory), version })
  .meta({ id: 'PlantCategory' });
export type PlantCategory = z.infer<typeof plantCategory>;

export const listCategories = endpoint({
  ...commissioning,
  method: 'get',
  path: '/categories',
  summary: 'Categories with their sub-categories',
  faults: [],
  reply: z.object({ categories: z.array(plantCategory) }),
});

export const createCategory = endpoint({
  ...commissioning,
  method: 'post',
  path: '/categories',
  creates: true,
  audit: 'category.create',
  summary: 'Adds a category',
  description: `Its id is its standard category, numbered from the second one on. ${madeOnce} ${changeRules}`,
  faults: changeFaults,
  body: categorySpec,
  reply: plantCategory,
});

export const changeCategory = endpoint({
  ...commissioning,
  method: 'put',
  path: '/categories/{id}',
  audit: 'category.change',
  summary: 'Changes a category',
  description: changeRules,
  faults: changeFaults,
  params: idPath,
  body: whole(categorySpec.extend(fromVersion.shape)),
  reply: plantCategory,
});

export const deleteCategory = endpoint({
  ...commissioning,
  method: 'delete',
  path: '/categories/{id}',
  audit: 'category.delete',
  summary: 'Deletes a category that has no sub-categories',
  faults: ['notFound', 'conflict'],
  params: idPath,
  query: deleteQuery,
  reply: ok,
});

export const listSubCategories = endpoint({
  ...commissioning,
  method: 'get',
  path: '/sub-categories',
  summary: 'Sub-categories with their units',
  faults: [],
  reply: z.object({ subCategories: z.array(plantSubCategory) }),
});

export const createSubCategory = endpoint({
  ...commissioning,
  method: 'post',
  path: '/sub-categories',
  creates: true,
  audit: 'subCategory.create',
  summary: 'Adds a sub-category',
  description: `${madeOnce} ${changeRules}`,
  faults: changeFaults,
  body: subCategorySpec,
  reply: plantSubCategory,
});

export const changeSubCategory = endpoint({
  ...commissioning,
  method: 'put',
  path: '/sub-categories/{id}',
  audit: 'subCategory.change',
  summary: 'Changes a sub-category, or moves it to another category',
  description: changeRules,
  faults: changeFaults,
  params: idPath,
  body: whole(subCategorySpec.extend(fromVersion.shape)),
  reply: plantSubCategory,
});

export const deleteSubCategory = endpoint({
  ...commissioning,
  method: 'delete',
  path: '/sub-categories/{id}',
  audit: 'subCategory.delete',
  summary: 'Deletes a sub-category that has no units',
  faults: ['notFound', 'conflict'],
  params: idPath,
  query: deleteQuery,
  reply: ok,
});

export const plantCategoryEndpoints = [
  listCategories,
  createCategory,
  changeCategory,
  deleteCategory,
  listSubCategories,
  createSubCategory,
  changeSubCategory,
  deleteSubCategory,
] as const;
