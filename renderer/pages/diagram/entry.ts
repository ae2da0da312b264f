import { DiagramIcon } from '../../parts/icons.tsx';
import { type FrameSearch, type PageEntry, readFrameSearch } from '../../shell/page.ts';
import { readMoment } from '../../state/moment.ts';

export const entry = {
  id: 'diagram',
  path: '/diagram',
  group: 'watch',
  icon: DiagramIcon,
  needs: ['SCADA_VIEWER'],
  key: 'd',
  built: true,
} as const satisfies PageEntry;

/** What the address of the page says: which drawing, the node that is open, and a moment of the past. What cannot be read is left out. */
export type DiagramSearch = FrameSearch & { page?: string; node?: string; list?: true; at?: string };

export const readSearch = (search: Record<string, unknown>): DiagramSearch => {
  const at = readMoment(search.at);
  return {
    ...readFrameSearch(search),
    ...(typeof search.page === 'string' ? { page: search.page } : {}),
    ...(typeof search.node === 'string' ? { node: search.node } : {}),
    ...(search.list === true ? { list: true as const } : {}),
    ...(at === undefined ? {} : { at }),
  };
};
