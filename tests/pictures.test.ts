import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { mostBytes, pictures } from './browser/pictureList.ts';
import { roleNames } from './browser/roleList.ts';

const root = resolve(import.meta.dirname, '..');
const routes = readFileSync(resolve(root, 'renderer/shell/pages.ts'), 'utf8');
const shown = readFileSync(resolve(root, 'docs/pictures.md'), 'utf8');

test('every page of the navigation has a picture, small, and shown in docs/pictures.md', () => {
  const pages = [...routes.matchAll(/from '\.\.\/pages\/(\w+)\/entry\.ts'/g)].map(([, name = '']) => name);
  expect(pages.length).toBeGreaterThan(15);
  const names = new Set(pictures.map(({ name }) => name));
  expect(pages.filter((page) => !names.has(page))).toEqual([]);
  for (const { name, title } of pictures) {
    const file = resolve(root, `resources/readme/${name}.webp`);
    expect(existsSync(file), name).toBe(true);
    expect(statSync(file).size, name).toBeLessThanOrEqual(mostBytes);
    expect(shown).toContain(`![${title}](../resources/readme/${name}.webp)`);
  }
});

test('what each role sees is a sheet of pictures, small, and shown in docs/pictures.md', () => {
  expect(roleNames.length).toBeGreaterThan(5);
  for (const role of roleNames) {
    const file = resolve(root, `resources/readme/roles/${role}.webp`);
    expect(existsSync(file), role).toBe(true);
    expect(statSync(file).size, role).toBeLessThanOrEqual(mostBytes);
    expect(shown).toContain(`(../resources/readme/roles/${role}.webp)`);
  }
});
