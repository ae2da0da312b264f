import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SETTLE_MS } from '../../contract/model/common.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { eventsOf, first, plant, running, slotsOf, tags } from '../../test/ingestPlant.ts';
import { ReadingsRig } from '../../test/readingsRig.ts';

describe('a slot', () => {
  it.each([0, 1, 4, 7, 9])(
    'is closed, with the sums of it, before readers count it, from a start at second %i on',
    async (second) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const rig = new ReadingsRig(plant(), first * SLOT_MS + second * 1000);
      onTestFinished(() => rig.close());
      rig.start(tags);
      const passTo = async (ms: number): Promise<void> => {
        while (rig.clock.now() < ms) {
          const stepMs = Math.min(250, ms - rig.clock.now());
          rig.clock.advance(stepMs);
          vi.advanceTimersByTime(stepMs);
          for (let turn = 0; turn < 5; turn += 1) await nextTurn();
        }
      };
      for (const slot of [0, 1, 2]) {
        await passTo((first + slot + 1) * SLOT_MS - 1000);
        rig.send('inlet.volume', 100 + 5 * slot);
        rig.send('line.volume', 50 + 2 * slot);
        await passTo((first + slot + 1) * SLOT_MS + SETTLE_MS);
        if (slot === 0) continue;
        expect(slotsOf(rig, 'inlet', 'volume', slot, slot + 1)).toEqual(['G 5000']);
        expect(slotsOf(rig, 'lost', 'volume', slot, slot + 1)).toEqual(['G 3000']);
        expect(rig.ingest.openDays.closedThrough).toBe(first + slot);
      }
    },
  );
});

describe('a counter', () => {
  it('gives each slot the step to its last good reading, in stored units', async () => {
    const rig = running();
    await rig.slot(first, { 'inlet.volume': 100, 'pump.energy': 10, 'rain.rain': 0 });
    rig.clock.set((first + 1) * SLOT_MS + 60_000);
    rig.send('inlet.volume', 103);
    await rig.slot(first + 1, { 'inlet.volume': 105.5, 'pump.energy': 10.25, 'rain.rain': 3 });
    await rig.slot(first + 2, { 'inlet.volume': 105.5 });
    expect(slotsOf(rig, 'inlet', 'volume', 0, 3)).toEqual(['M 0', 'G 5500', 'G 0']);
    expect(slotsOf(rig, 'pump', 'energy', 1, 2)).toEqual(['G 250']);
    expect(slotsOf(rig, 'rain', 'rain', 1, 2)).toEqual(['G 0.6']);
  });

  it('read exactly at a boundary closes the slot before it', async () => {
    const rig = running();
    await rig.slot(first, { 'inlet.volume': 100 });
    rig.clock.set((first + 2) * SLOT_MS);
    rig.send('inlet.volume', 110);
    rig.clock.advance(3000);
    await rig.ingest.flush();
    expect(slotsOf(rig, 'inlet', 'volume', 1, 2)).toEqual(['G 10000']);
  });

  it('shows the running slot as far as it goes', async () => {
    const rig = running();
    await rig.slot(first, { 'inlet.volume': 100 });
    rig.clock.set((first + 1) * SLOT_MS + 60_000);
    rig.send('inlet.volume', 102);
    await rig.ingest.flush();
    expect(slotsOf(rig, 'inlet', 'volume', 1, 2)).toEqual(['G 2000']);
    rig.clock.advance(60_000);
    rig.send('inlet.volume', 104);
    await rig.ingest.flush();
    expect(slotsOf(rig, 'inlet', 'volume', 1, 2)).toEqual(['G 4000']);
  });

  it('that fails is missing, never 0, until it answers again; then its volume is laid evenly over the gap', async () => {
    const rig = running();
    await rig.slot(first, { 'inlet.volume': 100 });
    for (const index of [1, 2, 3]) await rig.slot(first + index, { 'inlet.volume': null });
    expect(slotsOf(rig, 'inlet', 'volume', 1, 4)).toEqual(['M 0', 'M 0', 'M 0']);
    await rig.slot(first + 4, { 'inlet.volume': 110 });
    expect(slotsOf(rig, 'inlet', 'volume', 1, 5)).toEqual(['E 2500', 'E 2500', 'E 2500', 'E 2500']);
    expect(eventsOf(rig, 'inlet')).toEqual([]);
  });

  it('checks a slot once, on its last reading: a fault that lasts minutes does not confirm itself', async () => {
    const rig = running();
    await rig.slot(first, { 'inlet.volume': 5000 });
    rig.clock.set((first + 1) * SLOT_MS + 10_000);
    for (let poll = 0; poll < 20; poll += 1) {
      rig.send('inlet.volume', 0);
      rig.clock.advance(5000);
    }
    await rig.slot(first + 1, { 'inlet.volume': 5010 });
    expect(slotsOf(rig, 'inlet', 'volume', 1, 2)).toEqual(['G 10000']);
    expect(eventsOf(rig, 'inlet')).toEqual([]);
  });

  it('holds a reading that does not follow, and drops it when the next one shows that it was wrong', async () => {
    const rig = running();
    await rig.slot(first, { 'inlet.volume': 5000 });
    await rig.slot(first + 1, { 'inlet.volume': 0 });
    expect(slotsOf(rig, 'inlet', 'volume', 1, 2)).toEqual(['M 0']);
    expect(eventsOf(rig, 'inlet')).toEqual([]);
    await rig.slot(first + 2, { 'inlet.volume': 5020 });
    expect(slotsOf(rig, 'inlet', 'volume', 1, 3)).toEqual(['E 10000', 'E 10000']);
    expect(eventsOf(rig, 'inlet')).toEqual(['rejected@1']);
  });

  it('that is replaced goes on from its new start', async () => {
    const rig = running();
    await rig.slot(first, { 'inlet.volume': 5000 });
    await rig.slot(first + 1, { 'inlet.volume': 4 });
    await rig.slot(first + 2, { 'inlet.volume': 9 });
    expect(slotsOf(rig, 'inlet', 'volume', 1, 3)).toEqual(['F 4000', 'G 5000']);
    expect(eventsOf(rig, 'inlet')).toEqual(['counter_reset@1']);
  });

  it('keeps a small step back with its sign', async () => {
    const rig = running();
    await rig.slot(first, { 'inlet.volume': 100 });
    await rig.slot(first + 1, { 'inlet.volume': 99.75 });
    expect(slotsOf(rig, 'inlet', 'volume', 1, 2)).toEqual(['B -250']);
    expect(eventsOf(rig, 'inlet')).toEqual(['backflow@1']);
  });
});

describe('gauges and stock', () => {
  it('are the mean of the good samples, and the last one', async () => {
    const rig = running();
    rig.clock.set(first * SLOT_MS + 1000);
    for (const value of [10, 20, null, 60]) {
      rig.send('inlet.flow', value);
      rig.send('tank.level', value === null ? null : value / 60);
      rig.clock.advance(10_000);
    }
    await rig.slot(first, {});
    expect(slotsOf(rig, 'inlet', 'flow', 0, 2)).toEqual(['G 30', 'M 0']);
    expect(slotsOf(rig, 'tank', 'level', 0, 2)).toEqual(['G 1', 'M 0']);
    expect(slotsOf(rig, 'tank', 'volume', 0, 2)).toEqual([`G ${Math.fround(Math.PI * 1000)}`, 'M 0']);
  });

  it('that no pipe can pass are rejected, whatever the device says of them', async () => {
    const rig = running();
    await rig.slot(first, { 'inlet.flow': 12, 'clampOn.flow': 12, 'tank.level': 1 });
    // twice the 1,200 m3/h of its meter are the most
    await rig.slot(first + 1, {
      'inlet.flow': 3.4028234663852886e38,
      'clampOn.flow': 3.4028234663852886e38,
      'tank.level': -3e38,
    });
    await rig.slot(first + 2, { 'inlet.flow': -2401, 'clampOn.flow': 2401, 'tank.level': 1 });
    await rig.slot(first + 3, { 'inlet.flow': 2400, 'clampOn.flow': 12, 'tank.level': 1 });
    expect(slotsOf(rig, 'inlet', 'flow', 0, 4)).toEqual(['G 12', 'X 0', 'X 0', 'G 2400']);
    expect(slotsOf(rig, 'clampOn', 'flow', 0, 4)).toEqual(['G 12', 'X 0', 'G 2401', 'G 12']);
    expect(slotsOf(rig, 'tank', 'level', 0, 4)).toEqual(['G 1', 'X 0', 'G 1', 'G 1']);
    expect(slotsOf(rig, 'clampOn', 'volume', 0, 4).every((slot) => Number(slot.slice(2)) < 300_000)).toBe(true);
  });

  it('of a counter that no display can show wait for no confirmation', async () => {
    const rig = running();
    await rig.slot(first, { 'inlet.volume': 100 });
    for (const at of [1, 2]) await rig.slot(first + at, { 'inlet.volume': 3.4028234663852886e38 });
    await rig.slot(first + 3, { 'inlet.volume': 103 });
    expect(slotsOf(rig, 'inlet', 'volume', 1, 4)).toEqual(['E 1000', 'E 1000', 'E 1000']);
    expect(eventsOf(rig, 'inlet')).toEqual([]);
  });

  it('that the meter of then could not pass are left out of a slot that has good ones too, and shown as bad', async () => {
    const rig = running();
    rig.clock.set(first * SLOT_MS + 60_000);
    rig.send('inlet.flow', 10);
    rig.clock.advance(60_000);
    const shown: unknown[] = [];
    rig.bus.on('test', 'liveValues', ({ values }) => shown.push(...values));
    rig.send('inlet.flow', 1e9);
    await rig.ingest.flush();
    expect(shown).toMatchObject([{ param: 'flow', value: null, quality: 'BAD_RANGE' }]);
    expect(slotsOf(rig, 'inlet', 'flow', 0, 1)).toEqual(['G 10']);
  });

  it('outside the range of their sensor were measured and rejected', async () => {
    const rig = running();
    rig.clock.set(first * SLOT_MS + 1000);
    rig.send('tank.level', null, rig.clock.now(), 'BAD_SENSOR');
    rig.send('inlet.flow', null, rig.clock.now(), 'BAD_TIMEOUT');
    await rig.slot(first, {});
    await rig.slot(first + 1, { 'tank.level': 1 });
    expect(slotsOf(rig, 'tank', 'level', 0, 2)).toEqual(['X 0', 'G 1']);
    expect(slotsOf(rig, 'tank', 'volume', 0, 1)).toEqual(['X 0']);
    expect(slotsOf(rig, 'inlet', 'flow', 0, 1)).toEqual(['M 0']);
  });

  it('above the rim of the tank count as a full tank, and the log says so once', async () => {
    const rig = running();
    await rig.slot(first, { 'tank.level': 3.4 });
    await rig.slot(first + 1, { 'tank.level': 3.5 });
    expect(slotsOf(rig, 'tank', 'volume', 0, 2)).toEqual(new Array(2).fill(`G ${Math.fround(Math.PI * 3000)}`));
    expect(rig.log.filter((line) => line.includes('outside its tank'))).toHaveLength(1);
  });
});

describe('a flow without a counter', () => {
  it('is integrated by trapezoids over the ends of slots, all of it estimated', async () => {
    const rig = running();
    const fromMs = first * SLOT_MS;
    for (const [second, flow] of [
      [0, 12],
      [240, 12],
      [360, 36],
      [599, 36],
    ] as const) {
      rig.clock.set(fromMs + second * 1000);
      rig.send('clampOn.flow', flow);
    }
    rig.clock.set(fromMs + 2 * SLOT_MS + 3000);
    await rig.ingest.flush();
    // 240 s at 12 m3/h and 60 s rising from 12 to 24; then 60 s from 24 to 36 and 239 s at 36
    expect(slotsOf(rig, 'clampOn', 'volume', 0, 2)).toEqual(['F 1100', 'F 2890']);
    const [total] = rig.reader.dayTotals([rig.id('clampOn', 'volume')], 0, 1e5);
    expect(total).toMatchObject({ sum: 3990, estimated: 3990, complete: 0 });
  });

  it('is not integrated over a silence of more than two slots', async () => {
    const rig = running();
    const fromMs = first * SLOT_MS;
    for (const second of [0, 60, 60 + 601, 60 + 601 + 60]) {
      rig.clock.set(fromMs + second * 1000);
      rig.send('clampOn.flow', 60);
    }
    rig.clock.set(fromMs + 3 * SLOT_MS + 3000);
    await rig.ingest.flush();
    expect(slotsOf(rig, 'clampOn', 'volume', 0, 3)).toEqual(['F 1000', 'M 0', 'F 1000']);
  });
});

describe('a virtual unit', () => {
  it('is the signed sum of its parts, as good as the worst of them', async () => {
    const rig = running();
    await rig.slot(first, { 'inlet.volume': 100, 'line.volume': 50 });
    await rig.slot(first + 1, { 'inlet.volume': 110, 'line.volume': 57 });
    await rig.slot(first + 2, { 'inlet.volume': 120, 'line.volume': null });
    expect(slotsOf(rig, 'lost', 'volume', 1, 3)).toEqual(['G 3000', 'M 0']);
    await rig.slot(first + 3, { 'inlet.volume': 130, 'line.volume': 67 });
    expect(slotsOf(rig, 'lost', 'volume', 1, 4)).toEqual(['G 3000', 'E 5000', 'E 5000']);
  });
});
