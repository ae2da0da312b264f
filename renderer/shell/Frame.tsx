import { Outlet, useRouterState } from '@tanstack/react-router';
import { Shell } from './Shell.tsx';

/** Pages that fill the window by themselves. */
const bare: readonly string[] = ['/first-run', '/wall'];

/** The shell around every page but those that fill the window. */
export const Frame = () => {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return bare.includes(path) ? <Outlet /> : <Shell />;
};
