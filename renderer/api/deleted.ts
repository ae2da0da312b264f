import type { Endpoint } from '../../server/contract/endpoint.ts';

/** The id of what a call deletes: the last parameter of a path that ends with it. Undefined for every other call. */
export const deletedId = (row: Pick<Endpoint, 'method' | 'path'>, sent: { params?: unknown }): unknown => {
  const name = row.method === 'delete' ? row.path.match(/\{(\w+)\}$/)?.[1] : undefined;
  return name === undefined ? undefined : (sent.params as Record<string, unknown> | undefined)?.[name];
};

/** Whether a query asks for this id, by a parameter of its path or of its query. */
export const asksFor = (queryKey: readonly unknown[], id: unknown): boolean => {
  const sent = queryKey.at(-1);
  if (id === undefined || typeof sent !== 'object' || sent === null) return false;
  return Object.values(sent as Record<string, unknown>).some(
    (part) => typeof part === 'object' && part !== null && Object.values(part).includes(id),
  );
};
