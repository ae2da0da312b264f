import { Outlet, useRouterState } from '@tanstack/react-router';
import { useBackCloses } from '../parts/focus/useBackCloses.ts';
import { Shell } from './Shell.tsx';

/** Pages that fill the window by themselves. */
const bare: readonly string[] = ['/first-run', '/wall'];

/** The shell around every page but those that fill the window. */
export const Frame = () => {
  useBackCloses();
  // the page that is there and not the one that is on its way, or it would be drawn once more in the other frame
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '/' });
  return bare.includes(path) ? <Outlet /> : <Shell />;
};
