import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { readSetup } from '../server/contract/plant/setup.ts';
import { call } from './api/call.ts';
import { patiently } from './api/patiently.ts';
import { askAgain } from './api/queryClient.ts';
import { sharedPath } from './pages/executive/sharedPath.ts';
import { choosePasswordPath } from './pages/login/choosePasswordPath.ts';
import { SignedInPages } from './shell/account/SignedInPages.tsx';
import { schemeManager, theme } from './state/scheme.ts';
import { type Services, ServicesContext } from './state/services.ts';
import { locale as currentLocale, subscribeLocale } from './text/language.ts';

const BeforeOwner = lazy(async () => ({
  default: (await patiently(() => import('./pages/firstRun/BeforeOwner.tsx'))).BeforeOwner,
}));
const LoginPage = lazy(async () => ({ default: (await patiently(() => import('./pages/login/Page.tsx'))).LoginPage }));

const ChoosePassword = lazy(async () => ({
  default: (await patiently(() => import('./pages/login/ChoosePassword.tsx'))).ChoosePassword,
}));
const SharedExecutive = lazy(async () => ({
  default: (await patiently(() => import('./pages/executive/Shared.tsx'))).SharedExecutive,
}));

type Props = {
  services: Services;
  queryClient: QueryClient;
  /** When the page was opened, epoch ms of this machine's clock. */
  openedMs: number;
};

/** The whole panel: sign in, or the pages. The address stays through a new sign-in, so that one comes back to it. */
export const App = ({ services, queryClient, openedMs }: Props) => {
  const { session, live, values } = services;
  const state = useSyncExternalStore(session.subscribe, session.state);
  const signedIn = state.kind === 'in';
  const waitsFor = session.waitsFor();
  const whose = state.kind === 'in' ? state.profile : waitsFor;
  const whoseId = whose === null ? null : `${whose.industryId} ${whose.userId}`;
  const locale = useSyncExternalStore(subscribeLocale, currentLocale);

  const [isEmpty, setIsEmpty] = useState(false);
  const [hasOwner, setHasOwner] = useState(false);
  const [isChoosing, setIsChoosing] = useState(location.pathname === choosePasswordPath);

  // a server without an owner serves its first run alone
  useEffect(() => {
    if (signedIn) return;
    const asking = new AbortController();
    call(readSetup, {}, { signal: asking.signal }).then(
      ({ required }) => setIsEmpty(required),
      // whoever signs in sees what is wrong
      () => undefined,
    );
    return () => asking.abort();
  }, [signedIn]);

  /** What was answered since then is still good when the first connection opens; after a new sign-in nothing is. */
  const goodSinceMs = useRef(openedMs);
  useEffect(() => {
    if (!signedIn) return;
    live.start();
    let before = live.connection().state;
    let wasOpen = false;
    const leave = live.subscribe(() => {
      const { state: now } = live.connection();
      // a lost connection may be an ended session: a request says so
      if (now === 'waiting' && before !== 'waiting') void queryClient.invalidateQueries();
      if (now === 'open' && before !== 'open') {
        void askAgain(queryClient, wasOpen ? undefined : goodSinceMs.current);
        wasOpen = true;
      }
      before = now;
    });
    return () => {
      leave();
      live.stop();
      values.clear();
      goodSinceMs.current = Number.POSITIVE_INFINITY;
    };
  }, [signedIn, live, values, queryClient]);

  // nobody reads what another person was answered
  useEffect(() => {
    if (whoseId === null) return;
    return () => queryClient.clear();
  }, [whoseId, queryClient]);

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
          {location.pathname === sharedPath ? (
            <Suspense>
              <SharedExecutive key={locale} />
            </Suspense>
          ) : isChoosing ? (
            <Suspense>
              <ChoosePassword key={locale} onDone={() => setIsChoosing(false)} />
            </Suspense>
          ) : (
            <>
              {state.kind === 'in' ? null : (
                <Suspense>
                  {isEmpty ? (
                    <BeforeOwner
                      onMade={(byAnother) => {
                        setHasOwner(byAnother);
                        setIsEmpty(false);
                      }}
                    />
                  ) : (
                    <LoginPage key={locale} reason={hasOwner ? 'hasOwner' : state.reason} waitsFor={waitsFor} />
                  )}
                </Suspense>
              )}
              {whose === null ? null : <SignedInPages of={whose} isWaiting={!signedIn} locale={locale} />}
            </>
          )}
        </QueryClientProvider>
      </ServicesContext>
    </MantineProvider>
  );
};
