import { CommandsIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';

export const entry = {
  id: 'commands',
  path: '/commands',
  group: 'act',
  icon: CommandsIcon,
  needs: ['PLC_READ', 'PLC_WRITE', 'RELAY_CONTROL'],
  key: 'c',
  built: true,
} as const satisfies PageEntry;

/** What the address of the page says; what is left out is the default, what cannot be read is left out. */
export type CommandsSearch = FrameSearch & { point?: string };

export const readSearch = (search: Record<string, unknown>): CommandsSearch => ({
  ...readFrameSearch(search),
  ...(typeof search.point === 'string' ? { point: search.point } : {}),
});
