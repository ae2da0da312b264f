/** A plant that runs twice, as after a copy of its whole folder, and shares no logs: by its statements its hub sees it all the same. */
import { describe, expect, it } from 'vitest';
import { publicBytes } from '../../server/bundle/keys.ts';
import { wordsOf } from '../../server/bundle/words.ts';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { WirePlant } from '../../server/hub/testing/wirePlant.ts';
import { asOwner, pairedPlant, serveHub, shown } from './wiredHub.ts';

describe.skipIf(missingPostgres)(`a plant that runs twice${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  serveHub();
  const forked = { status: 409, body: { code: 'forked' } };

  it('is forked from the first statement of the second copy on, and one goes on once a person has compared the words', async () => {
    const plant = await pairedPlant();
    const { body } = await asOwner('POST', '/codes');
    const copy = new WirePlant(plant.identity, body.code);
    const hello = (from: WirePlant, seq: number, previousSeq?: number) =>
      from.hello({ seq, industries: [], ...(previousSeq !== undefined && { previousSeq }) });
    expect((await hello(plant, 10, 0)).status).toBe(200);
    // the answer was lost
    expect((await hello(plant, 10, 0)).status).toBe(200);
    expect((await hello(plant, 12, 10)).status).toBe(200);
    // statements on sticks, and those that a line lost, come never or late
    expect((await hello(plant, 20, 17)).status).toBe(200);
    copy.seq = 1000;
    expect(await hello(copy, 25, 12)).toMatchObject(forked);
    expect(await shown(plant)).toMatchObject({ state: 'forked', statement: { seq: 20 } });
    plant.seq = 2000;
    expect(await hello(plant, 30, 20)).toMatchObject(forked);
    const { site, signing } = plant.identity;
    await asOwner('POST', `/plants/${site}/confirm`, { words: wordsOf(publicBytes(signing)) });
    expect((await hello(plant, 31, 30)).status).toBe(200);
    copy.seq = 3000;
    expect(await hello(copy, 40, 25)).toMatchObject(forked);
  });

  it('is taken as ever where its version names no statement before', async () => {
    const plant = await pairedPlant();
    for (const seq of [5, 9, 12]) expect((await plant.hello({ seq, industries: [] })).status).toBe(200);
  });

  it('may begin anew in a later epoch', async () => {
    const plant = await pairedPlant();
    expect((await plant.hello({ seq: 50, previousSeq: 40, industries: [] })).status).toBe(200);
    expect((await plant.hello({ seq: 60, previousSeq: 0, epoch: 2, industries: [] })).status).toBe(200);
  });
});
