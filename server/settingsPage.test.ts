import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { serverSettings } from './config.ts';

type Schema = { default?: unknown; properties?: Record<string, Schema>; anyOf?: Schema[]; oneOf?: Schema[] };
type Setting = { key: string; leftOut: unknown };

const page = readFileSync(join(import.meta.dirname, '../docs/settings.md'), 'utf8');

/** All of it is known where it is left out. */
const isWhole = ({ default: leftOut, properties = {} }: Schema): boolean =>
  leftOut !== undefined && Object.keys(properties).every((name) => Object.hasOwn(Object(leftOut), name));

/** An object that is left out as a whole, as the limit of passwords, is one setting. */
const settingsIn = (schema: Schema, above: string): Setting[] =>
  [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, one]) => {
      const key = above === '' ? name : `${above}.${name}`;
      const inside = isWhole(one) ? [] : settingsIn(one, key);
      return inside.length > 0 ? inside : [{ key, leftOut: one.default }];
    }),
  );

const documented = page.split('\n').flatMap((line): Setting[] => {
  const [, key, leftOut = ''] = /^\| `([\w.]+)` \| (?:`(.*?)`)? ?\| ?.*\|$/.exec(line) ?? [];
  return key === undefined ? [] : [{ key, leftOut: leftOut === '' ? undefined : JSON.parse(leftOut) }];
});

it('the page of settings names each that the server reads and no other, with what it is where it is left out', () => {
  const schema = z.toJSONSchema(serverSettings, { io: 'input', unrepresentable: 'any' }) as Schema;
  const byKey = new Map<string, unknown>();
  // of two ways to reach people with the same key the first
  for (const { key, leftOut } of settingsIn(schema, '')) if (!byKey.has(key)) byKey.set(key, leftOut);
  expect(byKey.size).toBeGreaterThan(70);
  expect(documented.map(({ key }) => key).toSorted()).toEqual([...byKey.keys()].toSorted());
  for (const { key, leftOut } of documented) expect([key, leftOut]).toEqual([key, byKey.get(key)]);
});

it('the example of the page is one', () => {
  const [, example = ''] = /```json\n(.*?)\n```/s.exec(page) ?? [];
  expect(serverSettings.parse(JSON.parse(example))).toMatchObject({ port: 8080, tls: { http: 'loopback' } });
});
