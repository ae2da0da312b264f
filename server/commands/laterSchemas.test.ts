import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { parseAst } from 'vite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { laterSchemas } from './laterSchemas.ts';
import { schemasLater } from './rollServer.ts';

const server = resolve(import.meta.dirname, '..');
const changed = (code: string): string => laterSchemas(code, (text) => parseAst(text, { lang: 'ts' }), '/later.ts');

/** What is published of every row, and how many of its schemas were made before anybody asked. */
const program = `
  import { z } from 'zod';
  import { plantEndpoints, userEndpoints } from './index.ts';
  const rows = [...userEndpoints, ...plantEndpoints];
  const parts = ['headers', 'params', 'query', 'body', 'reply', 'reply201'];
  const all = rows.flatMap((row) => parts.flatMap((part) => row[part] ?? []));
  export const schemas = all.length;
  export const made = all.filter((one) => Object.keys(one).length > 0).length;
  export const published = () => JSON.stringify(rows.map((row) => ({
    ...row,
    ...Object.fromEntries(parts.flatMap((part) => row[part]
      ? [[part, z.toJSONSchema(row[part], { io: part.startsWith('reply') ? 'output' : 'input' })]] : [])),
  })));
`;

type Contract = { schemas: number; made: number; published(): string };

const contractWith = async (plugins: Plugin[]): Promise<Contract> => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const asked = join(server, 'contract', 'asked.ts');
  const entry: Plugin = {
    name: 'entry',
    resolveId: (id) => (id === asked ? id : null),
    load: (id) => (id === asked ? program : null),
  };
  const bundle = await rolldown({ input: asked, platform: 'node', plugins: [entry, ...plugins] });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  const file = join(folder, 'contract.mjs');
  writeFileSync(file, output[0].code);
  return import(pathToFileURL(file).href);
};

describe('the contract of the bundled server', () => {
  it('makes a constant’s schema later, of a row that of each part, and leaves everything else', () => {
    expect(
      changed(
        `export const a = z.object({ n: z.number() }).meta({ id: 'A' });
const shape = { b: a.optional(), c: 1, d: a } as const;
export const row = endpoint({ ...own, path: '/x', query: z.object(shape), reply: a });
export const most = Math.max(1, 2);
export const make = () => z.string();`,
      ),
    ).toBe(
      `import { later } from "/later.ts";export const a = /* @__PURE__ */ later(() => z.object({ n: z.number() }).meta({ id: 'A' }));
const shape = { b: /* @__PURE__ */ later(() => a.optional()), c: 1, d: a } as const;
export const row = endpoint({ ...own, path: '/x', query: /* @__PURE__ */ later(() => z.object(shape)), reply: a });
export const most = Math.max(1, 2);
export const make = () => z.string();`,
    );
  });

  it('leaves a file without schemas as it is', () => {
    expect(changed('export const a = [1].map(String);')).toBe('export const a = [1].map(String);');
  });

  it('publishes the same, and has made next to nothing before somebody asks', async () => {
    const plain = await contractWith([]);
    const late = await contractWith([schemasLater(server, 'ts')]);
    expect(plain.made).toBe(plain.schemas);
    expect(late.schemas).toBe(plain.schemas);
    expect(late.made).toBeLessThan(plain.schemas / 10);
    expect(late.published()).toBe(plain.published());
  });
});
