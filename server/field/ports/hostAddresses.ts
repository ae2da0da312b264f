import dns, { type LookupAddress, type LookupOptions } from 'node:dns';

type Found = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/** The system is asked in one of four threads, which files and passwords need too; where no name server answers, for half a minute. */
const AT_ONCE = 2;

/**
 * A `lookup` for sockets that has the system find two host names at a time; whoever asks for one that is being looked for waits with the
 * others.
 */
export const hostAddresses = (): ((host: string, options: LookupOptions, found: Found) => void) => {
  /** By name and what is asked of it, who waits for its address. */
  const asked = new Map<string, Found[]>();
  const waiting: (() => void)[] = [];
  let underWay = 0;
  const begin = (): void => {
    while (underWay < AT_ONCE) {
      const next = waiting.shift();
      if (!next) return;
      underWay += 1;
      next();
    }
  };
  return (host, options, found) => {
    const key = JSON.stringify([host, options.family, options.hints, options.all]);
    const others = asked.get(key);
    if (others) {
      others.push(found);
      return;
    }
    const all = [found];
    asked.set(key, all);
    waiting.push(() =>
      dns.lookup(host, options, (error, address, family) => {
        asked.delete(key);
        underWay -= 1;
        begin();
        for (const one of all) one(error, address, family);
      }),
    );
    begin();
  };
};
