/** Read operations that a copy of a plant does not serve, with the reason. */
const notServed: readonly (readonly [start: RegExp, reason: string])[] = [
  [/^\/api\/plant\//, 'the plant API belongs to the plant'],
  [/^\/api\/user\/(user|accounts)\//, 'sessions and accounts belong to who serves the copy'],
  [/^\/api\/user\/(report|additionalFeature)/, 'reports are made by job processes, settings are documents of the account'],
  [/^\/api\/user\/(executiveSummary|batchProcess|notification\/)/, 'needs people, or works days out again'],
  [/^\/api\/user\/(plc|docs|openapi)/, 'commands and documents belong to the server'],
];
/** Whether a copy of a plant answers a path. */
export const isServedByCopy = (path: string): boolean => notServed.every(([start]) => !start.test(path));
