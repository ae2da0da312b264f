import type { ShellSurface } from '../../server/contract/process/surface.ts';

/** What the desktop's shell does for the panel; undefined in a browser. */
export const desktop = (globalThis as { headworks?: ShellSurface }).headworks;

/**
 * Where other machines find this page's server: what goes onto labels, walls and into links. The desktop's own window knows the server by an
 * address of this PC alone.
 */
export const originForOthers = async (): Promise<string> => {
  const [first] = desktop === undefined ? [] : (await desktop.info()).addresses;
  return first === undefined ? location.origin : `https://${first}`;
};
