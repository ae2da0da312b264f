/** Slots of the open day of a plant that was restored: its hub shows none that the plant does not have any more. */
import { describe, expect, it } from 'vitest';
import { pack } from '../../server/core/bytes/packing.ts';
import { code, emptyBlock, slotOf } from '../../server/core/slots.ts';
import { tickMessage } from '../../server/core/sync/tickMessage.ts';
import { tickSeriesHash } from '../../server/core/sync/tickSeries.ts';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { WirePlant } from '../../server/hub/testing/wirePlant.ts';
import { asOwner, pairedPlant, rig, series, serveHub, uid } from './wiredHub.ts';

const named = tickSeriesHash([{ uid }]);

describe.skipIf(missingPostgres)(`slots of a plant that was restored${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  serveHub();
  const now = slotOf(Date.now());
  const blockAt = (ago: number, value: number) => {
    const block = emptyBlock(now - ago, 1);
    [block.values[0], block.quality[0]] = [value, code.G];
    return block;
  };
  const sent = (plant: WirePlant, epoch: number, agos: number[], value = 1) => {
    const slots = agos.map((ago) => ({ slot: now - ago, packed: Buffer.from(pack(blockAt(ago, value))).toString('base64') }));
    return plant.ask('POST', `/ticks?epoch=${epoch}`, { industry: 'DEMO', series: named, slots });
  };
  const kept = async (): Promise<number[]> => {
    const { rows } = await rig.asAdmin((admin) => admin.query<{ slot: number }>('select slot from tick order by 1'));
    return rows.map(({ slot }) => now - slot);
  };
  const isBehind = { status: 200, body: { stored: null, isBehind: true } };

  it('go with its first statement after that, and are not taken from the PC of before it', async () => {
    const before = await pairedPlant();
    const put = { epoch: 1, documents: [series] };
    expect(await before.ask('POST', '/documents', put)).toMatchObject({ status: 200, body: { stored: 1 } });
    // what the hub has been told nothing of may be of any life
    expect(await sent(before, 1, [9])).toMatchObject(isBehind);
    await before.hello({ seq: 1, industries: [] });
    expect(await sent(before, 1, [9, 8, 7])).toMatchObject({ status: 200, body: { stored: now - 7 } });
    const { body } = await asOwner('POST', '/codes');
    const after = new WirePlant({ ...before.identity, epoch: 2 }, body.code);
    after.seq = 1000;
    expect(await sent(after, 2, [])).toMatchObject(isBehind);
    expect(await kept()).toEqual([9, 8, 7]);
    expect((await after.hello({ seq: 2, industries: [] })).status).toBe(200);
    expect(await kept()).toEqual([]);
    expect(await sent(after, 2, [])).toMatchObject({ status: 200, body: { stored: null } });
    expect(await sent(after, 2, [9, 7], 5)).toMatchObject({ status: 200, body: { stored: now - 7 } });
    before.seq = 2000;
    expect(await sent(before, 1, [8, 6])).toMatchObject(isBehind);
    const steps = tickMessage('DEMO', named, [blockAt(8, 1)], blockAt(9, 5));
    expect(await before.ask('POST', '/ticks/steps?epoch=1', steps)).toMatchObject(isBehind);
    expect(await kept()).toEqual([9, 7]);
    // the same life goes on
    after.seq = 3000;
    await after.hello({ seq: 3, industries: [] });
    expect(await kept()).toEqual([9, 7]);
    expect(await after.ask('POST', '/ticks/steps?epoch=2', steps)).toMatchObject({ status: 200, body: { stored: now - 7 } });
    expect(await kept()).toEqual([9, 8, 7]);
  });

  it('and live values of the PC of before it are refused', async () => {
    const before = await pairedPlant();
    const look = { waitMs: 0, industries: [] };
    await before.hello({ seq: 1, industries: [] });
    expect(await before.ask('POST', '/live?epoch=1', look)).toMatchObject({ status: 200, body: { wanted: false } });
    const { body } = await asOwner('POST', '/codes');
    const after = new WirePlant({ ...before.identity, epoch: 2 }, body.code);
    after.seq = 1000;
    expect(await after.ask('POST', '/live?epoch=2', look)).toMatchObject({ status: 200 });
    expect((await after.hello({ seq: 2, industries: [] })).status).toBe(200);
    before.seq = 2000;
    expect(await before.ask('POST', '/live?epoch=1', look)).toMatchObject({ status: 409, body: { code: 'epochOld' } });
    expect(await before.ask('POST', '/live', look)).toMatchObject({ status: 200 });
    after.seq = 3000;
    expect(await after.ask('POST', '/live?epoch=2', look)).toMatchObject({ status: 200 });
  });
});
