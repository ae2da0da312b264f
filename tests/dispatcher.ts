/**
 * How `fetch` of this process keeps connections. Node offers no other way to say so without a package: it looks its dispatcher up by these
 * symbols, of which each line of versions has its own.
 */
const names = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')];

type Dispatcher = { constructor: new (options: { pipelining: number }) => object };
const isDispatcher = (value: unknown): value is Dispatcher => typeof value === 'object' && value !== null;

const dispatchBy = (pipelining: number): void => {
  // Node loads its client when it is first asked for
  void globalThis.fetch;
  for (const name of names) {
    const present: unknown = Reflect.get(globalThis, name);
    if (isDispatcher(present)) Reflect.set(globalThis, name, new present.constructor({ pipelining }));
  }
};

/** A connection for each request: none is used again after the loop was blocked or a server on the same port began anew. */
export const keepNoConnections = (): void => dispatchBy(0);

/** As Node does by itself. */
export const keepConnections = (): void => dispatchBy(1);
