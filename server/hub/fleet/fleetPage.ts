import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Express } from 'express';
import { pageHeaders } from '../../http/headers.ts';

/** The letters of Hindi that the panel of a plant has; none where it was not built. */
const devanagariFont = (panelFolder: string): string | undefined => {
  const assets = join(panelFolder, 'assets');
  return existsSync(assets)
    ? readdirSync(assets).find((name) => name.includes('-devanagari-wght-normal-') && name.endsWith('.woff2'))
    : undefined;
};

/** The pages of the fleet, which are files as they are: `/`, and what it loads below /fleet. */
export const fleetPage = (resources: string, panelFolder: string, publicUrl: string | undefined): Express => {
  const folder = join(resources, 'fleet');
  const app = express();
  app.disable('x-powered-by');
  app.use(pageHeaders(publicUrl));
  app.get('/', (_request, response) => {
    response.sendFile('index.html', { root: folder, cacheControl: false, headers: { 'cache-control': 'no-cache' } });
  });
  const font = devanagariFont(panelFolder);
  app.get('/fleet/devanagari.woff2', (_request, response, next) => {
    if (font === undefined) next();
    else response.sendFile(font, { root: join(panelFolder, 'assets') });
  });
  app.use(
    '/fleet',
    express.static(folder, {
      index: false,
      redirect: false,
      setHeaders: (response) => response.setHeader('cache-control', 'no-cache'),
    }),
  );
  app.use((_request, response) => {
    response.status(404).json({ status: 'error', code: 'notFound', message: 'this is a hub' });
  });
  return app;
};
