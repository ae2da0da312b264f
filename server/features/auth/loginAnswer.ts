import { reportFormats, reportServices, reportTemplates, reportTypes } from '../../contract/model/reports.ts';
import type { CategoryInfo, LoginResponse } from '../../contract/user/auth.ts';
import { ShiftCalendar } from '../../core/shift.ts';
import { dmyOf } from '../../core/time.ts';
import { type Category, type Industry, toUnitInfo, type Unit } from '../../plantModel/index.ts';
import type { User } from './model.ts';

export type LoginFacts = {
  user: User;
  industry: Industry;
  categories: Category[];
  units: Unit[];
  users: User[];
  loginType: string;
  accessToken: string;
  refreshToken: string;
  leakageEnabled: boolean;
  /** Such as http://plant-pc:8080. */
  baseUrl: string;
  nowMs: number;
};

const toCategoryInfo = (category: Category, units: Unit[]): CategoryInfo => ({
  id: category.id,
  displayName: category.displayName,
  standardCategoryId: category.standardCategoryId,
  siUnit: category.siUnit,
  enabled: category.enabled,
  order: category.position,
  subCategories: category.subCategories.map((sub) => ({
    id: sub.id,
    displayName: sub.displayName,
    group: sub.group,
    enabled: sub.enabled,
    order: sub.position,
    units: units.filter(({ subCategoryId }) => subCategoryId === sub.id).map(({ id }) => id),
  })),
});

/** Everything a client needs to draw its first screen, in one answer. */
export const loginAnswer = (facts: LoginFacts): LoginResponse => {
  const { user, industry, categories, units } = facts;
  const date = new ShiftCalendar(industry.shifts).dateOf(facts.nowMs);
  const rule = industry.shifts.findLast(({ validFrom }) => validFrom <= date) ?? industry.shifts[0];
  const groups = new Map(categories.flatMap(({ subCategories }) => subCategories.map(({ id, group }) => [id, group] as const)));
  const logo = industry.meta.logo;
  return {
    access_token: facts.accessToken,
    refresh_token: facts.refreshToken,
    userId: user.id,
    email: user.email ?? '',
    username: user.username,
    industryId: industry.id,
    industryName: industry.name,
    leakageEnabled: facts.leakageEnabled,
    websocketUrl: `${facts.baseUrl.replace(/^http/, 'ws')}/api/user/live`,
    categories: Object.fromEntries(categories.map((category) => [category.id, toCategoryInfo(category, units)])),
    units: units.map((unit, index) => toUnitInfo(unit, index, { group: groups.get(unit.subCategoryId) })),
    users: facts.users.map(({ id, username, email, role, active, disabled }) => ({
      userId: id,
      username,
      email,
      role,
      active: active && !disabled,
    })),
    reports: {
      reportTypes: [...reportTypes],
      formats: [...reportFormats],
      services: [...reportServices],
      templates: [...reportTemplates],
    },
    permissions: [...user.permissions],
    timezone: rule?.timezone ?? 'Asia/Kolkata',
    shift: { startAt: rule?.startAt ?? '00:00:00', endAt: rule?.endAt ?? '00:00:00', shiftName: rule?.shiftName ?? '' },
    token: `Bearer ${facts.accessToken}`,
    refreshToken: facts.refreshToken,
    services: categories
      .filter(({ enabled }) => enabled)
      .map(({ id, standardCategoryId, displayName, siUnit }) => ({ categoryId: id, standardCategoryId, displayName, siUnit })),
    categoryUnits: Object.fromEntries(
      categories.map(({ id }) => [
        id,
        units.filter(({ categoryId }) => categoryId === id).map((unit) => ({ id: unit.id, displayName: unit.name })),
      ]),
    ),
    startDate: dmyOf(date),
    logo: typeof logo === 'string' ? logo : '',
    type: facts.loginType,
  };
};
