/** The files of the product with their texts, for the tests that measure them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');
const walk = (folder: string, wanted = /\.tsx?$/): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'test' || entry.name === 'testing' ? [] : walk(path, wanted);
    return wanted.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
export const files = ['app', 'server', 'renderer', 'packaging'].flatMap((folder) => walk(folder));
export const styles = walk('renderer', /\.css$/);
export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
export const product = files.map((file) => ({ file, text: textOf(file) }));
export const linesWith = (pattern: RegExp, of = product): string[] =>
  of.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
