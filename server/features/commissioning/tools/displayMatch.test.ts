import { describe, expect, it } from 'vitest';
import { type Body, meter, serveTools, tech } from '../../../test/servedTools.ts';

serveTools();

describe('a display match', () => {
  it('looks one before the address that the manual counts from 1, though the addresses before that are a hole', async () => {
    const target = { connectionId: 'line', slaveId: 7, space: 'holding' };
    // 123.456 as a float, and what follows it
    meter.define('holding', 50, [0x42f6, 0xe979, 0x1111, 0x2222, 0x3333, 0x4444, 0x5555, 0x6666]);
    const { body } = await tech('POST', '/display-matches', { ...target, address: 51, shown: '123.456' });
    expect(body.candidates[0]).toMatchObject({ address: 50, type: 'float32', wordOrder: 'ABCD', scale: 1 });
  });

  it('is refused where nothing around the address may be read', async () => {
    const target = { connectionId: 'line', slaveId: 7, space: 'holding' };
    const { status, body } = await tech('POST', '/display-matches', { ...target, address: 34, shown: '1' });
    expect([status, body.message]).toEqual([400, 'no register around 34 may be read']);
  });

  it('is confirmed once the display has shown three numbers', async () => {
    const target = { connectionId: 'line', slaveId: 7, space: 'holding', address: 9 };
    const first = await tech('POST', '/display-matches', { ...target, shown: '120345.6' });
    expect(first.body).toMatchObject({ readings: 1, confirmed: false });
    expect(first.body.candidates[0]).toMatchObject({ address: 8, type: 'uint32', wordOrder: 'CDAB', scale: 0.1 });
    const show = async (value: number): Promise<Body> => {
      meter.set('total', value);
      return (await tech('POST', `/display-matches/${first.body.id}/readings`, { shown: value.toFixed(1) })).body;
    };
    expect((await show(120_351.2)).confirmed).toBe(false);
    const last = await show(120_399.9);
    expect(last).toMatchObject({
      readings: 3,
      moved: true,
      confirmed: true,
      words: expect.stringMatching(/^Confirmed by 3 readings/),
    });
  });

  it('takes a number that the meter has left behind while somebody typed it', async () => {
    const target = { connectionId: 'line', slaveId: 7, space: 'holding', address: 9 };
    const { body: begun } = await tech('POST', '/display-matches', target);
    expect(begun).toMatchObject({ readings: 0, candidates: [], confirmed: false });
    const isFound = ({ address, scale }: { address: number; scale: number }) => address === 8 && scale === 0.1;
    for (const [readings, shown] of [130_000.1, 130_004.4, 130_009.8].entries()) {
      for (const ahead of [0, 0.4, 0.9]) {
        meter.set('total', shown + ahead);
        await tech('GET', `/display-matches/${begun.id}`);
      }
      const { body } = await tech('POST', `/display-matches/${begun.id}/readings`, { shown: shown.toFixed(1) });
      expect(body.readings).toBe(readings + 1);
      expect(body.candidates.some(isFound)).toBe(true);
    }
    expect((await tech('GET', `/display-matches/${begun.id}`)).body.readings).toBe(3);
  });

  it('says when nothing fits, and takes no text for a number', async () => {
    const target = { connectionId: 'line', slaveId: 7, space: 'holding', address: 0 };
    const none = await tech('POST', '/display-matches', { ...target, shown: '987.654' });
    expect(none.body).toMatchObject({ candidates: [], words: expect.stringMatching(/^Nothing around/) });
    expect((await tech('POST', '/display-matches', { ...target, shown: 'about 9' })).status).toBe(400);
  });
});
