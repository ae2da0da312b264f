import type { DeviceDataV2 } from '../../contract/user/deviceData.ts';
import type { DeviceCategory, DeviceDataV1, DeviceUnitV1 } from '../../contract/user/deviceDataV1.ts';
import type { Selection, ServingContext, Window } from '../../historian/index.ts';
import { deviceData } from './deviceDataV2.ts';
import { qualityHistory } from './qualityHistory.ts';

type Type = DeviceDataV1['type'];

export type DeviceDataV1Request = {
  category: DeviceCategory;
  type: Type;
  selection: Selection;
  windows: readonly [Window, (Window | undefined)?];
  divisionFactor: number;
};

type UnitV2 = DeviceDataV2['categories'][number]['subCategories'][number]['units'][number];

/** A unit as the first API names its fields; `other` is the same unit in the second window. */
export const unitV1 = (one: UnitV2, other: UnitV2 | undefined): DeviceUnitV1 => {
  const { maxCapacity } = one.meta;
  return {
    unitId: one.unitId,
    displayName: one.displayName,
    siUnit: one.siUnit,
    value1: one.value,
    counted: one.counted,
    countedInSub: one.countedInSub,
    ...(other && { value2: other.value }),
    online: one.online,
    lastUpdatedAt: one.latestAt,
    latest: one.latest,
    latestUnit: one.latestUnit,
    threshold: one.meta.threshold,
    meta: maxCapacity === undefined ? {} : { maxCapacity },
    completeness: one.completeness,
    series1: one.graph,
    ...(other && { series2: other.graph }),
    ...(one.stock && { stock: one.stock }),
    ...(one.quality && { quality: one.quality }),
    ...(one.energy && { energy: one.energy }),
  };
};

/** The first API's answer: the same numbers as deviceDataV2 gives, of one window or of two side by side. */
export const deviceDataOfV1 = async (request: DeviceDataV1Request, source: ServingContext): Promise<DeviceDataV1> => {
  const { category, type, selection, windows, divisionFactor } = request;
  const ask = { selection, divisionFactor, v2: false, nowMs: source.nowMs };
  const one = await deviceData({ ...ask, window: windows[0] }, source);
  const other = windows[1] && (await deviceData({ ...ask, window: windows[1] }, source));
  const others = new Map(
    other?.categories.flatMap(({ subCategories }) =>
      subCategories.flatMap((sub) => sub.units.map((unit) => [unit.unitId, unit])),
    ),
  );
  const otherSubs = new Map(other?.categories.flatMap(({ subCategories }) => subCategories.map((sub) => [sub.id, sub])));
  const groups = new Map(selection.categories.flatMap(({ subs }) => subs.map(({ sub }) => [sub.id, sub.group])));
  return {
    category,
    type,
    siUnit: one.siUnit,
    window1: one.window,
    ...(other && { window2: other.window }),
    total1: one.total,
    ...(one.totalReason && { totalReason: one.totalReason }),
    ...(other && { total2: other.total }),
    completeness: one.completeness,
    subCategories: one.categories.flatMap(({ subCategories }) =>
      subCategories.map((sub) => ({
        id: sub.id,
        displayName: sub.displayName,
        group: groups.get(sub.id) ?? '',
        online: sub.units.some(({ online }) => online),
        total1: sub.total,
        ...(sub.totalReason && { totalReason: sub.totalReason }),
        ...(other && { total2: otherSubs.get(sub.id)?.total ?? null }),
        units: sub.units.map((unit) => unitV1(unit, other && others.get(unit.unitId))),
      })),
    ),
    ...(category === 'quality' &&
      type === 'HOUR' && { history: { days: await qualityHistory(selection, windows[0].fromDay, source) } }),
  };
};
