/**
 * Headers of requests that are minutes apart: a connection kept from the one before may be closed by the other side just as the next is sent
 * over it, which `fetch` does not try again by itself.
 */
export const OWN_CONNECTION = { connection: 'close' } as const;
