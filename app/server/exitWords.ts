import { exitCodes } from '../../server/contract/process/exitCodes.ts';

const words: ReadonlyMap<number, string> = new Map([
  [exitCodes.asked, 'the server was asked to stop'],
  [exitCodes.damaged, 'what is stored is damaged'],
  [exitCodes.fault, 'the server ended by a fault'],
  [exitCodes.disk, 'the disk is full or cannot be written'],
  [exitCodes.locked, 'another program has the data folder or the port'],
  [exitCodes.configuration, 'a setting has to be mended'],
]);

/** Why a server ended: what it said itself, else what its exit code means, else what it printed last. */
export const endReason = (code: number, said: string | undefined, printed: string | undefined): string => {
  const meant = words.get(code);
  const reason = said ?? (meant && code !== exitCodes.fault ? meant : undefined) ?? printed ?? meant ?? 'the server stopped';
  return `${reason} (exit code ${code})`;
};
