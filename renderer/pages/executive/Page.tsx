import { NotFound } from '../Fallback.tsx';

/** Not built yet; `built` of entry.ts brings it into the navigation. */
export const ExecutivePage = NotFound;
