/** What docs/architecture.md promises about sizes and about what decisions depend on, measured over the files of the product. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { hubMigrations } from '../server/hub/database/migrations.ts';
import { hubOldRows } from './hub/oldRows.ts';

const root = resolve(import.meta.dirname, '..');
const walk = (folder: string, wanted = /\.tsx?$/): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'test' || entry.name === 'testing' ? [] : walk(path, wanted);
    return wanted.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
const files = ['app', 'server', 'renderer', 'packaging'].flatMap((folder) => walk(folder));
const styles = walk('renderer', /\.css$/);
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const product = files.map((file) => ({ file, text: textOf(file) }));
const linesWith = (pattern: RegExp, of = product): string[] =>
  of.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );

describe('sizes', () => {
  it('no folder holds more than 25 files', () => {
    // migrations only ever grow in number
    const counts = new Map<string, number>();
    for (const file of [...files, ...styles]) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect(counts.size).toBeGreaterThan(80);
    expect([...counts].filter(([folder, own]) => own > 25 && folder !== 'server/db/migrations')).toEqual([]);
  });

  it('no function of the server is longer than 90 lines', () => {
    const found: string[] = [];
    let functions = 0;
    const visit = (file: string, text: string, node: unknown): void => {
      if (Array.isArray(node)) for (const one of node) visit(file, text, one);
      if (typeof node !== 'object' || node === null || !('type' in node) || !('start' in node) || !('end' in node)) return;
      if (/Function/.test(String(node.type)) && 'body' in node && node.body) {
        functions += 1;
        const lines = text.slice(Number(node.start), Number(node.end)).split('\n').length;
        if (lines > 90) found.push(`${file}:${text.slice(0, Number(node.start)).split('\n').length}: ${lines} lines`);
      }
      for (const child of Object.values(node)) visit(file, text, child);
    };
    for (const { file, text } of product) if (file.startsWith('server/')) visit(file, text, parseSync(file, text).program);
    expect(functions).toBeGreaterThan(3000);
    expect(found).toEqual([]);
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

/** Sockets, other processes, threads and the event loop itself take the time that they take; what is asked there is asked again until it is so. */
const inRealTime: readonly (readonly [why: string, ...files: string[]])[] = [
  [
    'lines that are silent, late or half open, by the time-outs of real sockets',
    'server/field/doctor/connectionMistakes.test.ts',
    'server/field/doctor/mistakes.test.ts',
    'server/field/gateway.test.ts',
    'server/field/halfOpen.test.ts',
    'server/field/lateGateway.test.ts',
    'server/field/polling/lineCompany.test.ts',
    'server/field/ports/strictTcpPort.test.ts',
    'server/field/returnTimes.test.ts',
  ],
  [
    'commands on a polled device behind a real socket',
    'server/features/plc/hostile.test.ts',
    'server/features/plc/plc.test.ts',
    'server/features/plc/sequence.test.ts',
  ],
  ['whole plants behind sockets', 'server/test/meterChange.test.ts', 'server/test/wireReplay.test.ts'],
  ['disks that fail in other processes', 'server/test/diskOperations.test.ts', 'server/test/diskSweep.test.ts'],
  ['a worker thread', 'server/jobs/bulkWork.test.ts'],
  ['connections that are kept open', 'server/http/server.test.ts'],
  ['files that a thread reads', 'server/features/readings/entry.test.ts'],
  ['copies that run beside writes', 'server/features/backup/backup.test.ts'],
  ['how long the event loop is held up', 'server/features/commissioning/eventLoopDelay.test.ts'],
  ['a database that another process writes, or looks through', 'server/storage.test.ts'],
  ['processes that are started and killed', 'tests/process/dev.test.ts', 'tests/process/restore.test.ts'],
  ['foreign programs', 'tests/peers/modem.test.ts'],
  ['a hub that is killed', 'tests/hub/kills.test.ts', 'tests/hub/plantKills.test.ts'],
  ['a plant measured with and without a hub', 'tests/hub/besides.test.ts'],
  ['messages of a running server', 'tests/conformance/liveMessages.test.ts'],
  ['programs that an update starts', 'app/updates/programSteps.test.ts'],
];

const tests = ['server', 'renderer', 'app', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`),
);

it('tests wait in real time only where time is not ours to give', () => {
  expect(tests.length).toBeGreaterThan(300);
  const waits = /\bsetTimeout\((done|resolve|go|ok|r|next|later), |import \{ setTimeout as |\bpassed\(/;
  const waiting = tests.filter((file) => waits.test(textOf(file)));
  expect(waiting.toSorted()).toEqual(inRealTime.flatMap(([, ...files]) => files).toSorted());
});

it('no test is proved by the time that it took by the clock', () => {
  // seconds that the desktop promises to the person at it, in the suite that has the machine to itself
  const allowed = ['tests/desktop/figures.spec.ts', 'tests/desktop/life.spec.ts', 'tests/desktop/panel.spec.ts'];
  const asserts =
    /\b(performance|Date)\.now\(\) - \w+\)\.toBeLess|\b(took|elapsed|waited)(Ms)?\)\.toBeLess|\b(ended|done|stopped|said|back|ready)Ms - \w+\)\.toBeLess|Math\.max\(\.\.\.\w*[tT]ook\w*\)\)\.toBeLess/;
  const specs = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => `tests/${name}`);
  expect(specs.length).toBeGreaterThan(50);
  expect([...tests, ...specs].filter((file) => asserts.test(textOf(file)))).toEqual(allowed);
});

it('a test that waits for something waits as long as a busy machine may take', () => {
  const LEAST_MS = 60_000;
  const found: string[] = [];
  let waits = 0;
  const numberOf = (node: unknown): number | undefined => {
    const literal = node as
      | { type?: string; value?: unknown; properties?: { key: { name?: string }; value: unknown }[] }
      | undefined;
    if (literal?.type === 'ObjectExpression')
      return numberOf(literal.properties?.find(({ key }) => key.name === 'timeout')?.value);
    return literal?.type === 'Literal' && typeof literal.value === 'number' ? literal.value : undefined;
  };
  const visit = (file: string, text: string, node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(file, text, one);
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    if (node.type === 'CallExpression' && 'callee' in node && 'arguments' in node && 'start' in node) {
      const { start, end } = node.callee as { start: number; end: number };
      const name = text.slice(start, end).replaceAll(/\s/g, '');
      const [, limit] = node.arguments as unknown[];
      // the default of `expect.poll` is in vite.config.ts, that of `vi.waitFor` is one second
      const isUnset = limit === undefined && name !== 'expect.poll';
      if (/^(vi\.waitFor|vi\.waitUntil|expect\.poll)$/.test(name)) {
        waits += 1;
        if (isUnset || (numberOf(limit) ?? LEAST_MS) < LEAST_MS)
          found.push(`${file}:${text.slice(0, Number(node.start)).split('\n').length}`);
      }
    }
    for (const child of Object.values(node)) visit(file, text, child);
  };
  for (const file of tests) {
    const text = textOf(file);
    if (/\b(waitFor|waitUntil|poll)\(/.test(text)) visit(file, text, parseSync(file, text).program);
  }
  expect(waits).toBeGreaterThan(50);
  expect(found).toEqual([]);
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
  it('never hang on the text of an error, an issue or a reason', () => {
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
  it('that others depend on stand once', () => {
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

describe('names', () => {
  it('are the terms of the trade, not words that only this code would use', () => {
    // left: what the published API or stored rows call so
    const fixed = new Set(['minutesJudged', 'desk', 'told', 'lastHeard', 'last_heard']);
    const dialect = new Set(
      'hear hears heard tell tells told stood lies book desk witness witnesses doors judge judges judged judging haste'.split(
        ' ',
      ),
    );
    const whole = /^(?:stands?|Others|Remembered)$/;
    const isDialect = (name: string): boolean =>
      whole.test(name) || name.split(/(?<=[a-z\d])(?=[A-Z])|[_#]/).some((word) => dialect.has(word.toLowerCase()));
    const found = new Set<string>();
    let names = 0;
    const visit = (file: string, node: unknown): void => {
      if (Array.isArray(node)) for (const one of node) visit(file, one);
      if (typeof node !== 'object' || node === null || !('type' in node)) return;
      if (/Identifier$/.test(String(node.type)) && 'name' in node) {
        names += 1;
        const name = String(node.name);
        if (isDialect(name) && !fixed.has(name)) found.add(`${file}: ${name}`);
      }
      for (const child of Object.values(node)) visit(file, child);
    };
    for (const { file, text } of product) visit(file, parseSync(file, text).program);
    expect(names).toBeGreaterThan(50_000);
    expect([...found]).toEqual([]);
  });
});

describe('exported types', () => {
  const declared = /^export (?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)/gm;
  const twice = (of: readonly { file: string; text: string }[]): string[] => {
    const places = new Map<string, string[]>();
    for (const { file, text } of of)
      for (const [, name = ''] of text.matchAll(declared)) places.set(name, [...(places.get(name) ?? []), file]);
    expect(places.size).toBeGreaterThan(100);
    return [...places].filter(([, own]) => own.length > 1).map(([name, own]) => `${name}: ${own.join(', ')}`);
  };

  it('of server and shell have a name each: one name is one thing in every room', () => {
    expect(twice(product.filter(({ file }) => !file.startsWith('renderer/')))).toEqual([]);
  });

  it('what core and the floors export has no namesake in another room: both could be meant', () => {
    const exported = /^export (?:declare )?(?:abstract )?(?:async )?(?:type|interface|class|enum|const|function) (\w+)/gm;
    const places = new Map<string, string[]>();
    for (const { file, text } of product)
      if (file.startsWith('server/') && !file.startsWith('server/db/migrations/'))
        for (const [, name = ''] of text.matchAll(exported)) places.set(name, [...(places.get(name) ?? []), file]);
    const floor = /^server\/(core|http|plantModel|historian|db)\//;
    const found = [...places].filter(([, own]) => own.length > 1 && own.some((file) => floor.test(file)));
    expect(places.size).toBeGreaterThan(3000);
    expect(found.map(([name, own]) => `${name}: ${own.join(', ')}`)).toEqual([]);
  });

  it('are found in each form', () => {
    const text = [...'abcdefghij'].flatMap((a) => [...'abcdefghijk'].map((b) => `export type T${a}${b} = 1;`)).join('\n');
    const first = `export class One {}\nexport abstract class Two {}\nexport enum Three {}\n${text}`;
    const second = 'export type One = 1;\nexport interface Two {}\nexport declare class Three {}\ntype Taa = 2;';
    expect(twice(Object.entries({ first, second }).map(([file, own]) => ({ file, text: own })))).toEqual([
      'One: first, second',
      'Two: first, second',
      'Three: first, second',
    ]);
  });
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
