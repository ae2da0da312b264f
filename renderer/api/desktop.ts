import { isLoopbackHost } from '../../server/contract/model/loopbackHost.ts';
import type { ShellSurface } from '../../server/contract/process/surface.ts';

/** What the desktop's shell does for the panel; undefined in a browser. */
export const desktop = (globalThis as { headworks?: ShellSurface }).headworks;

/**
 * Where other machines find this page's server: what goes onto labels, walls and into links. The desktop's own window, and a browser on the
 * server's PC, know it by an address of this PC alone.
 *
 * @param ask asks the server under which address others open it; null where nobody else can
 */
export const originForOthers = async (ask: () => Promise<string | null>): Promise<string> => {
  if (desktop === undefined) return (isLoopbackHost(location.hostname) ? await ask().catch(() => null) : null) ?? location.origin;
  const [first] = (await desktop.info()).addresses;
  return first === undefined ? location.origin : `https://${first}`;
};
