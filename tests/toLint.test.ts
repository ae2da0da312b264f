import { describe, expect, it } from 'vitest';
import { toLint } from './toLint.ts';

const texts = new Map([
  ['server/a.ts', 'export const a = 1;'],
  ['server/b.ts', "import { a } from './a.ts';\nexport const b = a;"],
  ['renderer/c.tsx', "export { b } from '../server/b.ts';"],
  ['renderer/d.ts', 'export const d = 1;'],
]);
const passed = { 'server/a.ts': '1', 'server/b.ts': '1', 'renderer/c.tsx': '1', 'renderer/d.ts': '1' };

describe('what is linted again', () => {
  it('is nothing while nothing changed', () => {
    expect(toLint(texts, passed, passed)).toEqual([]);
  });

  it('is what changed and all that imports it, by way of others too', () => {
    expect(toLint(texts, passed, { ...passed, 'server/a.ts': '2' })).toEqual(['server/a.ts', 'server/b.ts', 'renderer/c.tsx']);
    expect(toLint(texts, passed, { ...passed, 'renderer/c.tsx': '2' })).toEqual(['renderer/c.tsx']);
  });

  it('is what is new', () => {
    const { 'renderer/d.ts': _, ...before } = passed;
    expect(toLint(texts, before, passed)).toEqual(['renderer/d.ts']);
  });

  it('is what imports a file that is gone', () => {
    expect(toLint(new Map([...texts].slice(1)), passed, { ...passed, 'server/a.ts': '' })).toEqual([
      'server/b.ts',
      'renderer/c.tsx',
    ]);
  });
});
