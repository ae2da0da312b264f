import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writingRows } from './writingOperations/contractRows.ts';
import { byAnotherRow, places } from './writingOperations/lists.ts';

const root = join(import.meta.dirname, '..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

const rows = await writingRows();
const panel = readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('text/'))
  .map((file) => ({ file, text: textOf(`renderer/${file}`) }));
const isSentIn = (text: string, row: string): boolean => {
  const name = new RegExp(`\\b${row} as (\\w+)`).exec(text)?.[1] ?? row;
  return new RegExp(`(useSend|useSaving|useAdding|sendFile|\\bcall|\\.request\\w*)\\(\\s*${name}\\b`).test(text);
};

const [, apiOnlyText = ''] = textOf('docs/api.md').split('\n## API only\n');
/** Rows of the table of docs/api.md, with their reasons. */
const apiOnly = new Map(
  [...apiOnlyText.matchAll(/^\| `([A-Z]+ [^`]+)` \| (.+) \|$/gm)].map(([, operation = '', reason = '']) => [operation, reason]),
);

it('every row that changes something has a place in the panel, or its reason in docs/api.md, and one of them only', () => {
  expect(rows.length).toBeGreaterThan(110);
  const listed = [...Object.keys(places), ...Object.keys(byAnotherRow)];
  const inDocs = rows.filter(({ operation }) => apiOnly.has(operation)).map(({ name }) => name);
  expect([...listed, ...inDocs].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

it('what docs/api.md lists as API only is a row of the contract, has a reason, and is not sent by the panel', () => {
  const operations = new Map(rows.map(({ name, operation }) => [operation, name]));
  for (const [operation, reason] of apiOnly) {
    const name = operations.get(operation) ?? '';
    expect(name, operation).not.toBe('');
    expect(reason.length, operation).toBeGreaterThan(15);
    expect(panel.filter(({ text }) => isSentIn(text, name)).map(({ file }) => file)).toEqual([]);
  }
});

it.each(Object.entries(places))(
  '%s is sent where the list says, by a control that is there',
  (row, [sender, control, drawnIn = sender]) => {
    expect(isSentIn(textOf(`renderer/${sender}`), row)).toBe(true);
    expect(textOf(`renderer/${drawnIn}`).includes(control), `${drawnIn} has ${control}`).toBe(true);
  },
);

it.each(Object.entries(byAnotherRow))('what %s does is done in the panel by %s', (_, other) => {
  expect(Object.keys(places)).toContain(other);
});
