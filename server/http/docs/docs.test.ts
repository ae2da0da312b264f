import SwaggerParser from '@apidevtools/swagger-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterEach, describe, expect, it } from 'vitest';
import { bases, type Endpoint } from '../../contract/endpoint.ts';
import { plantEndpoints, userEndpoints } from '../../contract/index.ts';
import { type Rig, startRig, unlimited } from '../../test/httpRig.ts';
import type { Route } from '../route.ts';

const rows: readonly Endpoint[] = [...userEndpoints, ...plantEndpoints];
const routes: Route[] = rows.map((row) => ({ row, handle: () => undefined }));

let rig: Rig | undefined;
const start = async (): Promise<Rig> => {
  rig = await startRig(routes, { limits: { ...unlimited, default: [{ max: 50, seconds: 3600 }] }, version: '1.2.3' });
  return rig;
};
afterEach(() => rig?.stop());

type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags?: string[];
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
  security: object[];
  parameters?: { name: string; in: string; required?: boolean }[];
};
type Document = {
  openapi: string;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
};

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const lacks = (value: unknown): boolean => isNode(value) && typeof value.description !== 'string';

/** Names of fields and parameters that say nothing about themselves. */
const undescribed = (node: unknown): string[] => {
  if (!isNode(node)) return [];
  const { type, properties, name, schema } = node;
  const fields = type === 'object' && isNode(properties) ? Object.entries(properties).filter(([, field]) => lacks(field)) : [];
  const parameter = typeof node.in === 'string' && isNode(schema) && lacks(node) ? [`parameter ${String(name)}`] : [];
  return [...fields.map(([field]) => field), ...parameter, ...Object.values(node).flatMap(undescribed)];
};

describe.each(['user', 'plant'] as const)('the document of the %s API', (base) => {
  const read = async (): Promise<Document> => {
    const { ask } = await start();
    const answer = await ask(`${bases[base]}/docs/openapi.json`);
    expect(answer.status).toBe(200);
    return answer.body as Document;
  };

  it('is valid OpenAPI 3.1', async () => {
    const document = await read();
    expect(document.openapi).toMatch(/^3\.1\./);
    const result = await new Validator().validate(structuredClone(document));
    expect(result).toMatchObject({ valid: true });
  });

  it('has no fault and no warning by the recommended rules of Redocly, and none by swagger-parser', async () => {
    const document = await read();
    const config = await createConfig({ extends: ['recommended'] });
    const source = JSON.stringify(document);
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
    expect(problems.map(({ severity, message, location }) => `${severity} ${message} ${location[0]?.pointer}`)).toEqual([]);
    const parsed = SwaggerParser.validate(structuredClone(document) as unknown as Parameters<typeof SwaggerParser.validate>[0]);
    // it rejects what is not valid, and resolves with the document whose references it has followed
    expect(Object.keys((await parsed).paths ?? {})).toEqual(Object.keys(document.paths));
  });

  it('describes every field, parameter and tag, and holds no keyword of our own', async () => {
    const document = await read();
    expect(undescribed(document)).toEqual([]);
    expect(JSON.stringify(document)).not.toContain('"freeText"');
    const { tags } = document;
    expect(tags.filter(({ description }) => description === '')).toEqual([]);
    const used = Object.values(document.paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags ?? []));
    expect(new Set(used)).toEqual(new Set(tags.map(({ name }) => name)));
  });

  it('asks for no field that has a default, and gives no default that its own form refuses', async () => {
    type Form = {
      properties?: Record<string, Form>;
      required?: string[];
      default?: unknown;
      minLength?: number;
      enum?: unknown[];
      pattern?: string;
    };
    const wrong: string[] = [];
    let defaults = 0;
    const walk = (value: unknown, place: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { properties, required = [] } = value as Form;
      for (const [name, form] of Object.entries(typeof properties === 'object' ? properties : {})) {
        if (typeof form !== 'object' || form === null || !('default' in form)) continue;
        defaults += 1;
        const { default: usual, minLength = 0, enum: allowed, pattern } = form;
        if (required.includes(name)) wrong.push(`${place}.${name} is required`);
        if (typeof usual === 'string' && (usual.length < minLength || (pattern && !new RegExp(pattern).test(usual))))
          wrong.push(`${place}.${name}: ${usual} is refused`);
        if (allowed && !allowed.includes(usual)) wrong.push(`${place}.${name}: ${String(usual)} is none of them`);
      }
      for (const [name, inner] of Object.entries(value)) walk(inner, `${place}.${name}`);
    };
    const document = await read();
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(operations))
        walk(Reflect.get(operation, 'requestBody'), `${method} ${path}`);
    expect(wrong).toEqual([]);
    expect(defaults).toBeGreaterThan(base === 'plant' ? 20 : 0);
  });

  it('leaves answers open for fields to come, and says which are files', async () => {
    const { paths } = await read();
    for (const operation of Object.values(paths).flatMap((path) => Object.values(path)))
      for (const [type, { schema }] of Object.entries(operation.responses?.['200']?.content ?? {})) {
        expect(JSON.stringify(schema)).not.toContain('"additionalProperties":false');
        if (/pdf|openxmlformats|^image/.test(type)) expect(schema).toEqual({ type: 'string', format: 'binary' });
      }
  });

  it('has every row with its summary, answers, security and limit', async () => {
    const { paths, servers } = await read();
    expect(servers[0]?.url).toBe(bases[base]);
    const own = rows.filter((row) => row.base === base || (base === 'plant' && row.base === 'root'));
    expect(own.length).toBeGreaterThan(0);
    for (const row of own) {
      const operation = paths[row.path]?.[row.method];
      expect(operation?.summary).toBe(row.summary);
      expect(operation?.responses).toHaveProperty(row.creates ? '201' : '200');
      expect(operation?.responses).toHaveProperty('500');
      // before the first owner is there, and where the disk is full: a login and a refused permission are written down too
      for (const status of ['503', '507']) expect(operation?.responses).toHaveProperty(status);
      expect(operation?.security.length === 0).toBe(row.auth === 'none');
      if (row.limit === 'default') expect(operation?.description).toContain('50 in 3600 s');
      if (row.permission) expect(operation?.description).toContain(row.permission);
    }
    const listed = Object.values(paths).flatMap((path) =>
      Object.keys(path).filter((key) => /^(get|put|post|patch|delete)$/.test(key)),
    );
    expect(listed).toHaveLength(own.length);
    const ids = Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ operationId }) => operationId ?? []));
    expect(new Set(ids).size).toBe(own.length);
  });
});

describe('the document', () => {
  it('states codes above 999 under the HTTP status that carries them', async () => {
    const { ask } = await start();
    const { paths } = (await ask('/api/user/docs/openapi.json')).body as Document;
    const { responses, parameters } = paths['/user/login']?.get ?? {};
    expect(responses?.['401']?.description).toContain('1401');
    expect(responses?.['400']?.description).toContain('1403');
    expect(responses?.['403']?.description).toContain('1405');
    expect(responses).toHaveProperty('201');
    expect(parameters?.find(({ name }) => name === 'LoginType')).toMatchObject({ in: 'header', required: true });
  });

  it('says once what holds for every operation: 304, headers of limits and of the log', async () => {
    const { ask } = await start();
    const { description } = ((await ask('/api/user/docs/openapi.json')).body as { info: { description: string } }).info;
    for (const name of ['X-Service-Code', 'If-None-Match', '304', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'])
      expect(description).toContain(name);
  });

  it('says of a limit that was lifted that there is none', async () => {
    rig = await startRig(routes, { limits: { ...unlimited, default: [], panel: [] } });
    const { paths } = (await rig.ask('/api/user/docs/openapi.json')).body as Document;
    expect(paths['/alerts']?.get?.description).toContain('Rate limit: none per address. Sessions of the panel: none.');
  });
});

describe.each(['user', 'plant'] as const)('the page of the %s API', (base) => {
  it('loads local files only, each of which is there', async () => {
    const { ask } = await start();
    for (const path of [`${bases[base]}/docs`, `${bases[base]}/docs/`]) {
      const page = await ask(path);
      expect(page.headers['content-type']).toMatch(/^text\/html/);
      const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((found) => String(found[1]));
      expect(links.length).toBeGreaterThan(2);
      for (const link of links) {
        expect(link).toMatch(/^\/api\//);
        expect((await ask(link)).status).toBe(200);
      }
      expect(page.text).not.toMatch(/<script>|https?:/);
    }
    const starter = await ask(`${bases[base]}/docs/start.js`);
    expect(starter.text).toContain(`"${bases[base]}/docs/openapi.json"`);
    expect(starter.text).not.toMatch(/https?:/);
  });

  it('serves nothing else of the folder its files come from', async () => {
    const { ask } = await start();
    for (const name of ['package.json', 'index.html', '..%2fpackage.json', 'swagger-ui.js.map'])
      expect((await ask(`${bases[base]}/docs/${name}`)).status).toBe(404);
  });
});
