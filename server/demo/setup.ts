import { type UnitMeta, unitSpec } from '../contract/model/units.ts';
import { dateOfDay } from '../core/shift.ts';
import { DAY_MS } from '../core/time.ts';
import type { ConnectionService, DeviceService, TagService } from '../features/commissioning/index.ts';
import type { CategoryService, IndustryService, UnitService } from '../features/units/index.ts';
import type { DemoDevice, DemoIndustry, DemoUnit } from './layout/model.ts';

/** The services through which a person would commission the plant. */
export type CommissioningServices = {
  industries: Pick<IndustryService, 'create'>;
  categories: Pick<CategoryService, 'create' | 'createSub'>;
  units: Pick<UnitService, 'create'>;
  connections: Pick<ConnectionService, 'create'>;
  devices: Pick<DeviceService, 'create'>;
  tags: Pick<TagService, 'list' | 'change'>;
};

export const idIn = (industryId: string, key: string): string => `${industryId.toLowerCase()}-${key}`;

/** An industry whose days begin at six in India. */
export async function addIndustry(services: CommissioningServices, id: string, name: string, firstDay: number): Promise<void> {
  const rule = {
    validFrom: dateOfDay(firstDay),
    timezone: 'Asia/Kolkata',
    startAt: '06:00:00',
    endAt: '06:00:00',
    shiftName: 'Day',
  };
  const joinedAtMs = firstDay * DAY_MS + 30 * 60_000;
  await services.industries.create({ id, name, currency: 'INR', joinedAtMs, shifts: [rule] });
}

/** Everything of one plant: categories, units, connections on their ports, devices from templates, tags that feed the units. */
export async function commission(
  services: CommissioningServices,
  industry: DemoIndustry,
  given: { firstDay: number; ports: ReadonlyMap<string, number> },
): Promise<void> {
  await addIndustry(services, industry.id, industry.name, given.firstDay);
  const categoryOf = await addCategories(services, industry);
  const learnFrom = dateOfDay(given.firstDay);
  for (const [position, unit] of industry.units.entries())
    await addUnit(services, industry, unit, { position, categoryOf, learnFrom });
  for (const { key, name } of industry.connections) {
    const settings = lineAt(given.ports.get(key) ?? 0);
    await services.connections.create(industry.id, { name, enabled: true, settings }, idIn(industry.id, key));
  }
  for (const device of industry.devices) await addDevice(services, industry.id, device);
}

/** A simulated line as a connection. */
export const lineAt = (port: number) => ({
  kind: 'tcp' as const,
  host: '127.0.0.1',
  port,
  connectTimeoutMs: 3000,
  timeoutMs: 1000,
  pauseBetweenRequestsMs: 0,
  pauseAfterConnectMs: 0,
});

/** Answers the standard category of every sub-category. */
async function addCategories(services: CommissioningServices, industry: DemoIndustry): Promise<Map<string, string>> {
  const categoryOf = new Map<string, string>();
  for (const [position, { subCategories, ...category }] of industry.categories.entries()) {
    const { id: categoryId } = await services.categories.create(industry.id, { ...category, enabled: true, position });
    for (const [place, { key, ...sub }] of subCategories.entries()) {
      await services.categories.createSub(industry.id, { ...sub, categoryId, enabled: true, position: place }, key);
      categoryOf.set(key, category.standardCategoryId);
    }
  }
  return categoryOf;
}

/** The history is before the day on which the units are entered: their watches learn from it. */
const isLearned = ({ type, meta }: DemoUnit): boolean =>
  (type === 'flow' || type === 'borewell') && meta?.alertEnabled?.stable_flow === undefined;

async function addUnit(
  services: CommissioningServices,
  industry: DemoIndustry,
  unit: DemoUnit,
  { position, categoryOf, learnFrom }: { position: number; categoryOf: ReadonlyMap<string, string>; learnFrom: string },
): Promise<void> {
  const expression = unit.expression?.map((term) => ({ unitId: idIn(industry.id, term.unit), factor: term.factor }));
  const meta: UnitMeta = {
    ...unit.meta,
    ...(isLearned(unit) && { alertParams: { ...unit.meta?.alertParams, stable_flow: { mode: 'learned' as const, learnFrom } } }),
    ...(expression && { expression }),
    ...(unit.behind && { subMeterOf: idIn(industry.id, unit.behind) }),
  };
  const spec = unitSpec.parse({
    subCategoryId: unit.sub,
    name: unit.name,
    type: unit.type,
    standardCategoryId: categoryOf.get(unit.sub),
    standardCategoryIds: [...(unit.ids ?? [])],
    siUnit: unit.siUnit,
    position,
    maxCapacity: unit.maxCapacity ?? null,
    meta,
  });
  await services.units.create(industry.id, spec, idIn(industry.id, unit.key));
}

async function addDevice(services: CommissioningServices, industryId: string, device: DemoDevice): Promise<void> {
  const deviceId = idIn(industryId, device.key);
  await services.devices.create(
    industryId,
    {
      connectionId: idIn(industryId, device.connection),
      name: device.name,
      slaveId: device.slaveId,
      templateId: device.template,
      enabled: true,
      acceptAnyUnit: false,
    },
    { templateTags: true, id: deviceId },
  );
  const tags = services.tags.list(industryId, deviceId);
  for (const { tag: name, feeds, measure } of device.signals) {
    const tag = tags.find((one) => one.name === name);
    if (!feeds || !tag) continue;
    const { id, version, industryId: _, ...spec } = tag;
    const changed = { ...spec, measure: measure ?? spec.measure, unitId: idIn(industryId, feeds.unit), param: feeds.param };
    await services.tags.change(industryId, id, changed, version);
  }
}
