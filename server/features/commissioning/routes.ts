import {
  changeConnection,
  changeDevice,
  changeTag,
  createConnection,
  createDevice,
  createTag,
  deleteConnection,
  deleteDevice,
  deleteTag,
  type LineLoad,
  listConnections,
  listDevices,
  listTags,
  readConnection,
  readDevice,
  readTag,
} from '../../contract/plant/commissioning/fieldConfiguration.ts';
import { type Route, route } from '../../http/route.ts';
import type { ConnectionService } from './connectionService.ts';
import type { DeviceService } from './deviceService.ts';
import { tagAnswer } from './tagAnswer.ts';
import type { TagService } from './tagService.ts';

export type CommissioningRoutesParts = { connections: ConnectionService; devices: DeviceService; tags: TagService };

const deleted = { status: 'success', message: 'Deleted' } as const;

const connectionRoutes = (connections: ConnectionService): Route[] => [
  route(listConnections)((_, { caller }) => ({ connections: connections.list(caller.industryId) })),
  route(readConnection)(({ params }, { caller }) => ({
    ...connections.read(caller.industryId, params.id),
    load: connections.load(caller.industryId, params.id),
  })),
  route(createConnection)(async ({ body }, { caller, audited }) => {
    const after = await connections.create(caller.industryId, body);
    audited({ subject: after.id, after });
    return { ...after, load: connections.load(caller.industryId, after.id) };
  }),
  route(changeConnection)(async ({ params: { id }, body: { version, ...spec } }, { caller, audited }) => {
    const before = connections.read(caller.industryId, id);
    const after = await connections.change(caller.industryId, id, spec, version);
    audited({ subject: id, before, after });
    return { ...after, load: connections.load(caller.industryId, after.id) };
  }),
  route(deleteConnection)(async ({ params: { id }, query }, { caller, audited }) => {
    const before = connections.read(caller.industryId, id);
    await connections.delete(caller.industryId, id, query.version);
    audited({ subject: id, before });
    return deleted;
  }),
];

const deviceRoutes = (devices: DeviceService, connections: ConnectionService): Route[] => [
  route(listDevices)(({ query }, { caller }) => ({ devices: devices.list(caller.industryId, query.connectionId) })),
  route(readDevice)(({ params }, { caller }) => devices.read(caller.industryId, params.id)),
  route(createDevice)(async ({ body: { templateTags, ...spec } }, { caller, audited }) => {
    const after = await devices.create(caller.industryId, spec, { templateTags });
    audited({ subject: after.id, after: { ...after, templateTags } });
    return { ...after, load: connections.load(caller.industryId, after.connectionId) };
  }),
  route(changeDevice)(async ({ params: { id }, body: { version, ...spec } }, { caller, audited }) => {
    const before = devices.read(caller.industryId, id);
    const after = await devices.change(caller.industryId, id, spec, version);
    audited({ subject: id, before, after });
    return { ...after, load: connections.load(caller.industryId, after.connectionId) };
  }),
  route(deleteDevice)(async ({ params: { id }, query }, { caller, audited }) => {
    const before = devices.read(caller.industryId, id);
    await devices.delete(caller.industryId, id, query.version);
    audited({ subject: id, before });
    return deleted;
  }),
];

const tagRoutes = (tags: TagService, loadOf: (industryId: string, deviceId: string) => LineLoad | null): Route[] => [
  route(listTags)(({ query }, { caller }) => ({ tags: tags.list(caller.industryId, query.deviceId).map(tagAnswer) })),
  route(readTag)(({ params }, { caller }) => tagAnswer(tags.read(caller.industryId, params.id))),
  route(createTag)(async ({ body }, { caller, audited }) => {
    const after = await tags.create(caller.industryId, body);
    audited({ subject: after.id, after });
    return { ...tagAnswer(after), load: loadOf(caller.industryId, after.deviceId) };
  }),
  route(changeTag)(async ({ params: { id }, body: { version, ...spec } }, { caller, audited }) => {
    const before = tags.read(caller.industryId, id);
    const after = await tags.change(caller.industryId, id, spec, version);
    audited({ subject: id, before, after });
    return { ...tagAnswer(after), load: loadOf(caller.industryId, after.deviceId) };
  }),
  route(deleteTag)(async ({ params: { id }, query }, { caller, audited }) => {
    const before = tags.read(caller.industryId, id);
    await tags.delete(caller.industryId, id, query.version);
    audited({ subject: id, before });
    return deleted;
  }),
];

/** The configuration of lines, devices and tags. */
export const commissioningRoutes = ({ connections, devices, tags }: CommissioningRoutesParts): Route[] => [
  ...connectionRoutes(connections),
  ...deviceRoutes(devices, connections),
  ...tagRoutes(tags, (industryId, deviceId) => connections.load(industryId, devices.read(industryId, deviceId).connectionId)),
];
