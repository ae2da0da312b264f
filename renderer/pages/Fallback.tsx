import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { patiently } from '../api/patiently.ts';
import { Empty, LoadingRows } from '../parts/states.tsx';
import { text } from '../text/words.ts';

const NotFoundPage = lazy(async () => ({ default: (await patiently(() => import('./notFound/Page.tsx'))).NotFoundPage }));

export const NotFound = () => (
  <Suspense fallback={<LoadingRows rows={4} />}>
    <NotFoundPage />
  </Suspense>
);

/** The page that was asked for, where its file is slow to come. */
export const PageComing = () => <LoadingRows rows={6} />;

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
