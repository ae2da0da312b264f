import { describe, expect, it } from 'vitest';
import type { RawDocument } from '../../contract/user/deviceData.ts';
import { rawDocument } from '../../contract/user/deviceData.ts';
import { dayNumber } from '../../core/shift.ts';
import { same, serve, tenthOfJune, waterPlant } from '../../test/servedReadings.ts';

describe('stored documents', () => {
  it('are the days of every unit, undivided, with their events', async () => {
    const plant = tenthOfJune(waterPlant());
    const slot = plant.calendar.windowOfDay(dayNumber('2026-06-10')).firstSlot;
    plant.reader.events.push({
      seriesId: plant.seriesId('in1', 'volume'),
      slot: slot + 5,
      kind: 'rollover',
      before: 9_999_999,
      after: 3,
      note: '',
    });
    const { ask } = await serve(plant, '2026-06-15T09:00:00+05:30');
    const answer = await ask(
      '/api/user/deviceDataV2?date1=09/06/2026&date2=10/06/2026&type=CUSTOM&category=ID_SOURCE&formattedOutput=FALSE',
    );
    const documents: RawDocument[] = rawDocument.array().parse(answer.body);
    expect(documents.map(({ unitId, date }) => [unitId, date])).toEqual([
      ['in1', '09/06/2026'],
      ['in1', '10/06/2026'],
    ]);
    expect(documents[0]).toMatchObject({ revision: 0, quality: 'M'.repeat(288), values: same(288, 0), events: [] });
    expect(documents[1]?.values.slice(17, 19)).toEqual([100, 200]);
    expect(documents[1]).toMatchObject({
      start: '2026-06-10T00:30:00.000Z',
      stepMinutes: 5,
      events: [{ at: '2026-06-10T00:55:00.000Z', kind: 'rollover', before: 9_999_999, after: 3 }],
    });
  });

  it('are refused beyond 500', async () => {
    const { ask } = await serve(waterPlant(), '2026-06-15T09:00:00+05:30');
    const answer = await ask(
      '/api/user/deviceDataV2?date1=01/01/2024&date2=31/12/2025&type=CUSTOM&category=ID_SOURCE&formattedOutput=false',
    );
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 1403, message: expect.stringContaining('at most 500') });
  });
});

describe('a client that already has the answer', () => {
  const path = '/api/user/deviceDataV2?date1=10/06/2026&category=ID_SOURCE';

  it('gets 304 until a reading, the configuration or the question changes', async () => {
    const plant = tenthOfJune(waterPlant());
    const { ask } = await serve(plant, '2026-06-15T09:00:00+05:30');
    const etag = String((await ask(path)).headers.etag);
    const again = (changed = path) => ask(changed, { 'if-none-match': etag });
    expect((await again()).status).toBe(304);
    expect((await again(`${path}&divisionFactor=1`)).status).toBe(200);
    plant.write('in1', 'volume', '2026-06-10', 36, [5]);
    expect((await again()).status).toBe(200);
    const fresh = String((await ask(path)).headers.etag);
    plant.addUnit({ id: 'in2', type: 'flow', subCategoryId: 'intake' });
    expect((await ask(path, { 'if-none-match': fresh })).status).toBe(200);
  });

  it('gets a running window anew after ten seconds', async () => {
    const { ask, clock } = await serve(tenthOfJune(waterPlant()), '2026-06-10T12:00:10+05:30');
    const etag = String((await ask(path)).headers.etag);
    clock.advance(9000);
    expect((await ask(path, { 'if-none-match': etag })).status).toBe(304);
    clock.advance(2000);
    expect((await ask(path, { 'if-none-match': etag })).status).toBe(200);
  });
});
