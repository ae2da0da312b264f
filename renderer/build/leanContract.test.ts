import { parseAst, transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import { leanContract } from './leanContract.ts';

const files = import.meta.glob<string>(['../../server/contract/**/*.ts', '!**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const lean = async (source: string): Promise<string> => {
  const { code } = await transformWithOxc(source, 'contract.ts');
  return leanContract(code, (text) => parseAst(text));
};

describe('the contract of the panel', () => {
  it('has no documentation of what is sent and answered', async () => {
    const made = await lean(
      `const num = z.number().min(0).meta({ description: 'KL' });
       export const body = z.object({ a: num.optional().meta({ description: 'of it' }), b: z.array(num).meta({ id: 'B' }).max(3) }).describe('all');`,
    );
    expect(made).toContain('const num = /* @__PURE__ */ (() => (z.number().min(0)))()');
    expect(made).toMatch(/a: num\.optional\(\),\s*b: z\.array\(num\)\.max\(3\)/);
    expect(made).not.toMatch(/meta|describe|KL|of it/);
  });

  it('has of a row what a call and a form read', async () => {
    const made = await lean(
      `export const save = endpoint({
         ...own, method: 'put', path: '/things/{id}', summary: 'Save', description: 'Long ' + 'text',
         query: z.object({ id: z.string().meta({ description: 'x' }) }), faults: ['schema'], headers: own, body: thing, reply: z.object({ thing }),
       });`,
    );
    expect(made).toMatch(
      /\.\.\.own,\s*method: "?'?put.*path: .*query: z\.object\(\{ id: z\.string\(\) \}\),\s*body: thing,\s*reply: z\.object\(\{ thing \}\)/s,
    );
    expect(made).not.toMatch(/summary|description|headers|faults|Save|text/);
  });

  it('leaves functions as they are, and what has no call', async () => {
    const made = await lean('export const make = (n: number) => z.string().max(n);\nexport const names = ["a"] as const;');
    expect(made).not.toContain('PURE');
  });

  it('can be read, of every file', async () => {
    const rows: string[] = [];
    for (const [name, source] of Object.entries(files)) {
      const made = await lean(source);
      expect(parseAst(made).body.length, name).toBeGreaterThan(0);
      expect(made, name).not.toMatch(/\.meta\(/);
      rows.push(...(made.match(/\(\(\) => \(endpoint\(/g) ?? []));
    }
    expect(rows.length).toBeGreaterThan(200);
  });
});
