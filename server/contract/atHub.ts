import type { Endpoint } from './endpoint.ts';

/** What a hub does with an operation of the User API: answers it from the plant's copy, about its own session, or refuses it. */
export type AtHub = 'answered' | 'ownSession' | 'refused';

const ownSession: ReadonlySet<string> = new Set([
  'get /user/login',
  'get /user/refresh',
  'delete /user/logout',
  'get /user/validateCredentials',
]);

/** Reads that need what stays at the plant. */
const readsOfPlant: readonly RegExp[] = [
  // people, their sessions and their settings
  /^\/(user|accounts)\//,
  // documents that its jobs make, and settings of its accounts
  /^\/(report|additionalFeature)/,
  // people's addresses, or days that are worked out again
  /^\/(executiveSummary|batchProcess|notification\/)/,
  /^\/plc/,
];

/** No command passes through a hub, and nothing of a plant is changed there. */
export const atHub = ({ method, path, writes }: Pick<Endpoint, 'method' | 'path' | 'writes'>): AtHub => {
  if (ownSession.has(`${method} ${path}`)) return 'ownSession';
  const isRead = method === 'get' && !writes && !readsOfPlant.some((one) => one.test(path));
  return isRead ? 'answered' : 'refused';
};
