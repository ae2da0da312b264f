import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const styles = join(root, 'renderer/styles');
const own = readdirSync(styles)
  .filter((name) => name.endsWith('.css'))
  .map((name) => readFileSync(join(styles, name), 'utf8'));
const mantines = [...own.join('').matchAll(/@import "(@mantine[^"]+)"/g)].map(([, path = '']) =>
  readFileSync(join(root, 'node_modules', path), 'utf8'),
);

test('every variable that the taken styles of Mantine read is set here', () => {
  const set = new Set([...own.join('').matchAll(/(--mantine-[\w-]+):/g)].map(([, name]) => name));
  const read = new Set([...mantines.join('').matchAll(/var\((--mantine-[\w-]+)/g)].map(([, name]) => name));
  expect(mantines.length).toBeGreaterThan(5);
  expect(read.size).toBeGreaterThan(20);
  expect([...read].filter((name) => !set.has(name))).toEqual([]);
});

test('every part of Mantine that is drawn has its styles', () => {
  const taken = new Set([...own.join('').matchAll(/@import "@mantine\/core\/styles\/(\w+)\.css"/g)].map(([, name]) => name));
  const drawn = readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) => [
      ...readFileSync(join(root, 'renderer', name), 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g),
    ])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
    .filter((name) => existsSync(join(root, 'node_modules/@mantine/core/styles', `${name}.css`)));
  expect(drawn).toContain('Button');
  expect([...new Set(drawn)].filter((name) => !taken.has(name))).toEqual([]);
});

const sheets = readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => ({ name, text: readFileSync(join(root, 'renderer', name), 'utf8') }));

test('layouts of narrow windows are those of a screen: paper keeps the wide one', () => {
  expect(sheets.length).toBeGreaterThan(50);
  expect(sheets.filter(({ text }) => /@media \(max-width/.test(text)).map(({ name }) => name)).toEqual([]);
});

test('no field leaves the form of a date or a time to the browser, which writes them in its own language', () => {
  const pages = readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  expect(pages.length).toBeGreaterThan(200);
  const native = /type=(?:"|\{')(?:date|time|datetime-local|month|week)\b/;
  expect(native.test('<input type="date" />')).toBe(true);
  expect(pages.filter((name) => native.test(readFileSync(join(root, 'renderer', name), 'utf8')))).toEqual([]);
});

test('no words are smaller than 13 px', () => {
  const sizes = sheets.flatMap(({ name, text }) =>
    [...text.matchAll(/font(?:-size)?:[^;]*?([\d.]+)(rem|px)/g)].map(([, size, unit]) => ({
      name,
      px: Number(size) * (unit === 'rem' ? 16 : 1),
    })),
  );
  expect(sizes.length).toBeGreaterThan(150);
  expect(sizes.filter(({ px }) => px < 13)).toEqual([]);
});

/** Grounds that only underline what words say beside them or in them; where the system paints every ground alike the words remain. */
const grounded = new Set([
  'parts/figures/LiveFigure.module.css .figure[data-trust="doubtful"]',
  'parts/Facts.module.css .value[data-provisional]',
  'pages/overview/panels/SidePanels.module.css .cause',
  'pages/overview/scheme/Schematic.module.css .box[data-stale]',
  'pages/diagram/Node.module.css .value[data-unknown]',
  'pages/balance/NodeTable.module.css .table td.unknown',
]);

test('a fill that is a value keeps its own colour where the system paints every ground alike', () => {
  const fill = /background: (?:repeating-linear-gradient|var\(--hw-(?:bar|bar-muted|range|track|live)\))/;
  const fills = sheets.flatMap(({ name, text }) => {
    const kept = [...text.matchAll(/@media \(forced-colors: active\)[^{]*\{([\s\S]*?)\n\}/g)]
      .map(([, body = '']) => body)
      .join('');
    return [...text.matchAll(/\n([^\n{}@]+(?:,\n[^\n{}@]+)*) \{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) =>
      fill.test(body) ? [{ where: `${name} ${selector}`, isKept: `${body}${kept}`.includes('forced-color-adjust: none') }] : [],
    );
  });
  expect(fills.length).toBeGreaterThan(15);
  expect(fills.filter(({ where, isKept }) => !isKept && !grounded.has(where)).map(({ where }) => where)).toEqual([]);
  expect([...grounded].filter((one) => !fills.some(({ where }) => where === one))).toEqual([]);
});
