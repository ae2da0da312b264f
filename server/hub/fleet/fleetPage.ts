import { join } from 'node:path';
import express, { type Express } from 'express';
import { answerHeaders, pageHeaders } from '../../http/headers.ts';

/** The pages of the fleet, which are files as they are: `/`, and what it loads below /fleet. */
export const fleetPage = (resources: string, publicUrl: string | undefined): Express => {
  const folder = join(resources, 'fleet');
  const app = express();
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    for (const [name, value] of answerHeaders(publicUrl)) response.setHeader(name, value);
    next();
  });
  app.use(pageHeaders(publicUrl));
  app.get('/', (_request, response) => {
    response.sendFile('index.html', { root: folder, cacheControl: false, headers: { 'cache-control': 'no-cache' } });
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
