/** What docs/architecture.md promises about sizes and about what decisions depend on, measured over the files of the product. */
import { readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { hubMigrations } from '../server/hub/database/migrations.ts';
import { hubOldRows } from './hub/oldRows.ts';
import { files, linesWith, product, root, styles, textOf } from './product.ts';
import { functions } from './productSyntax.ts';

describe('sizes', () => {
  it('no folder holds more than 25 files', () => {
    // migrations only ever grow in number
    const counts = new Map<string, number>();
    for (const file of [...files, ...styles]) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect(counts.size).toBeGreaterThan(80);
    expect([...counts].filter(([folder, own]) => own > 25 && folder !== 'server/db/migrations')).toEqual([]);
  });

  it('no function of the server is longer than 90 lines', () => {
    const own = functions.filter(({ file, hasBody }) => hasBody && file.startsWith('server/'));
    expect(own.length).toBeGreaterThan(3000);
    expect(own.filter(({ lines }) => lines > 90).map(({ file, line, lines }) => `${file}:${line}: ${lines} lines`)).toEqual([]);
  });

  it('no function takes more than four parameters: what belongs together is one object with named fields', () => {
    const hot = 'called for every reading or slot: an object for each call would be made and thrown away';
    const exceptions: Record<string, string> = {
      'server/core/counters/counterSteps.ts onOneMeter': hot,
      'server/core/counters/counterSteps.ts explainStep': hot,
      'server/features/alarms/lifecycle/machine.ts transition': hot,
      'server/field/decode/wordOrder.ts loadWords': hot,
      'server/historian/slots/dayBlocks.ts restore': hot,
      'server/historian/slots/derivedSlots.ts write': hot,
      'server/historian/store/dayRows.ts openChecksum': hot,
    };
    const found = functions.filter(({ parameters }) => parameters > 4).map(({ file, name }) => `${file} ${name}`);
    expect(functions.length).toBeGreaterThan(8000);
    expect(found.toSorted()).toEqual(Object.keys(exceptions).toSorted());
  });

  it('no value is given another type past the compiler, but where a library or a table of rules leaves no other way', () => {
    const exceljs = 'exceljs describes a Buffer of its own, which Node’s is not';
    const checked = 'a table of rules: the value was parsed by the schema of its own rule before';
    const exceptions: Record<string, string> = {
      'server/features/reports/render/pdf/canvas.ts': 'pdf-lib and fontkit describe the same font by types of their own',
      'server/features/reports/render/xlsx/pictures.ts': exceljs,
      'server/features/accounts/infoDraft.ts': checked,
      'server/features/accounts/infoPaths.ts': checked,
      'renderer/pages/units/trend/chart.ts': 'series of several kinds in one list, which echarts takes as one kind each',
    };
    const found = linesWith(/\bas unknown as\b|\bas never(?=[,;)\s]*($|[,;)]))/).map((line) => line.split(':', 1)[0]);
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(exceptions).toSorted());
    expect(found.length).toBeLessThanOrEqual(7);
  });

  it('features import each other fewer than 200 times', () => {
    const feature = (path: string): string | undefined => /^server\/features\/([^/]+)\//.exec(path)?.[1];
    const edges = product.flatMap(({ file, text }) =>
      [...text.matchAll(/\bfrom\s*'(\.[^']+)'/g)]
        .map(([, path = '']) => [feature(file), feature(relative(root, resolve(root, dirname(file), path)))])
        .filter(([from, to]) => from !== undefined && to !== undefined && from !== to),
    );
    expect(edges.length).toBeGreaterThan(50);
    expect(edges.length).toBeLessThan(200);
  });
});

it('docs/architecture.md names every room and every feature', () => {
  const page = textOf('docs/architecture.md');
  const rooms = readdirSync(join(root, 'server'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'test')
    .map(({ name }) => `\`server/${name}/\``);
  const features = readdirSync(join(root, 'server/features'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `| \`${name}\` |`);
  expect(rooms.length + features.length).toBeGreaterThan(25);
  expect([...rooms, ...features].filter((name) => !page.includes(name))).toEqual([]);
});

it('engines know no endpoint: what is asked and answered may change without them', () => {
  const engines =
    /^server\/(db|plantModel|historian|field\/(ports|polling|decode)|features\/(alarms\/rules|dashboards\/balance\/(reconciliation|nodeBalance|nodeKinds|plan)))\b/;
  const own = product.filter(({ file }) => engines.test(file));
  expect(own.length).toBeGreaterThan(150);
  expect(linesWith(/from '.*\/contract\/(user|plant|hub)\//, own)).toEqual([]);
});

it('what a service is made of is its own: nothing reaches through it', () => {
  expect(linesWith(/\b(desk|service|commander|engine|alarms|outbox|plc)\.(parts|deps)\b|^\s*readonly parts\b/)).toEqual([]);
});

it('what composes the plant refers to nothing that is made later, not even in a function', () => {
  type Node = { type: string; start: number; [child: string]: unknown };
  const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
  const nodes = (value: unknown): Node[] =>
    Array.isArray(value)
      ? value.flatMap(nodes)
      : isNode(value)
        ? [
            value,
            ...Object.entries(value).flatMap(([key, child]) =>
              /^type|Type$|^key$/.test(key) || (key === 'property' && !value.computed) ? [] : nodes(child),
            ),
          ]
        : [];
  const namesOf = (pattern: unknown): Node[] => nodes(pattern).filter(({ type }) => type === 'Identifier');
  /** Of one body: each name that is used before the statement that makes it. */
  const early = (body: readonly Node[]): string[] => {
    const made = body.flatMap((statement) =>
      statement.type === 'VariableDeclaration'
        ? (statement.declarations as Node[]).flatMap(({ id }) =>
            namesOf(id).map(({ name }) => [String(name), statement.start] as const),
          )
        : [],
    );
    const madeAt = new Map(made);
    return body.flatMap((statement) =>
      nodes(statement)
        .filter(({ type, name }) => type === 'Identifier' && statement.start < (madeAt.get(String(name)) ?? 0))
        .map(({ name }) => String(name)),
    );
  };
  const earlyIn = (file: string, text: string): string[] =>
    nodes(parseSync(file, text).program)
      .filter(({ type }) => type === 'BlockStatement' || type === 'FunctionBody')
      .flatMap(({ body }) => early(body as Node[]));
  expect(
    earlyIn('a.ts', 'const make = () => { const a = { ask: () => b.answer }; const b = { answer: 1 }; return a; };'),
  ).toEqual(['b']);
  const composing = product.filter(({ file }) => /^server\/(plant\.ts|composition\/|(.*\/)?create\.ts$)/.test(file));
  expect(composing.length).toBeGreaterThan(20);
  expect(composing.flatMap(({ file, text }) => earlyIn(file, text).map((name) => `${file}: ${name}`))).toEqual([]);
});

describe('decisions', () => {
  it('never depend on the text of an error, an issue or a reason', () => {
    const asked = '(message|error|reason|text|words|why)';
    const patterns = [
      // error.message.startsWith(...), messageOf(error).includes(...), row.error.match(...)
      /\b(\w+\.(message|error|reason|statusText)|messageOf\([^)]*\))\.(startsWith|endsWith|includes|match|indexOf|search|replace)\(/,
      // /refused/.test(error.message)
      /\.(test|exec)\((\w+\.(message|error|reason|statusText)|messageOf\([^)]*\)|String\((error|cause)\))\)/,
      // error.message === 'busy'
      /\.(message|statusText) [!=]== ['"`]\w/,
      // error.startsWith('not sent')
      new RegExp(`\\b${asked.replace('text|', '').replace('words|', '')}\\.(startsWith|endsWith|includes|match|search)\\(`),
    ];
    const composed = ['server/core/refusal.ts', 'server/http/validation.ts'];
    expect(
      patterns.flatMap((pattern) =>
        linesWith(
          pattern,
          product.filter(({ file }) => !composed.includes(file)),
        ),
      ),
    ).toEqual([]);
  });
});

describe('constants', () => {
  it('that others depend on are written once', () => {
    expect(linesWith(/\b(300_000|300000)\b/).filter((line) => !line.startsWith('server/contract/'))).toEqual([]);
    expect(linesWith(/\b(86_400_000|86400000)\b/).filter((line) => !line.startsWith('server/contract/'))).toEqual([]);
    // how a date is written: `dmyOf`
    expect(linesWith(/split\('-'\)\.reverse\(\)\.join\('\/'\)/).map((line) => line.split(':', 1)[0])).toEqual([
      'server/core/time.ts',
    ]);
    const numbers = /\b(1440|1\.4826)\b|\* 288\b|\b288 \*|= 288;|\bSLOT_MINUTES = /;
    const places = /^server\/(contract|core|demo|db\/migrations)\//;
    const isComment = /: (\/?\*|\/\/)/;
    expect(
      linesWith(numbers).filter((line) => line.startsWith('server/') && !places.test(line) && !isComment.test(line)),
    ).toEqual([]);
  });
});

it('caches are bounded by lru-cache, not by own evictions', () => {
  expect(linesWith(/\[oldest\] = [\w.#]+\.keys\(\)|\.keys\(\)\.next\(\)\.value|\.size >=? MAX_\w+\) this\.#\w+\.clear/)).toEqual(
    [],
  );
});

it('no file imports itself by way of others, not even for a type', () => {
  const imports = new Map(
    product.map(({ file, text }) => [
      file,
      [...text.matchAll(/\bfrom '(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path)),
    ]),
  );
  const isDone = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' > '));
    if (isDone.has(file) || way.includes(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...way, file]);
    isDone.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  expect(imports.size).toBeGreaterThan(900);
  expect(circles).toEqual([]);
});

it('every step of the hub’s tables after the first has a test with rows of the time before it', () => {
  const numbers = hubMigrations.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  expect(hubOldRows.map(({ number }) => number)).toEqual(numbers.slice(1));
  for (const { number, before, after } of hubOldRows) {
    expect(before, `rows before ${number}`).toMatch(/insert into/);
    expect(Object.keys(after).length, `questions after ${number}`).toBeGreaterThan(0);
  }
});

it('a day in the panel is one of the plant’s zone: no day is cut from the time of UTC', () => {
  // both cut what was shifted to the time of the plant's clocks before
  const shifted = /^renderer\/(text\/times|parts\/dates\/timeTicks)\.ts:/;
  const found = linesWith(/toISOString\(\)\.(slice|substring)\(0, 10\)/).filter((line) => line.startsWith('renderer/'));
  expect(found).not.toEqual([]);
  expect(found.filter((line) => !shifted.test(line))).toEqual([]);
});
