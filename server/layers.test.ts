import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf } from '../tests/imports.ts';

const root = resolve(import.meta.dirname, '..');
/** Features from left to right: each may import those before it, through their doors. */
const features = [
  'units',
  'readings',
  'audit',
  'network',
  'delivery',
  'auth',
  'accounts',
  'alarms',
  'diagrams',
  'dashboards',
  'reports',
  'plc',
  'commissioning',
  'backup',
  'storage',
  'sync',
  'proposals',
];

type Room = { imports: string[]; packages: string[] };

const floors = ['server/contract', 'server/core', 'server/core/files'];

/** Which room may import which, and from outside; zod is allowed in every room. */
const table: Record<string, Room> = {
  'server/contract': { imports: [], packages: [] },
  'server/core': {
    imports: ['server/contract'],
    packages: ['luxon', 'csv-parse', 'csv-stringify/sync', 'lru-cache', 'node:zlib', 'node:stream', 'node:crypto'],
  },
  // the one part of core that touches the disk; the rest of it may not
  'server/core/files': { imports: ['server/contract', 'server/core'], packages: ['node:fs', 'node:path'] },
  'server/db': { imports: floors, packages: ['better-sqlite3', 'kysely', 'node:*'] },
  // transactions are passed on by whoever joins several stores' writes; SQL stays in the stores
  writer: { imports: [...floors, 'server/db'], packages: ['better-sqlite3', 'kysely'] },
  'server/field': { imports: floors, packages: ['modbus-serial', 'serialport', 'node:*'] },
  'server/http': {
    imports: floors,
    packages: [
      ...[
        'express',
        'express-rate-limit',
        'lru-cache',
        'helmet',
        'compression',
        'zod-openapi',
        'multer',
        'multicast-dns',
        'node:*',
      ],
      ...['@peculiar/x509', '@peculiar/asn1-schema', '@peculiar/asn1-x509', 'reflect-metadata'],
    ],
  },
  // who the plant is, and the one format of backup, restore and exchange
  'server/bundle': {
    imports: floors,
    packages: ['@scure/bip39', '@scure/bip39/wordlists/english.js', '@noble/ciphers/chacha.js', 'node:*'],
  },
  // making, reading and restoring backups; who asks for it and when is the feature's
  'server/backup': { imports: [...floors, 'server/db', 'writer', 'server/bundle'], packages: ['node:*'] },
  // the hub of many plants: a program of its own beside the plant's, which keeps what plants send in PostgreSQL
  // the copy of a plant is a database in the plant's own format
  // and is answered from by the plant's own features
  // when a process gives memory back
  'server/memory': { imports: floors, packages: ['node:*'] },
  'server/hub': {
    imports: [
      ...[...floors, 'server/db', 'writer', 'server/bundle', 'server/http', 'server/memory', 'hubStore'],
      ...['server/plantModel', 'server/historian', 'server/features'],
    ],
    packages: ['lru-cache', 'express', 'node:*'],
  },
  hubStore: { imports: [...floors, 'server/bundle', 'server/hub'], packages: ['kysely', 'pg', 'pg-copy-streams', 'node:*'] },
  'server/live': { imports: floors, packages: ['ws', 'node:*'] },
  'server/plantModel': { imports: floors, packages: ['node:*'] },
  'server/historian': { imports: [...floors, 'writer', 'server/plantModel'], packages: ['node:*'] },
  'server/features': {
    imports: [...floors, 'writer', 'server/bundle', 'server/backup', 'server/http', 'server/plantModel', 'server/historian'],
    packages: ['lru-cache', 'jsonwebtoken', 'jose', '@node-rs/argon2', '@zxcvbn-ts/*', 'prom-client', 'nodemailer', 'node:*'],
  },
  // files that hold SQL, and the ones that make them
  store: {
    imports: [
      ...floors,
      'server/db',
      'writer',
      'server/bundle',
      'server/backup',
      'server/http',
      'server/plantModel',
      'server/historian',
    ],
    packages: ['kysely', 'better-sqlite3', 'node:*'],
  },
  // the documents that leave the plant: one place each for the libraries that write them
  'server/features/reports/render': {
    imports: floors,
    packages: ['pdf-lib', 'fontkit', 'exceljs', '@resvg/resvg-js', 'node:*'],
  },
  // files that people upload and download: zip and XML parsers stay here
  'server/features/commissioning/bulk/formats': { imports: floors, packages: ['yauzl', 'yazl', 'saxes', 'node:*'] },
  // processes of their own and the made plants: composed like the root, but not out of it
  'server/jobs': {
    imports: [
      ...floors,
      'server/db',
      'writer',
      'server/bundle',
      'server/backup',
      'server/plantModel',
      'server/historian',
      'server/features',
      'server/features/reports/render',
    ],
    packages: ['node:*'],
  },
  'server/demo': {
    imports: [
      ...floors,
      'server/db',
      'writer',
      'server/field',
      'server/plantModel',
      'server/historian',
      'server/features',
      'server/hub',
      'hubStore',
      'server',
    ],
    packages: ['node:*'],
  },
  server: { imports: ['*'], packages: ['pino', 'pino-pretty', 'rolldown', 'node:*'] },
  app: { imports: ['server/contract'], packages: ['electron', 'node:*'] },
  renderer: {
    imports: ['server/contract'],
    packages: [
      ...['react', 'react-dom', 'react-dom/*', '@mantine/*', '@fontsource-variable/*', '@tanstack/*', 'echarts/*'],
      ...['@xyflow/*', '@dagrejs/*', 'write-excel-file/*', 'uqr'],
    ],
  },
};

/** Test rigs stand beside the product and are no part of it. */
const isRig = (file: string): boolean => file.startsWith('server/test/') || file.includes('/testing/');

const roomOf = (file: string): string => {
  const [top = '', second = ''] = file.split('/');
  if (top !== 'server') return top;
  if (file === 'server/db/writer.ts' || file === 'server/db/openWriter.ts') return 'writer';
  for (const room of ['server/core/files', 'server/features/reports/render', 'server/features/commissioning/bulk/formats'])
    if (file.startsWith(`${room}/`)) return room;
  if (/^server\/hub\/(database\/|commit\/|wire\/|placement\/|.*[sS]tore\.ts$)/.test(file)) return 'hubStore';
  if (/^(features|plantModel|historian)$/.test(second) && /\/([^/]*[sS]tore|create)\.ts$/.test(file)) return 'store';
  return `server/${second}` in table ? `server/${second}` : 'server';
};

/** The folder whose door others use: a floor, a feature, or one dashboard of the family. */
const houseOf = (file: string): string | undefined => {
  const [, second = '', third = '', fourth = ''] = file.split('/');
  if (second === 'plantModel' || second === 'historian') return `server/${second}`;
  if (second !== 'features' || third.endsWith('.ts')) return undefined;
  if (third === 'dashboards' && fourth && !fourth.endsWith('.ts')) return `server/features/dashboards/${fourth}`;
  return `server/features/${third}`;
};

const matches = (patterns: string[], name: string): boolean =>
  patterns.some(
    (pattern) => pattern === '*' || pattern === name || (pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1))),
  );

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
  const [house, otherHouse] = [houseOf(file), houseOf(target)];
  const isRenderer = roomOf(target) === 'server/features/reports/render';
  if (otherHouse && house !== otherHouse && !isRenderer && !target.endsWith('/index.ts'))
    return `${file} imports ${target}, which is behind a door`;
  const [from = '', to = ''] = [file, target].map((path) =>
    path.startsWith('server/features/') ? path.split('/')[2] : undefined,
  );
  if (from && to) {
    if (from === to) return undefined;
    return features.indexOf(to) >= 0 && features.indexOf(to) < features.indexOf(from)
      ? undefined
      : `${file} imports ${target}, which is not further left`;
  }
  if (house && house === otherHouse) return undefined;
  if (other === room || rule.imports.includes('*') || rule.imports.includes(other)) return undefined;
  return `${file} (${room}) imports ${target} (${other})`;
};

const walk = (directory: string): string[] =>
  readdirSync(join(root, directory), { withFileTypes: true }).flatMap((entry) => {
    const path = `${directory}/${entry.name}`;
    if (entry.isDirectory()) return walk(path);
    return /\.(ts|tsx|cts)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) && !isRig(path) ? [path] : [];
  });

const files = ['server', 'app', 'renderer'].flatMap(walk);
const imports = files.flatMap((file) =>
  importsOf(readFileSync(join(root, file), 'utf8')).map((specifier) => ({ file, specifier })),
);

describe('the import table', () => {
  it('is kept by every file of the product', () => {
    expect(files.length).toBeGreaterThan(50);
    const faults = imports.map(({ file, specifier }) => fault(file, specifier));
    expect(faults.length).toBeGreaterThan(150);
    expect(faults.filter(Boolean)).toEqual([]);
  });

  it('allows nothing that no file uses any more', () => {
    const used = imports.map(({ file, specifier }): [room: string, what: string] => [
      roomOf(file),
      specifier.startsWith('.') ? roomOf(relative(root, resolve(root, dirname(file), specifier))) : specifier,
    ]);
    const unused = Object.entries(table).flatMap(([room, { imports, packages }]) =>
      [...imports, ...packages]
        .filter(
          (one) => one !== '*' && !floors.includes(one) && !used.some(([from, what]) => from === room && matches([one], what)),
        )
        .map((one) => `${room}: ${one}`),
    );
    expect(unused).toEqual([]);
  });

  it.each([
    ['server/contract/user/auth.ts', '../../core/bus.ts'],
    ['server/contract/user/auth.ts', 'node:fs'],
    ['server/core/slots.ts', 'express'],
    ['server/core/slots.ts', 'node:fs'],
    ['server/core/slots.ts', './files/durable.ts'],
    ['server/field/gateway.ts', '../db/open.ts'],
    ['server/bundle/identity.ts', '../db/open.ts'],
    ['server/plantModel/model.ts', '../historian/index.ts'],
    ['server/historian/read/reader.ts', '../../features/units/index.ts'],
    ['server/historian/read/reader.ts', '../../plantModel/model.ts'],
    ['server/features/units/unitService.ts', '../readings/index.ts'],
    ['server/features/readings/routes.ts', '../units/unitService.ts'],
    ['server/features/readings/routes.ts', 'kysely'],
    ['server/features/readings/routes.ts', '../../field/gateway.ts'],
    ['server/features/dashboards/ro/service.ts', '../rain/trend.ts'],
    ['server/features/readings/entry.ts', '../../db/open.ts'],
    ['server/demo/demo.ts', '../http/app.ts'],
    ['renderer/api/call.ts', '../../server/core/fail.ts'],
    ['app/main.ts', '../server/main.ts'],
  ])('refuses that %s imports %s', (file, specifier) => {
    expect(fault(file, specifier)).toMatch(/imports/);
  });

  it.each(
    ['contract', 'core', 'db', 'bundle', 'backup', 'hub', 'field', 'http', 'live', 'plantModel', 'historian', 'features'].map(
      (name) => `server/${name}`,
    ),
  )('says of %s what its tsconfig refers to', (room) => {
    const { references = [] } = JSON.parse(readFileSync(join(root, room, 'tsconfig.json'), 'utf8'));
    const referred: string[] = references.map(({ path }: { path: string }) => relative(root, resolve(root, room, path)));
    // folders with stores are compiled as one, so their references are those of both
    const rooms = [room, ...(/features|plantModel|historian/.test(room) ? ['store'] : [])];
    const allowed = rooms.flatMap((name) => table[name]?.imports ?? []);
    expect(referred.filter((other) => !allowed.includes(other))).toEqual([]);
    expect(referred.length > 0 || room === 'server/contract').toBe(true);
  });

  it('finds imports in every form they are written in', () => {
    const text = `import a from 'one';\nimport {\n  b,\n} from "two";\nexport { c } from 'three';\nimport 'four';\nconst d = await import('five');\nimport type { e } from 'six';`;
    expect(importsOf(text)).toEqual(['one', 'two', 'three', 'four', 'five', 'six']);
  });
});
