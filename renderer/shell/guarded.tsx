import type { RouteComponent } from '@tanstack/react-router';
import { Forbidden } from '../parts/Forbidden.tsx';
import { useProfile } from '../state/services.ts';
import { mayOpen, type PageEntry } from './page.ts';

/** The page, or which right is missing and whom to ask. Keeps `preload` of a lazy page. */
export const guarded = (entry: PageEntry, Page: RouteComponent): RouteComponent => {
  const Guarded = () => {
    const { permissions } = useProfile();
    return mayOpen(entry, permissions) ? <Page /> : <Forbidden needs={entry.needs} />;
  };
  return Object.assign(Guarded, 'preload' in Page ? { preload: Page.preload } : {});
};
