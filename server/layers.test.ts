import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const features = [
  'units',
  'readings',
  'audit',
  'delivery',
  'auth',
  'accounts',
  'notifications',
  'alerts',
  'diagrams',
  'dashboards',
  'reports',
  'plc',
  'commissioning',
];

type Room = { imports: string[]; packages: string[] };

/** Which room may import which, and from outside; zod is allowed in every room. */
const table: Record<string, Room> = {
  'server/contract': { imports: [], packages: [] },
  'server/core': { imports: ['server/contract'], packages: ['luxon', 'node:zlib', 'node:crypto', 'node:events'] },
  'server/db': { imports: ['server/contract', 'server/core'], packages: ['better-sqlite3', 'kysely', 'node:*'] },
  'server/field': { imports: ['server/contract', 'server/core'], packages: ['modbus-serial', 'serialport', 'node:*'] },
  'server/http': {
    imports: ['server/contract', 'server/core'],
    packages: ['express', 'express-rate-limit', 'helmet', 'compression', 'zod-openapi', 'swagger-ui-dist', 'multer', 'node:*'],
  },
  'server/live': { imports: ['server/contract', 'server/core', 'server/http'], packages: ['ws', 'node:*'] },
  'server/features': {
    imports: ['server/contract', 'server/core', 'server/http'],
    packages: ['jsonwebtoken', 'jose', '@node-rs/argon2', 'prom-client', 'nodemailer', 'node:*'],
  },
  'server/features store': {
    imports: ['server/contract', 'server/core', 'server/db'],
    packages: ['kysely', 'better-sqlite3', 'node:*'],
  },
  // the documents that leave the plant: one place each for the libraries that write them
  'server/features render': {
    imports: ['server/contract', 'server/core'],
    packages: ['pdf-lib', 'fontkit', 'exceljs', '@resvg/resvg-js', 'node:*'],
  },
  server: { imports: ['*'], packages: ['*'] },
  app: { imports: ['server/contract'], packages: ['electron', 'node:*'] },
  renderer: {
    imports: ['server/contract'],
    packages: [
      'react',
      'react-dom/*',
      '@mantine/*',
      '@fontsource-variable/*',
      '@tanstack/*',
      'echarts',
      'echarts/*',
      '@xyflow/*',
      'dayjs',
    ],
  },
};

const roomOf = (file: string): string => {
  const [top = '', second = ''] = file.split('/');
  if (top !== 'server') return top;
  if (file.startsWith('server/features/reports/render/')) return 'server/features render';
  if (second === 'features') return /\/[^/]*[sS]tore\.ts$/.test(file) ? 'server/features store' : 'server/features';
  return `server/${second}` in table ? `server/${second}` : 'server';
};

const matches = (patterns: string[], name: string): boolean =>
  patterns.some(
    (pattern) => pattern === '*' || pattern === name || (pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1))),
  );

const importsOf = (text: string): string[] =>
  [
    ...text.matchAll(
      /^\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm,
    ),
  ].map((found) => found[1] ?? found[2] ?? found[3] ?? '');

/** The sentence that says what is wrong with one import, or nothing. */
const fault = (file: string, specifier: string): string | undefined => {
  const room = roomOf(file);
  const rule = table[room];
  if (!rule) return `${file}: no such room in the table`;
  if (!specifier.startsWith('.'))
    return specifier === 'zod' || matches(rule.packages, specifier)
      ? undefined
      : `${file} (${room}) imports package ${specifier}`;
  const target = relative(root, resolve(root, dirname(file), specifier));
  const other = roomOf(target);
  if (other.startsWith('server/features') && room.startsWith('server/features')) {
    const [from = '', to = ''] = [file.split('/')[2], target.split('/')[2]];
    if (from === to) return undefined;
    if (other === 'server/features store') return `${file} imports another feature's store ${target}`;
    return features.indexOf(to) >= 0 && features.indexOf(to) < features.indexOf(from)
      ? undefined
      : `${file} imports ${target}, which is not further left`;
  }
  if (other === room || rule.imports.includes('*') || rule.imports.includes(other)) return undefined;
  return `${file} (${room}) imports ${target} (${other})`;
};

const walk = (directory: string): string[] =>
  readdirSync(join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = `${directory}/${entry.name}`;
    if (entry.isDirectory()) return walk(path);
    return /\.(ts|tsx|cts)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });

describe('the import table', () => {
  const files = ['server', 'app', 'renderer'].flatMap(walk);

  it('is kept by every file of the product', () => {
    expect(files.length).toBeGreaterThan(50);
    const faults = files.flatMap((file) =>
      importsOf(readFileSync(join(root, file), 'utf8')).map((specifier) => fault(file, specifier)),
    );
    expect(faults.length).toBeGreaterThan(150);
    expect(faults.filter(Boolean)).toEqual([]);
  });

  it.each([
    ['server/contract/auth.ts', '../core/bus.ts'],
    ['server/contract/auth.ts', 'node:fs'],
    ['server/core/slots.ts', 'express'],
    ['server/field/gateway.ts', '../db/open.ts'],
    ['server/features/units/service.ts', '../readings/ingest.ts'],
    ['server/features/readings/service.ts', '../units/store.ts'],
    ['server/features/readings/service.ts', 'kysely'],
    ['server/features/readings/service.ts', '../../field/gateway.ts'],
    ['renderer/api/call.ts', '../../server/core/fail.ts'],
    ['app/main.ts', '../server/main.ts'],
  ])('refuses that %s imports %s', (file, specifier) => {
    expect(fault(file, specifier)).toMatch(/imports/);
  });

  it('finds imports in every form they are written in', () => {
    const text = `import a from 'one';\nimport {\n  b,\n} from "two";\nexport { c } from 'three';\nimport 'four';\nconst d = await import('five');\nimport type { e } from 'six';`;
    expect(importsOf(text)).toEqual(['one', 'two', 'three', 'four', 'five', 'six']);
  });
});
