import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { pageNeeds } from './browser/roleList.ts';

const pages = resolve(import.meta.dirname, '../renderer/pages');

it('the pages that roles are tried on are those of the navigation, with the rights that open them', () => {
  const entries = readdirSync(pages)
    .map((folder) => join(pages, folder, 'entry.ts'))
    .flatMap((file) => {
      try {
        return [readFileSync(file, 'utf8')];
      } catch {
        return [];
      }
    })
    .flatMap((text) => {
      const path = /^ {2}path: '([^']+)',$/m.exec(text)?.[1];
      const needs = /^ {2}needs: \[([^\]]*)\],$/m.exec(text)?.[1];
      return path === undefined || needs === undefined ? [] : [[path, [...needs.matchAll(/'(\w+)'/g)].map(([, right]) => right)]];
    });
  expect(entries.length).toBeGreaterThan(15);
  expect(pageNeeds).toEqual(Object.fromEntries(entries));
});
