import { describe, expect, it } from 'vitest';
import { exceptionBody, mbapFrame, rtuFrame } from '../testing/oracleServer.ts';
import { shapeOf } from './answerShape.ts';
import { crc16 } from './crc.ts';
import { MbapReader } from './mbapReader.ts';
import { RtuReader } from './rtuReader.ts';

const request = (...bytes: number[]): Buffer => rtuFrame(Buffer.from(bytes));
const readTwo = request(5, 3, 0, 10, 0, 2);
const answerOfTwo = rtuFrame(Buffer.of(5, 3, 4, 0, 10, 0, 11));

describe('the CRC', () => {
  it('is that of the specification', () => {
    const frame = Buffer.from('010300000001840a', 'hex');
    expect(crc16(frame, 0, 6)).toBe(frame.readUInt16LE(6));
    expect(crc16(Buffer.from('123456789'), 0, 9)).toBe(0x4b37);
  });
});

describe('the shape of an answer', () => {
  it.each([
    ['coils', request(1, 1, 0, 0, 0, 10), 4, [1, 2]],
    ['discrete inputs', request(1, 2, 0, 0, 0, 8), 3, [2, 1]],
    ['holding registers', request(1, 3, 0, 0, 0, 125), 252, [3, 250]],
    ['input registers', request(1, 4, 0, 0, 0, 1), 4, [4, 2]],
    ['a coil written', request(1, 5, 0, 7, 0xff, 0), 5, [5, 0, 7, 0xff, 0]],
    ['a register written', request(1, 6, 0, 7, 1, 2), 5, [6, 0, 7, 1, 2]],
    ['coils written', request(1, 15, 0, 7, 0, 3, 1, 5), 5, [15, 0, 7, 0, 3]],
    ['registers written', request(1, 16, 0, 7, 0, 1, 2, 9, 9), 5, [16, 0, 7, 0, 1]],
    ['a mask written', request(1, 22, 0, 7, 0, 1, 0, 2), 7, [22, 0, 7, 0, 1, 0, 2]],
    ['registers written and read', request(1, 23, 0, 7, 0, 3, 0, 9, 0, 1, 2, 0, 0), 8, [23, 6]],
  ])('of %s follows from the request', (_, frame, pduLength, head) => {
    const shape = shapeOf(frame);
    expect(shape.pduLength).toBe(pduLength);
    expect([...shape.head]).toEqual(head);
  });

  it('is unknown for other function codes', () => {
    expect(() => shapeOf(request(1, 8, 0, 0, 0, 0))).toThrow(/function code 8/);
  });
});

describe('the reader of a Modbus TCP stream', () => {
  const frames = (reader: MbapReader, chunk: Buffer): { intact: boolean; ids: number[] } => {
    const ids: number[] = [];
    return { intact: reader.push(chunk, (id) => ids.push(id)), ids };
  };
  const frame = mbapFrame(7, Buffer.of(1, 3, 2, 0, 1));

  it('puts frames together from single bytes', () => {
    const reader = new MbapReader();
    const ids = [...frame].flatMap((byte) => frames(reader, Buffer.of(byte)).ids);
    expect(ids).toEqual([7]);
    expect(reader.partialBytes).toBe(0);
  });

  it('cuts several frames out of one chunk and keeps what has begun', () => {
    const reader = new MbapReader();
    const chunk = Buffer.concat([frame, mbapFrame(8, Buffer.of(1, 0x83, 2)), frame.subarray(0, 4)]);
    expect(frames(reader, chunk)).toEqual({ intact: true, ids: [7, 8] });
    expect(reader.partialBytes).toBe(4);
  });

  it('keeps the beginning of a frame although its chunk is written over', () => {
    const reader = new MbapReader();
    const chunk = Buffer.from(frame.subarray(0, 8));
    expect(frames(reader, chunk).ids).toEqual([]);
    chunk.fill(0xff);
    expect(frames(reader, frame.subarray(8))).toEqual({ intact: true, ids: [7] });
  });

  it.each([
    ['another protocol', '000000010005010302'],
    ['a length too small', '000000000002010302'],
    ['a length too great', '0000000000ff010302'],
  ])('gives up a stream with %s', (_, hex) => {
    expect(frames(new MbapReader(), Buffer.from(hex, 'hex')).intact).toBe(false);
  });
});

describe('the reader of an RTU line', () => {
  const found = (...chunks: Buffer[]): Buffer | null => {
    const reader = new RtuReader(shapeOf(readTwo));
    return chunks.reduce<Buffer | null>((answer, chunk) => answer ?? reader.push(chunk), null);
  };

  it('finds the answer in whatever pieces it comes', () => {
    expect(found(...[...answerOfTwo].map((byte) => Buffer.of(byte)))).toEqual(answerOfTwo);
  });

  it('finds it behind noise, also behind noise that looks like its header', () => {
    expect(found(Buffer.of(0, 5, 3, 9), answerOfTwo)).toEqual(answerOfTwo);
    expect(found(Buffer.concat([answerOfTwo.subarray(0, 3), answerOfTwo]))).toEqual(answerOfTwo);
  });

  it('takes an exception for an answer', () => {
    const refusal = rtuFrame(exceptionBody(5, 3, 2));
    expect(found(refusal)).toEqual(refusal);
  });

  it.each([
    ['another unit', rtuFrame(Buffer.of(6, 3, 4, 0, 10, 0, 11))],
    ['another function', rtuFrame(Buffer.of(5, 4, 4, 0, 10, 0, 11))],
    ['another length', rtuFrame(Buffer.of(5, 3, 2, 0, 10))],
    ['another function refused', rtuFrame(exceptionBody(5, 4, 2))],
    ['a damaged byte', Buffer.concat([answerOfTwo.subarray(0, 8), Buffer.of(0)])],
  ])('does not take an answer with %s', (_, frame) => {
    expect(found(frame)).toBeNull();
  });

  it('remembers that a whole answer was damaged, and counts what it threw away', () => {
    const reader = new RtuReader(shapeOf(readTwo));
    reader.push(Buffer.concat([answerOfTwo.subarray(0, 8), Buffer.of(0)]));
    expect(reader.sawBadCrc).toBe(true);
    expect(reader.droppedBytes).toBe(9);
  });
});
