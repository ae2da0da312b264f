import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { documentHash, kindHash } from './documentHash.ts';

const sha256 = (...parts: (string | Uint8Array)[]): string => {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part);
  return sum.digest('hex');
};

it('a document’s hash is that of 0x05 and the JSON of its kind, id, version and body', () => {
  const document = { kind: 'unit', id: 'u1', version: 3, body: '{"name":"Well"}' };
  expect(documentHash(document)).toBe(sha256(Uint8Array.of(5), '["unit","u1",3,"{\\"name\\":\\"Well\\"}"]'));
  expect(documentHash({ ...document, body: null })).toBe(sha256(Uint8Array.of(5), '["unit","u1",3,null]'));
});

it('a kind’s hash is that of 0x06 and its documents’ hashes by their ids, in whatever order they come', () => {
  const [a, b, c] = ['a', 'B', 'é'].map((id) => ({ id, hash: documentHash({ kind: 'unit', id, version: 1, body: '' }) }));
  if (!a || !b || !c) throw new Error('three documents');
  const bytes = [b, a, c].map(({ hash }) => Buffer.from(hash, 'hex'));
  for (const documents of [
    [a, b, c],
    [c, a, b],
  ])
    expect(kindHash(documents)).toBe(sha256(Uint8Array.of(6), ...bytes));
  expect(kindHash([])).toBe(sha256(Uint8Array.of(6)));
});
