import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { type Router } from 'express';
import { bases, type Endpoint } from '../../contract/endpoint.ts';
import { HOUR_MS } from '../../core/time.ts';
import { NO_PAGE } from '../headers.ts';
import type { LimitSettings } from '../limits.ts';
import { liveDocument } from './asyncapi.ts';
import { addExamples, readExamples } from './examples.ts';
import { apiDocument } from './openapi.ts';

const files = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];
const titles = { user: 'Headworks User API', plant: 'Headworks plant API' } as const;

const page = (title: string, base: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${base}/docs/swagger-ui.css">
<link rel="icon" href="${base}/docs/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${base}/docs/swagger-ui-bundle.js"></script>
<script src="${base}/docs/start.js"></script>
</body>
</html>
`;

/** `validatorUrl: null` keeps the page from asking the internet whether the document is valid. */
const starter = (base: string): string =>
  `window.ui = SwaggerUIBundle({ url: ${JSON.stringify(`${base}/docs/openapi.json`)}, dom_id: '#swagger-ui', deepLinking: true, persistAuthorization: false, validatorUrl: null });\n`;

type DocsParts = { endpoints: readonly Endpoint[]; limits: LimitSettings; version: string; examplesFile: string };

/** The interactive page and the JSON document of both APIs, and the document of the live channel, from local files only. */
export const docsRouter = ({ endpoints, limits, version, examplesFile }: DocsParts): Router => {
  const router = express.Router();
  const root = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  for (const name of ['user', 'plant'] as const) {
    const base = bases[name];
    let document: string | undefined;
    router.get(`${base}/docs`, (_request, response) => {
      response.set('cache-control', 'no-cache').type('html').send(page(titles[name], base));
    });
    router.get(`${base}/docs/start.js`, (_request, response) => {
      response.set('cache-control', 'no-cache').type('js').send(starter(base));
    });
    router.get(`${base}/docs/openapi.json`, (_request, response) => {
      if (document === undefined) {
        const made = apiDocument(endpoints, { base: name, title: titles[name], version, limits });
        addExamples(made, base, readExamples(examplesFile));
        document = JSON.stringify(made);
      }
      response.set({ 'cache-control': 'no-cache', 'content-security-policy': NO_PAGE }).type('json').send(document);
    });
    for (const file of files)
      router.get(`${base}/docs/${file}`, (_request, response, next) => {
        response.sendFile(file, { root, maxAge: HOUR_MS }, (error) => {
          if (error) next(error);
        });
      });
  }
  let live: string | undefined;
  router.get(`${bases.user}/asyncapi.json`, (_request, response) => {
    live ??= JSON.stringify(liveDocument(version));
    response.set({ 'cache-control': 'no-cache', 'content-security-policy': NO_PAGE }).type('json').send(live);
  });
  return router;
};
