/** What electron-builder is told; that it is of its schema is seen when tests/process/package.test.ts packs by it. */
import { expect, it } from 'vitest';
import { textOf } from './product.ts';

/** Of each key at the first column, its lines. */
const told = new Map(
  textOf('electron-builder.yml')
    .replaceAll(/^#.*\n/gm, '')
    .split(/^(?=\w)/m)
    .map((part) => {
      const [key = '', ...lines] = part.trimEnd().split(/:\s*/);
      return [key, lines.join(': ')];
    }),
);

it('packs folders, of which our own scripts make installers, and an AppImage where one is asked for', () => {
  expect([told.get('linux'), told.get('win')]).toEqual([
    'target: dir\n  category: Utility',
    'target: dir\n  requestedExecutionLevel: asInvoker',
  ]);
  expect(told.get('appImage')).toMatch(/^artifactName: Headworks-.*\.AppImage$/);
});

it('checks what was packed, compiles nothing, and names links of its own alone', () => {
  expect([told.get('afterPack'), told.get('npmRebuild'), told.get('protocols')]).toEqual([
    './packaging/afterPack.mjs',
    'false',
    '- name: Headworks\n    schemes: [headworks]',
  ]);
});
