import { afterEach, describe, expect, it } from 'vitest';
import { decodeSpec, type TagKind } from '../../contract/model/field.ts';
import { ManualClock } from '../../core/clock.ts';
import { mbap, RawMaster, readRequest } from '../../test/rawMaster.ts';
import { SimulatedDevice } from './device.ts';
import { faultUsages, parseFaultArgument } from './faultArgument.ts';
import type { SimulatedFault } from './faults.ts';
import { MbapRequests, type RequestFrame } from './frames.ts';
import { Simulator } from './simulator.ts';

const read = readRequest(3, 0, 2);
const hourMs = 3_600_000;

const make = (kind: TagKind = 'counter', clock = new ManualClock(0)) => {
  const decode = decodeSpec.parse({ space: 'holding', address: 0, type: 'uint32' });
  const device = new SimulatedDevice({ slaveId: 5, tags: [{ name: 'Total', kind, decode, initial: 100 }] }, clock);
  return { device, clock };
};
const request = (pdu = read): RequestFrame => new MbapRequests().push(mbap(1, 5, pdu))?.[0] as RequestFrame;
const right = mbap(1, 5, Buffer.from([3, 4, 0, 0, 0, 100]));

describe('a fault on the wire', () => {
  it('answers rightly without one, and again when it is cleared', () => {
    const { device } = make();
    expect(device.answer(request())).toEqual({ bytes: right, delayMs: 0 });
    device.inject({ kind: 'dead' });
    device.inject({ kind: 'exception', code: 4 });
    expect(device.answer(request())).toBeUndefined();
    expect(device.faults().map(({ kind }) => kind)).toEqual(['dead', 'exception']);
    device.clear('dead');
    expect(device.faults()).toEqual([{ kind: 'exception', code: 4 }]);
    device.clear();
    expect(device.answer(request())).toEqual({ bytes: right, delayMs: 0 });
  });

  it('dead: carries no write out', () => {
    const { device } = make();
    device.inject({ kind: 'dead' });
    expect(device.answer(request(Buffer.from([6, 0, 1, 0, 9])))).toBeUndefined();
    expect(device.get('Total')).toBe(100);
    expect(device.writes.frames).toBe(1);
  });

  it('slow: every answer takes its time; late: every n-th', () => {
    const { device } = make();
    device.inject({ kind: 'slow', delayMs: 80 });
    device.inject({ kind: 'late', delayMs: 1000, every: 3 });
    const delays = Array.from({ length: 6 }, () => device.answer(request())?.delayMs);
    expect(delays).toEqual([80, 80, 1080, 80, 80, 1080]);
  });

  it('garbage: every n-th answer is noise, the same in every run', () => {
    const answers = () => {
      const { device } = make();
      device.inject({ kind: 'garbage', every: 2 });
      return Array.from({ length: 4 }, () => device.answer(request())?.bytes.toString('hex'));
    };
    const [one, two, three, four] = answers();
    expect([one, three]).toEqual([right.toString('hex'), right.toString('hex')]);
    expect(two).not.toBe(one);
    expect(two).toHaveLength(one?.length ?? 0);
    expect(four).not.toBe(two);
    expect(answers()).toEqual([one, two, three, four]);
  });

  it('wrong unit and exception: the answer names another, or a reason', () => {
    const { device } = make();
    device.inject({ kind: 'wrongUnit' });
    expect(device.answer(request())?.bytes[6]).toBe(6);
    device.clear();
    device.inject({ kind: 'exception', code: 6 });
    expect(device.answer(request())?.bytes).toEqual(mbap(1, 5, Buffer.from([0x83, 6])));
    expect(device.answer(request(Buffer.from([6, 0, 1, 0, 9])))?.bytes).toEqual(mbap(1, 5, Buffer.from([0x86, 6])));
    expect(device.get('Total')).toBe(100);
  });

  it('flapping: answers for a while, then not', () => {
    const { device, clock } = make();
    device.inject({ kind: 'flapping', upMs: 1000, downMs: 500 });
    const answered = Array.from({ length: 6 }, () => {
      const answer = device.answer(request());
      clock.advance(400);
      return answer !== undefined;
    });
    // at 0, 400, 800, 1200, 1600, 2000 ms
    expect(answered).toEqual([true, true, true, false, true, true]);
  });
});

describe('a fault of the value', () => {
  it('stuck: shows what it showed, and the truth again afterwards', () => {
    const { device } = make('gauge');
    device.inject({ kind: 'stuck', tag: 'Total' });
    device.set('Total', 140);
    expect(device.get('Total')).toBe(100);
    device.clear('stuck');
    expect(device.get('Total')).toBe(140);
  });

  it('counter rollover: starts again from 0 at its modulus', () => {
    const { device } = make();
    device.inject({ kind: 'counterRollover', tag: 'Total', modulus: 120 });
    const shown = [110, 119, 120, 135, 245].map((value) => {
      device.set('Total', value);
      return device.get('Total');
    });
    expect(shown).toEqual([110, 119, 0, 15, 5]);
  });

  it('counter reset: starts again from 0 at once', () => {
    const { device } = make();
    device.inject({ kind: 'counterReset', tag: 'Total' });
    expect(device.get('Total')).toBe(0);
    device.set('Total', 130);
    expect(device.get('Total')).toBe(30);
  });

  it('leak: a counter runs ahead by the hour and keeps what ran away, a flow shows it as long as it lasts', () => {
    const counter = make().device;
    counter.inject({ kind: 'leak', tag: 'Total', perHour: 30 });
    counter.set('Total', 200, 2 * hourMs);
    expect(counter.get('Total')).toBe(260);
    counter.clear('leak');
    counter.set('Total', 300, 4 * hourMs);
    expect(counter.get('Total')).toBe(360);

    const flow = make('gauge').device;
    flow.inject({ kind: 'leak', tag: 'Total', perHour: 30 });
    flow.set('Total', 110, hourMs);
    expect(flow.get('Total')).toBe(140);
    flow.clear();
    expect(flow.get('Total')).toBe(110);
  });

  it('is refused for a tag that is not there', () => {
    expect(() => make().device.inject({ kind: 'stuck', tag: 'Flow' })).toThrow('has no tag "Flow"');
  });

  it('leaves alone what a master wrote, when none was on', () => {
    const { device } = make();
    device.answer(request(Buffer.from([6, 0, 1, 0, 9])));
    device.clear();
    expect(device.get('Total')).toBe(9);
  });
});

describe('a late answer on a real connection', () => {
  const ends: (() => void | Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  it('holds up the answers behind it, so that order is kept', async () => {
    const simulator = new Simulator();
    const decode = decodeSpec.parse({ space: 'holding', address: 0, type: 'uint32' });
    const { device, line } = simulator.addDevice({
      slaveId: 5,
      tags: [{ name: 'Total', kind: 'counter', decode, initial: 100 }],
    });
    await simulator.start();
    ends.push(() => simulator.stop());
    const master = await RawMaster.connect(line.port);
    ends.push(() => master.close());
    device.inject({ kind: 'late', delayMs: 150, every: 2 });
    const startedMs = performance.now();
    for (const transaction of [1, 2, 3, 4, 5]) master.socket.write(mbap(transaction, 5, read));
    const answers = await master.take(5 * right.length);
    expect([0, 1, 2, 3, 4].map((i) => answers.readUInt16BE(i * right.length))).toEqual([1, 2, 3, 4, 5]);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(145);
  });
});

describe('a fault on the command line', () => {
  it.each<[string, number, SimulatedFault]>([
    ['dead:3', 3, { kind: 'dead' }],
    ['slow:1:500', 1, { kind: 'slow', delayMs: 500 }],
    ['late:2:1500:7', 2, { kind: 'late', delayMs: 1500, every: 7 }],
    ['garbage:2:5', 2, { kind: 'garbage', every: 5 }],
    ['wrongUnit:2', 2, { kind: 'wrongUnit' }],
    ['exception:4:6', 4, { kind: 'exception', code: 6 }],
    ['flapping:4:10000:2000', 4, { kind: 'flapping', upMs: 10000, downMs: 2000 }],
    ['stuck:1:Level', 1, { kind: 'stuck', tag: 'Level' }],
    ['counterRollover:1:Total:10000000', 1, { kind: 'counterRollover', tag: 'Total', modulus: 10000000 }],
    ['counterReset:1:Total', 1, { kind: 'counterReset', tag: 'Total' }],
    ['leak:1:Flow:30', 1, { kind: 'leak', tag: 'Flow', perHour: 30 }],
  ])('%s', (argument, unit, fault) => {
    expect(parseFaultArgument(argument)).toEqual({ unit, fault });
    expect(faultUsages.some((usage) => usage.startsWith(`${fault.kind}:UNIT`))).toBe(true);
  });

  it.each(['dead', 'dead:x', 'dead:1:2', 'slow:1', 'slow:1:-5', 'late:1:500', 'explode:1'])('%s is refused', (argument) => {
    expect(() => parseFaultArgument(argument)).toThrow(`fault "${argument}"`);
  });
});
