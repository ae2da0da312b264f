import { describe, expect, it } from 'vitest';
import { first, running, slotsOf, tags } from '../test/ingestPlant.ts';

describe('the volume of a flow without a counter', () => {
  it('entered by hand is kept to the thousandth, as that of a counter', async () => {
    const rig = running();
    for (let at = 0; at < 3; at += 1) await rig.slot(first + at, { 'clampOn.flow': 12 });
    await rig.ingest.enter(rig.id('clampOn', 'volume'), first + 1, [16_777_217.125], 'dial');
    expect(slotsOf(rig, 'clampOn', 'volume', 1, 2)).toEqual(['R 16777217.125']);
    await rig.ingest.enter(rig.id('clampOn', 'volume'), first + 1, [null], 'taken back');
    expect(slotsOf(rig, 'clampOn', 'volume', 1, 2)).toEqual(['F 1000']);
  });

  it('follows a flow that is corrected, and is missing with one that is taken back', async () => {
    const rig = running();
    for (let at = 0; at < 4; at += 1) await rig.slot(first + at, { 'clampOn.flow': 12 });
    expect(slotsOf(rig, 'clampOn', 'volume', 1, 3)).toEqual(['F 1000', 'F 1000']);
    await rig.ingest.enter(rig.id('clampOn', 'flow'), first + 1, [24], 'read twice too low');
    expect(slotsOf(rig, 'clampOn', 'volume', 1, 3)).toEqual(['F 2000', 'F 1000']);
    rig.restart();
    await rig.ingest.flush();
    expect(slotsOf(rig, 'clampOn', 'volume', 1, 3)).toEqual(['F 2000', 'F 1000']);
    await rig.ingest.enter(rig.id('clampOn', 'flow'), first + 1, [null], 'taken back');
    expect(slotsOf(rig, 'clampOn', 'volume', 1, 3)).toEqual(['M 0', 'F 1000']);
  });

  it('of a meter whose counter is no longer read goes on from where that ended, and leaves what it counted', async () => {
    const rig = running();
    rig.bind([...tags, 'line.flow']);
    for (let at = 0; at < 3; at += 1) await rig.slot(first + at, { 'line.volume': 50 + at, 'line.flow': 24 });
    const counted = slotsOf(rig, 'line', 'volume', 1, 3);
    rig.bind([...tags.filter((tag) => tag !== 'line.volume'), 'line.flow']);
    await rig.slot(first + 3, { 'line.flow': 24 });
    expect(slotsOf(rig, 'line', 'volume', 1, 3)).toEqual(counted);
    rig.restart();
    await rig.ingest.flush();
    expect(slotsOf(rig, 'line', 'volume', 1, 4)).toEqual([...counted, 'F 2000']);
  });
});

describe('the volume of a tank', () => {
  it('that was read by itself stays what was read, once it follows from the level', async () => {
    const rig = running();
    rig.bind([...tags.filter((tag) => tag !== 'tank.level'), 'tank.volume']);
    for (let at = 0; at < 3; at += 1) await rig.slot(first + at, { 'tank.volume': 4000 + at });
    const read = ['G 4000', 'G 4001', 'G 4002'];
    rig.bind(tags);
    await rig.slot(first + 3, { 'tank.level': 1 });
    const level = `G ${Math.fround(Math.PI * 1000)}`;
    expect(slotsOf(rig, 'tank', 'volume', 0, 4)).toEqual([...read, level]);
    rig.restart();
    await rig.ingest.flush();
    expect(slotsOf(rig, 'tank', 'volume', 0, 4)).toEqual([...read, level]);
  });

  it('in another shape counts by it from the start of the day, the slot that runs included, as after a restart', async () => {
    const rig = running();
    for (let at = 0; at < 2; at += 1) await rig.slot(first + at, { 'tank.level': 1 });
    rig.send('tank.level', 1);
    await rig.ingest.flush();
    const tank = rig.units.unit('DEMO', 'tank');
    if (!tank) throw new Error('no tank');
    Object.assign(tank, { meta: { ...tank.meta, tank: { shape: 'vertical_cylinder', diameter: 4, height: 3 } } });
    rig.bind(tags);
    await rig.ingest.flush();
    const whole = Array(3).fill(`G ${Math.fround(4 * Math.PI * 1000)}`);
    expect(slotsOf(rig, 'tank', 'volume', 0, 3)).toEqual(whole);
    rig.restart();
    await rig.ingest.flush();
    expect(slotsOf(rig, 'tank', 'volume', 0, 3)).toEqual(whole);
  });
});
