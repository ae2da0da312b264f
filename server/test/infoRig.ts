import { afterEach, beforeEach } from 'vitest';
import type { UnitInfo } from '../contract/model/units.ts';
import { type AccountsRig, startAccounts } from './accountsRig.ts';
import { someUnit } from './configuredPlant.ts';
import type { Ask, Reply } from './httpRig.ts';

export type Info = Record<string, UnitInfo[]>;

export const FLOW = 0;

export const TANK = 1;

export const QUALITY = 2;

export let rig: AccountsRig;

const units: string[] = [];

export const start = async (): Promise<void> => {
  rig = await startAccounts();
  const { categories, units: service } = rig.plant;
  const add = async (spec: Record<string, unknown>): Promise<void> => {
    const { id } = await service.create('DEMO', someUnit({ position: units.length, ...spec }), `unit-${units.length}`);
    units.push(id);
  };
  units.length = 0;
  const stock = { displayName: 'Tanks', standardCategoryId: 'STOCK_CATEGORY', siUnit: 'KL', enabled: true, position: 1 };
  const { id: categoryId } = await categories.create('DEMO', stock);
  await categories.createSub('DEMO', { categoryId, displayName: 'Tanks', group: 'Storage', enabled: true, position: 0 }, 'tanks');
  const use = { categoryId: 'SOURCE_CATEGORY', displayName: 'Use', group: 'Consumption Points', enabled: true, position: 2 };
  await categories.createSub('DEMO', use, 'use');
  await add({});
  await add({ subCategoryId: 'tanks', type: 'stock', standardCategoryId: 'STOCK_CATEGORY', meta: {} });
  const params = { ph: { name: 'pH', unit: 'pH', lt: null, ht: null }, tds: { name: 'TDS', unit: 'mg/L', lt: null, ht: 500 } };
  await add({ type: 'quality', standardCategoryId: 'QUALITY_CATEGORY', meta: { params } });
  await add({ subCategoryId: 'use', name: 'Canteen' });
};

export const eachFresh = (): void => {
  beforeEach(start);
  afterEach(() => rig.stop());
};

export const PATH = '/accounts/info';

export const patch = (operations: unknown, asked: Ask & { token?: string } = {}): Promise<Reply> =>
  rig.call('PATCH', PATH, { body: { operations } as object, ...asked });

export const set = (path: string, value: unknown): Promise<Reply> => patch([{ path, value }]);

export const info = async (): Promise<Info> => (await rig.call('GET', PATH)).body as Info;

export const unitAt = async (index: number): Promise<UnitInfo | undefined> =>
  Object.values(await info())
    .flat()
    .find((unit) => unit.index === index);
