import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Writer } from '../../db/writer.ts';
import { addIndustry, failureOf, type Plant, startPlant } from '../../test/configuredPlant.ts';
import { DocumentStore } from './documentStore.ts';
import { StoredDocuments } from './documents.ts';
import type { DocumentSave } from './model.ts';

let plant: Plant;
let documents: StoredDocuments;
beforeAll(async () => {
  plant = await startPlant();
  await addIndustry(plant);
  await addIndustry(plant, 'NORTH');
  documents = new StoredDocuments(new DocumentStore(new Writer(plant.sqlite), plant.kysely), plant.clock);
});
afterAll(() => {
  plant.close();
  plant.remove();
});

const save = (fields: Partial<DocumentSave> = {}, industryId = 'DEMO') =>
  documents.save(industryId, { kind: 'graph', name: '', body: { nodes: [] }, userId: 'asha', ...fields });

describe('a document', () => {
  it('is absent before it was saved', async () => {
    expect(await documents.read('DEMO', 'nothing')).toBeUndefined();
    expect(await documents.list('DEMO', 'nothing')).toEqual([]);
    expect(await documents.history('DEMO', 'nothing')).toEqual([]);
  });

  it('is read as it was saved, with author, time and version', async () => {
    const body = { nodes: [{ id: 'a', unknown: [1, 'ä', null] }] };
    const saved = await save({ kind: 'first', body, version: 0 });
    expect(saved).toEqual({ kind: 'first', name: '', version: 1, body, savedAtMs: plant.clock.now(), savedBy: 'asha' });
    expect(await documents.read('DEMO', 'first')).toEqual(saved);
  });

  it('keeps every version, the newest first, and one can be saved anew', async () => {
    await save({ kind: 'kept', body: 'one' });
    plant.clock.advance(1000);
    await save({ kind: 'kept', body: 'two', userId: 'ravi', version: 1 });
    expect(await documents.history('DEMO', 'kept')).toEqual([
      { kind: 'kept', name: '', version: 2, savedAtMs: plant.clock.now(), savedBy: 'ravi' },
      { kind: 'kept', name: '', version: 1, savedAtMs: plant.clock.now() - 1000, savedBy: 'asha' },
    ]);
    const old = await documents.readVersion('DEMO', 'kept', '', 1);
    expect((await save({ kind: 'kept', body: old?.body, version: 2 })).version).toBe(3);
    expect((await documents.read('DEMO', 'kept'))?.body).toBe('one');
    expect((await documents.readVersion('DEMO', 'kept', '', 2))?.body).toBe('two');
    expect(await documents.readVersion('DEMO', 'kept', '', 4)).toBeUndefined();
  });

  it('is refused when it was made from another version, and nothing is stored', async () => {
    await save({ kind: 'stale' });
    for (const version of [0, 2])
      expect(await failureOf(() => save({ kind: 'stale', body: 'lost', version }))).toMatchObject({
        code: 'conflict',
        errors: [{ path: 'version', message: expect.stringContaining('is 1') }],
      });
    expect(await documents.history('DEMO', 'stale')).toHaveLength(1);
  });

  it('of two saves from one version is stored once', async () => {
    await save({ kind: 'race' });
    const attempts = await Promise.allSettled([1, 2, 3, 4].map((body) => save({ kind: 'race', body, version: 1 })));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await documents.read('DEMO', 'race'))?.version).toBe(2);
  });

  it('has names of its own within a kind', async () => {
    await save({ kind: 'named', name: 'b', body: 1 });
    await save({ kind: 'named', name: 'a', body: 2 });
    await save({ kind: 'named', name: 'a', body: 3 });
    const listed = await documents.list('DEMO', 'named');
    expect(listed.map(({ name, version, body }) => [name, version, body])).toEqual([
      ['a', 2, 3],
      ['b', 1, 1],
    ]);
  });

  it('is seen by its own industry alone', async () => {
    await save({ kind: 'own', body: 'demo' });
    expect(await documents.read('NORTH', 'own')).toBeUndefined();
    expect((await save({ kind: 'own', body: 'north' }, 'NORTH')).version).toBe(1);
    expect((await documents.read('DEMO', 'own'))?.body).toBe('demo');
  });

  it('is bounded in size and in number of names', async () => {
    expect(await failureOf(() => save({ kind: 'big', body: 'x'.repeat(4 * 1_048_576) }))).toMatchObject({ code: 'tooLarge' });
    expect(await documents.read('DEMO', 'big')).toBeUndefined();
    for (let at = 0; at < 200; at += 1) await save({ kind: 'many', name: `n${at}`, body: at });
    expect(await failureOf(() => save({ kind: 'many', name: 'n200' }))).toMatchObject({ code: 'badRequest' });
    expect((await save({ kind: 'many', name: 'n7' })).version).toBe(2);
  });
});
