import { describe, expect, it } from 'vitest';
import { mbapFrame, rtuFrame } from '../testing/oracleServer.ts';
import { framesIn, frameView } from './frameText.ts';
import { pcapOf } from './pcap.ts';
import type { RawFrame } from './trafficRing.ts';
import { trafficCsv, viewTraffic } from './trafficView.ts';

const atUs = 1000 * Date.UTC(2026, 0, 1) + 123_456;
const frame = (bytes: Uint8Array, direction: RawFrame['direction'] = 'received', sequence = 0): RawFrame => ({
  sequence,
  atUs: atUs + sequence,
  direction,
  bytes,
});
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const rtu = (text: string): Buffer => rtuFrame(hex(text));

describe('a frame in words', () => {
  it.each([
    ['sent', '05 03 00 0a 00 02', 'unit 5: read holding registers 10 to 11'],
    ['received', '05 03 04 00 0a 01 00', 'unit 5: holding registers: 10 256'],
    ['received', '05 83 02', 'unit 5: exception 2: address not there (function 3)'],
    ['sent', '01 05 00 03 ff 00', 'unit 1: write coil 3 = on'],
    ['sent', '01 06 00 03 00 07', 'unit 1: write register 3 = 7'],
    ['received', '01 01 01 05', 'unit 1: coils: 10100000'],
    ['sent', '07 11', 'unit 7: ask server id'],
  ] as const)('%s %s', (direction, bytes, words) => {
    expect(frameView(frame(rtu(bytes), direction), 'rtu').text).toBe(words);
  });

  it('has microseconds, and the function of an exception', () => {
    const view = frameView(frame(rtu('05 83 02')), 'rtu');
    expect(view).toMatchObject({ at: '2026-01-01T00:00:00.123456Z', unit: 5, functionCode: 3 });
    expect(view.hex).toMatch(/^058302[0-9a-f]{4}$/);
  });

  it('calls noise noise, before and after a frame', () => {
    const noisy = Buffer.concat([hex('00 ff'), rtu('05 03 02 00 0a'), hex('aa')]);
    expect(frameView(frame(noisy), 'rtu').text).toBe('unit 5: holding registers: 10; 3 bytes of noise');
    expect(frameView(frame(hex('01 02 03 04 05')), 'rtu')).toMatchObject({ unit: null, text: '5 bytes that are no whole frame' });
    expect(framesIn(frame(Buffer.concat([rtu('01 03 00 00 00 01'), rtu('01 03 02 00 09')])), 'rtu')).toHaveLength(2);
  });

  it('reads Modbus TCP', () => {
    expect(frameView(frame(mbapFrame(7, hex('05 04 02 00 0a'))), 'mbap').text).toBe('unit 5: input registers: 10');
  });
});

describe('the log', () => {
  const frames = [
    frame(rtu('05 03 00 0a 00 02'), 'sent', 0),
    frame(rtu('05 83 02'), 'received', 1),
    frame(rtu('06 04 00 0a 00 02'), 'sent', 2),
    frame(rtu('06 04 04 00 01 00 02'), 'received', 3),
  ];
  const sequences = async (page: Parameters<typeof viewTraffic>[2]): Promise<number[]> =>
    (await viewTraffic(frames, 'rtu', page)).map(({ raw }) => raw.sequence);

  it('is filtered by unit, function, direction and time', async () => {
    expect(await sequences({})).toEqual([0, 1, 2, 3]);
    expect(await sequences({ unit: 6 })).toEqual([2, 3]);
    expect(await sequences({ fc: 3 })).toEqual([0, 1]);
    expect(await sequences({ direction: 'received' })).toEqual([1, 3]);
    expect(await sequences({ from: '2026-01-01T00:00:01Z' })).toEqual([]);
    expect(await sequences({ to: '2026-01-01T00:00:01Z' })).toHaveLength(4);
  });

  it('ends with the newest, or goes on where somebody left off', async () => {
    expect(await sequences({ limit: 1 })).toEqual([3]);
    expect(await sequences({ after: 0, limit: 2 })).toEqual([1, 2]);
  });

  it('is written as CSV', async () => {
    const viewed = await viewTraffic(frames, 'rtu', {});
    const lines = trafficCsv(viewed.map(({ view }) => view)).split('\r\n');
    expect(lines[0]).toBe('sequence,time_utc,direction,unit,function,hex,text');
    expect(lines[1]).toMatch(
      /^0,2026-01-01T00:00:00\.123456Z,sent,5,3,0503000a0002[0-9a-f]{4},unit 5: read holding registers 10 to 11$/,
    );
    expect(lines).toHaveLength(6);
  });

  it('is written as pcap: one record per whole frame, with its time', () => {
    const file = pcapOf([...frames, frame(hex('01 02 03'), 'received', 4)], 'rtu', null);
    expect(file.readUInt32LE(0)).toBe(0xa1b2c3d4);
    expect(file.readUInt32LE(20)).toBe(252);
    let records = 0;
    for (let at = 24; at < file.length; at += 16 + file.readUInt32LE(at + 8)) {
      expect(file.readUInt32LE(at) * 1e6 + file.readUInt32LE(at + 4)).toBe(atUs + records);
      records += 1;
    }
    expect(records).toBe(4);
  });
});
