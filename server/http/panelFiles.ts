import { join } from 'node:path';
import express, { type Router } from 'express';

const YEAR_MS = 31_536_000_000;

/** Whether a path belongs to a page of the panel, not to the API or to a file. */
const isPage = (path: string): boolean =>
  !/^\/(api|files|assets|metrics)(\/|$)/.test(path) && !/\/\.|\.[a-z0-9]{1,8}$|\.\.|%2f|%5c|%00/i.test(path);

/** The built panel: assets for ever, index.html never from a cache, every page of it answered by index.html. */
export const panelFiles = (folder: string): Router => {
  const router = express.Router();
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), { index: false, redirect: false, immutable: true, maxAge: YEAR_MS }),
  );
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      setHeaders: (response) => response.setHeader('cache-control', 'no-cache'),
    }),
  );
  router.use((request, response, next) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !isPage(request.path)) return next();
    response.sendFile('index.html', { root: folder, cacheControl: false, headers: { 'cache-control': 'no-cache' } }, (error) => {
      if (error) next(error);
    });
  });
  return router;
};
