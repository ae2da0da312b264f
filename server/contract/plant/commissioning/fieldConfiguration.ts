import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { ok } from '../../model/common.ts';
import { connectionSettings, decodeSpec, deviceLimits, tagKind } from '../../model/field.ts';
import { wireAddress, writtenDecodeSpec } from '../../model/registerAddress.ts';
import { whole } from '../../whole.ts';
import { changeFaults, changeRules, commissioning, deleteQuery, displayName, fromVersion, idPath, version } from '../row.ts';

const id = z.string().min(1).max(64);
const deleteFaults = ['notFound', 'conflict'] as const;

export const connectionSpec = z.object({ name: displayName, enabled: z.boolean().default(true), settings: connectionSettings });
export type ConnectionSpec = z.infer<typeof connectionSpec>;

export const deviceSpec = z.object({
  connectionId: id,
  name: displayName,
  slaveId: z.number().int().min(0).max(255).meta({ description: 'Modbus unit id: 1 to 247, over TCP also 0 and 255' }),
  templateId: id.nullable().default(null),
  enabled: z.boolean().default(true),
  timeoutMs: z
    .number()
    .int()
    .min(20)
    .max(60_000)
    .nullable()
    .optional()
    .meta({ description: 'null: the line’s; absent: the template’s where it has one, else the line’s' }),
  acceptAnyUnit: z.boolean().default(false),
  limits: deviceLimits.optional().meta({ description: 'absent: the template’s, or none' }),
});
export type DeviceSpec = z.infer<typeof deviceSpec>;

export const tagSpec = z.object({
  deviceId: id,
  name: displayName,
  kind: tagKind,
  decode: decodeSpec,
  periodMs: z.number().int().min(100).max(86_400_000),
  measure: z.string().trim().max(20).default(''),
  unitId: id.nullable().default(null).meta({ description: 'unit that it feeds, together with param' }),
  param: id.nullable().default(null),
});
export type TagSpec = z.infer<typeof tagSpec>;

const lineLoad = z
  .object({
    pct: z.number().meta({ description: 'of the line’s time; above 100 a change that adds to it is refused' }),
    warning: z.string().nullable().meta({ description: 'a sentence above 70 %' }),
  })
  .meta({ id: 'LineLoad' });
export type LineLoad = z.infer<typeof lineLoad>;
export const withLoad = {
  load: lineLoad
    .nullable()
    .meta({ description: 'what reading takes of the serial line; null on a network and while the line is disabled' }),
};

const plantConnection = connectionSpec.extend({ id: z.string(), version }).meta({ id: 'PlantConnection' });
/** Of a device that is there: what its template had is its own by now. */
const ownLimits = {
  timeoutMs: deviceSpec.shape.timeoutMs.unwrap().meta({ description: 'null: the line’s' }),
  limits: deviceLimits,
};
export const plantDevice = deviceSpec
  .extend({ id: z.string(), ...ownLimits, timeoutMs: z.number().nullable(), version })
  .meta({ id: 'PlantDevice' });
export const plantTag = tagSpec
  .extend({
    id: z.string(),
    wire: wireAddress.meta({ description: 'its address on the wire, in every notation' }),
    version,
  })
  .meta({ id: 'PlantTag' });
export type PlantTag = z.infer<typeof plantTag>;
const writtenTag = tagSpec.extend({ decode: writtenDecodeSpec });

export const listConnections = endpoint({
  ...commissioning,
  method: 'get',
  path: '/connections',
  summary: 'Lines and hosts',
  faults: [],
  reply: z.object({ connections: z.array(plantConnection) }),
});
export const readConnection = endpoint({
  ...commissioning,
  method: 'get',
  path: '/connections/{id}',
  summary: 'One line or host',
  faults: ['notFound'],
  params: idPath,
  reply: plantConnection.extend(withLoad),
});
export const createConnection = endpoint({
  ...commissioning,
  method: 'post',
  path: '/connections',
  creates: true,
  audit: 'connection.create',
  summary: 'Adds a line or host; it is opened at once',
  description: `Every line and every host and port is one connection; another one for the same is 409. ${changeRules}`,
  faults: changeFaults,
  body: connectionSpec,
  reply: plantConnection.extend(withLoad),
});
export const changeConnection = endpoint({
  ...commissioning,
  method: 'put',
  path: '/connections/{id}',
  audit: 'connection.change',
  summary: 'Changes a line or host; it is reopened when its settings changed',
  description: changeRules,
  faults: changeFaults,
  params: idPath,
  body: whole(connectionSpec.extend(fromVersion.shape)),
  reply: plantConnection.extend(withLoad),
});
export const deleteConnection = endpoint({
  ...commissioning,
  method: 'delete',
  path: '/connections/{id}',
  audit: 'connection.delete',
  summary: 'Deletes a line or host without devices',
  faults: deleteFaults,
  params: idPath,
  query: deleteQuery,
  reply: ok,
});

export const listDevices = endpoint({
  ...commissioning,
  method: 'get',
  path: '/devices',
  summary: 'Devices, of one connection or all',
  faults: [],
  query: z.object({ connectionId: id.optional() }),
  reply: z.object({ devices: z.array(plantDevice) }),
});
export const readDevice = endpoint({
  ...commissioning,
  method: 'get',
  path: '/devices/{id}',
  summary: 'One device',
  faults: ['notFound'],
  params: idPath,
  reply: plantDevice,
});
export const createDevice = endpoint({
  ...commissioning,
  method: 'post',
  path: '/devices',
  creates: true,
  audit: 'device.create',
  summary: 'Adds a device, with the tags of its template if asked',
  description: `A unit id is unique on a line. ${changeRules}`,
  faults: changeFaults,
  body: deviceSpec.extend({ templateTags: z.boolean().default(false) }),
  reply: plantDevice.extend(withLoad),
});
export const changeDevice = endpoint({
  ...commissioning,
  method: 'put',
  path: '/devices/{id}',
  audit: 'device.change',
  summary: 'Changes a device; its tags must still be within its limits',
  description: changeRules,
  faults: changeFaults,
  params: idPath,
  body: whole(deviceSpec.extend({ ...ownLimits, ...fromVersion.shape })),
  reply: plantDevice.extend(withLoad),
});
export const deleteDevice = endpoint({
  ...commissioning,
  method: 'delete',
  path: '/devices/{id}',
  audit: 'device.delete',
  summary: 'Deletes a device without tags and write points',
  faults: deleteFaults,
  params: idPath,
  query: deleteQuery,
  reply: ok,
});

export const listTags = endpoint({
  ...commissioning,
  method: 'get',
  path: '/tags',
  summary: 'Tags, of one device or all',
  faults: [],
  query: z.object({ deviceId: id.optional() }),
  reply: z.object({ tags: z.array(plantTag) }),
});
export const readTag = endpoint({
  ...commissioning,
  method: 'get',
  path: '/tags/{id}',
  summary: 'One tag',
  faults: ['notFound'],
  params: idPath,
  reply: plantTag,
});
export const createTag = endpoint({
  ...commissioning,
  method: 'post',
  path: '/tags',
  creates: true,
  audit: 'tag.create',
  summary: 'Adds a tag; it is read from the next cycle on',
  description: `A parameter of a unit is fed by one tag. ${changeRules}`,
  faults: changeFaults,
  body: writtenTag,
  reply: plantTag.extend(withLoad),
});
export const changeTag = endpoint({
  ...commissioning,
  method: 'put',
  path: '/tags/{id}',
  audit: 'tag.change',
  summary: 'Changes a tag',
  description: changeRules,
  faults: changeFaults,
  params: idPath,
  body: whole(writtenTag.extend(fromVersion.shape)),
  reply: plantTag.extend(withLoad),
});
export const deleteTag = endpoint({
  ...commissioning,
  method: 'delete',
  path: '/tags/{id}',
  audit: 'tag.delete',
  summary: 'Deletes a tag that is no write point’s interlock; what it measured is kept',
  faults: deleteFaults,
  params: idPath,
  query: deleteQuery,
  reply: ok,
});

export const plantFieldConfigurationEndpoints = [
  listConnections,
  readConnection,
  createConnection,
  changeConnection,
  deleteConnection,
  listDevices,
  readDevice,
  createDevice,
  changeDevice,
  deleteDevice,
  listTags,
  readTag,
  createTag,
  changeTag,
  deleteTag,
] as const;
