import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { overviewKey } from './api/queries.ts';
import { newQueryClient } from './api/queryClient.ts';
import { LoginPage } from './pages/login/Page.tsx';
import { newRouter } from './routes.tsx';
import { schemeManager, theme } from './state/scheme.ts';
import { type Services, ServicesContext } from './state/services.ts';

/** The whole panel: sign in, or the pages. The address stays through a new sign-in, so that one comes back to it. */
export const App = ({ services }: { services: Services }) => {
  const { session, live, values } = services;
  const state = useSyncExternalStore(session.subscribe, session.state);
  const [queryClient] = useState(newQueryClient);
  const [router] = useState(newRouter);
  const signedIn = state.kind === 'in';

  useEffect(() => {
    if (!signedIn) return;
    live.start();
    // a lost connection may be an ended session: a request tells, and brings newer values where it is not
    const leave = live.subscribe(() => {
      if (live.connection().state === 'waiting') void queryClient.invalidateQueries({ queryKey: overviewKey });
    });
    return () => {
      leave();
      live.stop();
      values.clear();
      queryClient.clear();
    };
  }, [signedIn, live, values, queryClient]);

  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
    >
      <ServicesContext value={services}>
        <QueryClientProvider client={queryClient}>
          {state.kind === 'in' ? <RouterProvider router={router} /> : <LoginPage reason={state.reason} />}
        </QueryClientProvider>
      </ServicesContext>
    </MantineProvider>
  );
};
