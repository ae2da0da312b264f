import type { ShellSurface } from '../../server/contract/process/surface.ts';

/** What the desktop's shell does for the panel; undefined in a browser. */
export const desktop = (globalThis as { headworks?: ShellSurface }).headworks;

/** Whether a host of an address is the machine itself: nobody else gets anywhere by it. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || host.startsWith('127.');

/**
 * Where other machines find this page's server: what goes onto labels, walls and into links. The desktop's own window, and a browser on the
 * server's PC, know it by an address of this PC alone.
 *
 * @param reached asks the server by which addresses others reach it, best first; absent for a person who may not know
 */
export const originForOthers = async (reached?: () => Promise<readonly string[]>): Promise<string> => {
  const known = async (): Promise<readonly string[]> => {
    if (desktop !== undefined) return (await desktop.info()).addresses;
    return isLoopback(location.hostname) ? ((await reached?.()) ?? []) : [];
  };
  const [first] = await known();
  return first === undefined ? location.origin : `https://${first}`;
};
