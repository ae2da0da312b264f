import { networkInterfaces } from 'node:os';

/**
 * An address of this machine that is not loopback, where the suite is to run over plain HTTP as a phone does (`npm run test:network`):
 * there the browser lacks what it gives to secure pages alone. Null: on loopback.
 */
export const networkAddress = (): string | null => {
  if (process.env.HEADWORKS_BROWSER_NETWORK === undefined) return null;
  const found = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  if (found === undefined) throw new Error('this machine has no address but loopback');
  return found.address;
};
