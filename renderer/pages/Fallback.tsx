import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { patiently } from '../api/patiently.ts';
import { Empty, LoadingRows } from '../parts/states.tsx';
import { pages } from '../shell/pages.ts';
import { text } from '../text/words.ts';

const NotFoundPage = lazy(async () => ({ default: (await patiently(() => import('./notFound/Page.tsx'))).NotFoundPage }));

export const NotFound = () => (
  <Suspense fallback={<LoadingRows rows={4} />}>
    <NotFoundPage />
  </Suspense>
);

/** The page that was asked for, where its file is slow to come: it has its name already. */
export const PageComing = () => {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const page = pages.find((one) => path === one.path || (one.path !== '/' && path.startsWith(`${one.path}/`)));
  const title = page === undefined ? text.loading : text.nav[page.id];
  useDocumentTitle(text.pageTitle(title));
  return (
    <>
      <h1>{title}</h1>
      <LoadingRows rows={6} />
    </>
  );
};

/** A fault of the panel itself: the other pages go on. */
export const PageFailed = () => (
  <div role="alert">
    <h1>{text.errors.title}</h1>
    <Empty
      title={text.errors.page}
      action={
        <Button variant="default" onClick={() => location.reload()}>
          {text.errors.reload}
        </Button>
      }
    />
  </div>
);
