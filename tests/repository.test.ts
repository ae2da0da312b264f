import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownFiles } from './ownFiles.ts';

const root = resolve(import.meta.dirname, '..');
const files = ownFiles(root);
const texts = files.filter(
  (file) => /\.(ts|tsx|js|mjs|md|json|css|html|yml|sh)$|^\.ci\//.test(file) && file !== 'package-lock.json',
);

/** Lines that hold a pattern, as `file:line`. */
const linesWith = (pattern: RegExp): string[] =>
  texts.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}`] : []));
  });

it('reads nothing that is beside a clone', () => {
  const beside = '.. shared'.split(' ');
  const [path, parts] = [beside.join('/'), `'${beside.join("', '")}'`].map((text) => text.replaceAll('.', '\\.'));
  expect(linesWith(new RegExp(`${path}|${parts}`))).toEqual([]);
});

it('has no proof that is left out where a recording is absent', () => {
  expect(linesWith(new RegExp(['skip', 'If\\(!?(existsSync|isThere)'].join('')))).toEqual([]);
});

it('has no assertion that anything passes: each says what is expected', () => {
  const anything = ['toBe(Defined|Truthy)\\(\\)', 'not\\.toThrow\\('].map((call) => `\\.${call}`).join('|');
  expect(linesWith(new RegExp(anything)).filter((line) => /\.(test|spec)\.ts:/.test(line))).toEqual([]);
});

describe('what comments cite', () => {
  const cited = texts.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /(?<![\w/.-])((?:docs|tests|resources)\/[\w/.-]*\.md|[A-Z]{4,}\.md|\w+\.md(?= \d))(?: (\d+(?:\.\d+)?))?/g,
      ),
    ].map(([, document = '', section]) => ({ file, document, section })),
  );

  it('is a document of the repository', () => {
    expect(cited.length).toBeGreaterThan(40);
    expect(cited.filter(({ document }) => !existsSync(join(root, document)))).toEqual([]);
  });

  it('names a section that the document has', () => {
    const sections = cited.filter(({ section }) => section !== undefined);
    expect(sections.length).toBeGreaterThan(25);
    const hasSection = (document: string, section: string): boolean =>
      readFileSync(join(root, document), 'utf8')
        .split('\n')
        .some((line) => /^#+ /.test(line) && line.split(' ')[1] === section);
    expect(sections.filter(({ document, section = '' }) => !hasSection(document, section))).toEqual([]);
  });

  it('is no paper that was never part of it', () => {
    expect(linesWith(new RegExp(`\\b${['DES', 'IGN'].join('')} \\d`))).toEqual([]);
  });
});

it('has links in its documents that lead somewhere', () => {
  const broken = texts
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(resolve(root, file, '..', target)))
        .map((target) => `${file}: ${target}`),
    );
  expect(broken).toEqual([]);
});

describe('documents', () => {
  const pages = texts
    .filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md')
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const named = (pattern: RegExp): { file: string; name: string }[] =>
    pages.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([, name = '']) => ({ file, name })));

  it('name commands that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    const commands = named(/\bnpm run ([\w:-]+)/g);
    expect(commands.length).toBeGreaterThan(50);
    expect(commands.filter(({ name }) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('start TypeScript by the Node of the project, which that of the system may be too old for', () => {
    const started = named(/((?:npx )?\bnode [\w/]+\.ts\b)/g);
    expect(started.length).toBeGreaterThan(5);
    expect(started.filter(({ name }) => !name.startsWith('npx '))).toEqual([]);
  });

  it('name files that there are', () => {
    // the example of a test beside its code
    const made = new Set(['thing.ts', 'thing.test.ts']);
    const sources = named(/`([\w/.-]+\.tsx?)`/g);
    expect(sources.length).toBeGreaterThan(100);
    expect(
      sources.filter(({ name }) => !made.has(name) && !files.some((file) => file === name || file.endsWith(`/${name}`))),
    ).toEqual([]);
  });

  it('name folders that there are', () => {
    const folders = named(/`((?:app|server|renderer|tests|bench|packaging|resources|docs)\/(?:[\w-]+\/)*)`/g);
    expect(folders.length).toBeGreaterThan(40);
    expect(folders.filter(({ name }) => !existsSync(join(root, name)))).toEqual([]);
  });

  it('link to headings that there are', () => {
    const anchorsOf = (text: string): string[] =>
      [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
          .replaceAll(' ', '-'),
      );
    const links = pages.flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)].map(([, target = '', anchor = '']) => ({
        file,
        page: target === '' ? join(root, file) : resolve(root, file, '..', target),
        anchor,
      })),
    );
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(({ page, anchor }) => !anchorsOf(readFileSync(page, 'utf8')).includes(anchor))).toEqual([]);
  });
});

it('says a change once in its changelog, also where lines of two branches were joined', () => {
  const starts = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(0, 50));
  expect(starts.length).toBeGreaterThan(500);
  expect(starts.filter((start, at) => starts.indexOf(start) < at)).toEqual([]);
});
