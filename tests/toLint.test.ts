import { describe, expect, it } from 'vitest';
import { toLint } from './toLint.ts';

const texts = new Map([
  ['server/a.ts', 'export const a = 1;'],
  ['server/b.ts', "import { a } from './a.ts';\nexport const b = a;"],
  ['renderer/c.tsx', "export { b } from '../server/b.ts';"],
  ['renderer/d.ts', 'export const d = 1;'],
]);
const files = { 'server/a.ts': '1', 'server/b.ts': '1', 'renderer/c.tsx': '1', 'renderer/d.ts': '1' };
const passed = { files, given: files };
/** A file with another text, which gives others something else too. */
const other = (path: string, hash = '2') => ({ files: { ...files, [path]: hash }, given: { ...files, [path]: hash } });

describe('what is linted again', () => {
  it('is nothing while nothing changed', () => {
    expect(toLint(texts, passed, passed)).toEqual([]);
  });

  it('is what changed and all that imports it, by way of others too', () => {
    expect(toLint(texts, passed, other('server/a.ts'))).toEqual(['server/a.ts', 'server/b.ts', 'renderer/c.tsx']);
    expect(toLint(texts, passed, other('renderer/c.tsx'))).toEqual(['renderer/c.tsx']);
  });

  it('is what changed alone where it gives others what it gave before', () => {
    expect(toLint(texts, passed, { files: other('server/a.ts').files, given: files })).toEqual(['server/a.ts']);
    // as where the type of `b` follows from what `a` is
    expect(toLint(texts, passed, { files, given: other('server/b.ts').given })).toEqual(['server/b.ts', 'renderer/c.tsx']);
  });

  it('is what is new', () => {
    const { 'renderer/d.ts': _, ...before } = files;
    expect(toLint(texts, { files: before, given: before }, passed)).toEqual(['renderer/d.ts']);
  });

  it('is what imports a file that is gone', () => {
    expect(toLint(new Map([...texts].slice(1)), passed, other('server/a.ts', ''))).toEqual(['server/b.ts', 'renderer/c.tsx']);
  });
});
