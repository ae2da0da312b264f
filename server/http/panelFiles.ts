import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type RequestHandler, type Router } from 'express';

const YEAR_MS = 31_536_000_000;
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** The smallest first. */
const CODINGS = ['br', 'gzip'] as const;
const ENDINGS = { br: '.br', gzip: '.gz' } as const;

/** Whether a path belongs to a page of the panel, not to the API or to a file. */
const isPage = (path: string): boolean =>
  !/^\/(api|files|assets|metrics)(\/|$)/.test(path) && !/\/\.|\.[a-z0-9]{1,8}$|\.\.|%2f|%5c|%00/i.test(path);

const filesIn = (folder: string): ReadonlySet<string> => {
  try {
    return new Set(readdirSync(folder));
  } catch {
    // not built: nothing is served
    return new Set();
  }
};

/** Answers an asset as the build compressed it, where that is there and the browser takes it. */
const compressed = (folder: string): RequestHandler => {
  const there = filesIn(folder);
  return (request, response, next) => {
    const name = request.path.slice(1);
    const type = TYPES[extname(name)];
    const coding = CODINGS.find((one) => there.has(`${name}${ENDINGS[one]}`) && request.acceptsEncodings([one]) === one);
    if (type === undefined || coding === undefined) return next();
    const file = `${name}${ENDINGS[coding]}`;
    request.url = `/${file}`;
    response.setHeader('content-type', type);
    response.setHeader('content-encoding', coding);
    response.vary('Accept-Encoding');
    next();
  };
};

/** The built panel: assets for ever, index.html never from a cache, every page of it answered by index.html. */
export const panelFiles = (folder: string): Router => {
  const router = express.Router();
  const assets = join(folder, 'assets');
  router.use(
    '/assets',
    compressed(assets),
    express.static(assets, { index: false, redirect: false, immutable: true, maxAge: YEAR_MS }),
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
