import { deviceTemplate } from '../contract/model/deviceTemplates.ts';
import { industryFacts } from '../contract/model/industryFacts.ts';
import { unitSpec } from '../contract/model/units.ts';
import { writePointSpec } from '../contract/model/writePoint.ts';
import { connectionSpec, deviceSpec, tagSpec } from '../contract/plant/commissioning/fieldConfiguration.ts';
import { loopTestSpec } from '../contract/plant/commissioning/loopTests.ts';
import type { createPlant } from '../plant.ts';

/** Stands in every text of an industry; none of it may reach anybody else. */
export const canaries = { DEMO: 'CNRYDEM', NORTH: 'CNRYNOR', INTERNAL: 'CNRYINT' } as const;
export type IndustryId = keyof typeof canaries;

const nobodysPorts = { DEMO: 1, NORTH: 2, INTERNAL: 3 } as const;
/** Ids of the things of an industry, by the names that parameters have in the API; they hold no canary, for answers repeat them. */
export const idsOf = (industryId: IndustryId) => {
  const id = industryId.toLowerCase();
  return {
    industryId,
    unitId: `${id}-flow`,
    categoryId: 'SOURCE_CATEGORY',
    subCategoryId: `${id}-sub`,
    connectionId: `${id}-line`,
    deviceId: `${id}-device`,
    tagId: `${id}-tag`,
    userId: `${id}-user`,
    issuerId: `${id}-issuer`,
    templateId: `${id}-model`,
    loopTestId: `${id}-loop-test`,
    writePointId: `${id}-write-point`,
    commandId: `${id}-command`,
  };
};

/** One industry with a unit of each kind, a line, a device and a tag; every text holds its canary. */
export const addIndustry = async (plant: ReturnType<typeof createPlant>, industryId: IndustryId): Promise<void> => {
  const c = canaries[industryId];
  const ids = idsOf(industryId);
  const shift = {
    validFrom: '2026-01-01',
    timezone: 'Asia/Kolkata',
    startAt: '06:00:00',
    endAt: '06:00:00',
    shiftName: `${c} Day`,
  };
  await plant.industries.create({ id: industryId, name: `${c} plant`, currency: 'INR', joinedAtMs: 0, shifts: [shift] });
  const category = await plant.categories.create(industryId, {
    displayName: `${c} source`,
    standardCategoryId: ids.categoryId,
    siUnit: 'KL',
    enabled: true,
    position: 0,
  });
  const place = { categoryId: category.id, displayName: `${c} raw water`, group: `${c} supply`, enabled: true, position: 0 };
  await plant.categories.createSub(industryId, place, ids.subCategoryId);
  const unit = (fields: object) =>
    unitSpec.parse({ subCategoryId: ids.subCategoryId, standardCategoryId: ids.categoryId, siUnit: 'KL', ...fields });
  const texts = {
    meterMake: `${c} make`,
    meterSerial: `${c} serial`,
    meterClass: `${c} class`,
    dischargeTo: `${c} drain`,
    treatment: `${c} UF`,
  };
  const meter = { modulus: 1_000_000, basePerCount: 1000, maxPerHour: 100 };
  const flow = unit({ name: `${c} well`, type: 'flow', standardCategoryIds: ['ID_SOURCE'], meta: { meter, ...texts } });
  await plant.units.create(industryId, flow, ids.unitId);
  const params = { ph: { name: `${c} pH`, unit: `${c} u`, lt: 6, ht: 8 } };
  await plant.units.create(industryId, unit({ name: `${c} quality`, type: 'quality', meta: { params } }), `${ids.unitId}-2`);
  const tank = { shape: 'vertical_cylinder', diameter: 2, height: 3 };
  await plant.units.create(industryId, unit({ name: `${c} tank`, type: 'stock', meta: { tank } }), `${ids.unitId}-3`);
  const bind = [{ unitId: ids.unitId, field: 'total' }];
  const node = { id: 'well', kind: 'pump' as const, label: `${c} well`, x: 0, y: 0, w: 1, h: 1, bind };
  const page = { id: 'page', name: `${c} page`, level: 1 as const, width: 1, height: 1, nodes: [node], edges: [] };
  await plant.diagrams.scada.save({ industryId, userId: ids.userId }, {}, { pages: [page] });
  const aquifers = [{ aquiferId: `${c}-aquifer`, name: `${c} aquifer`, kind: 'confined' as const }];
  await plant.industries.changeFacts(industryId, industryFacts.parse({ aquifers }));
  // nobody answers there, and the live channel says so
  const nowhere = { kind: 'tcp', host: '127.0.0.1', port: nobodysPorts[industryId] };
  const line = await plant.connections.create(
    industryId,
    connectionSpec.parse({ name: `${c} line`, settings: nowhere }),
    ids.connectionId,
  );
  const settings = { kind: 'tcp', host: `${c}.invalid` };
  await plant.connections.create(
    industryId,
    connectionSpec.parse({ name: `${c} spare`, enabled: false, settings }),
    `${ids.connectionId}-2`,
  );
  const device = deviceSpec.parse({ connectionId: line.id, name: `${c} meter`, slaveId: 1 });
  await plant.devices.create(industryId, device, { id: ids.deviceId });
  const tag = tagSpec.parse({
    deviceId: ids.deviceId,
    name: `${c} total`,
    kind: 'counter',
    decode: { space: 'holding', address: 0, type: 'uint32' },
    periodMs: 5000,
    measure: `${c} m3`,
    unitId: ids.unitId,
    param: 'volume',
  });
  await plant.tags.create(industryId, tag, ids.tagId);
  const { decode, kind, periodMs } = tag;
  const model = deviceTemplate.parse({
    id: ids.templateId,
    manufacturer: `${c} works`,
    model: `${c} model`,
    category: 'flow',
    source: `${c} manual`,
    verified: true,
    tags: [{ name: `${c} total`, kind, decode, periodMs, grade: 'A', typical: 1 }],
  });
  await plant.commissioning.templates.save({ industryId, userId: ids.userId }, model);
  const loopTest = loopTestSpec.parse({
    unitId: ids.unitId,
    param: 'volume',
    testedAt: '2026-01-02T10:00:00Z',
    testedBy: `${c} tester`,
    reference: { instrument: `${c} clamp-on` },
    points: [{ reference: 10, asFound: 10.1 }],
    note: `${c} note`,
  });
  await plant.commissioning.loopTests.save({ industryId, username: `${c}-user` }, loopTest, ids.loopTestId);
  const pump = {
    deviceId: ids.deviceId,
    name: `${c} pump`,
    asset: `${c}_PUMP`,
    kind: 'setpoint',
    fn: 6,
    address: 10,
    type: 'uint16',
  };
  const valve = { ...pump, name: `${c} valve`, asset: `${c}_VALVE`, kind: 'valve', fn: 5, type: 'bool', valve: {} };
  plant.plc.points.add(industryId, writePointSpec.parse({ ...pump, min: 0, max: 50 }), ids.writePointId);
  plant.plc.points.add(industryId, writePointSpec.parse({ ...valve, min: 0, max: 1 }), `${ids.writePointId}-2`);
  // refused, for a new site is read-only, and in the journal
  const by = {
    userId: ids.userId,
    username: `${c}-user`,
    industryId,
    requestId: '',
    ip: '',
    isTechnician: false,
    sessionId: null,
  };
  const frame = { frameId: `${c}_PUMP.SPEED`, slaveId: 1, fn: 6 as const, address: 10, values: [20] };
  const command = { deviceId: ids.deviceId, commandId: ids.commandId, frames: [frame], verify: true, deadlineMs: 1000 };
  await plant.plc.service.write(by, command);
};
