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
  listConnections,
  listDevices,
  listTags,
  listTemplates,
  readConnection,
  readDevice,
  readTag,
} from '../../contract/plant.ts';
import { type Route, route } from '../../http/route.ts';
import type { ConnectionService } from './connectionService.ts';
import type { DeviceService } from './deviceService.ts';
import type { TagService } from './tagService.ts';

export type CommissioningRoutesParts = { connections: ConnectionService; devices: DeviceService; tags: TagService };

const deleted = { status: 'success', message: 'Deleted' } as const;

const connectionRoutes = (connections: ConnectionService): Route[] => [
  route(listConnections)((_, { caller }) => ({ connections: connections.list(caller.industryId) })),
  route(readConnection)(({ params }, { caller }) => connections.read(caller.industryId, params.id)),
  route(createConnection)(({ body }, { caller }) => connections.create(caller.industryId, body)),
  route(changeConnection)(({ params, body: { version, ...spec } }, { caller }) =>
    connections.change(caller.industryId, params.id, spec, version),
  ),
  route(deleteConnection)(async ({ params, query }, { caller }) => {
    await connections.delete(caller.industryId, params.id, query.version);
    return deleted;
  }),
];

const deviceRoutes = (devices: DeviceService): Route[] => [
  route(listDevices)(({ query }, { caller }) => ({ devices: devices.list(caller.industryId, query.connectionId) })),
  route(readDevice)(({ params }, { caller }) => devices.read(caller.industryId, params.id)),
  route(createDevice)(({ body: { templateTags, ...spec } }, { caller }) =>
    devices.create(caller.industryId, spec, { templateTags }),
  ),
  route(changeDevice)(({ params, body: { version, ...spec } }, { caller }) =>
    devices.change(caller.industryId, params.id, spec, version),
  ),
  route(deleteDevice)(async ({ params, query }, { caller }) => {
    await devices.delete(caller.industryId, params.id, query.version);
    return deleted;
  }),
  route(listTemplates)(() => ({ templates: [...devices.templates()] })),
];

const tagRoutes = (tags: TagService): Route[] => [
  route(listTags)(({ query }, { caller }) => ({ tags: tags.list(caller.industryId, query.deviceId) })),
  route(readTag)(({ params }, { caller }) => tags.read(caller.industryId, params.id)),
  route(createTag)(({ body }, { caller }) => tags.create(caller.industryId, body)),
  route(changeTag)(({ params, body: { version, ...spec } }, { caller }) =>
    tags.change(caller.industryId, params.id, spec, version),
  ),
  route(deleteTag)(async ({ params, query }, { caller }) => {
    await tags.delete(caller.industryId, params.id, query.version);
    return deleted;
  }),
];

/** The configuration of lines, devices and tags. */
export const commissioningRoutes = ({ connections, devices, tags }: CommissioningRoutesParts): Route[] => [
  ...connectionRoutes(connections),
  ...deviceRoutes(devices),
  ...tagRoutes(tags),
];
