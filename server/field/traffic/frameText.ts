import type { TrafficFrame } from '../../contract/plant/tools/line.ts';
import { bitsIn, EXCEPTION_BIT, possibleBytes, wordAt, wordsIn } from '../pdu.ts';
import { crc16 } from '../ports/crc.ts';
import { prefixBytes } from '../ports/mbapReader.ts';
import type { RawFrame } from './trafficRing.ts';

export type Framing = 'mbap' | 'rtu';

/** Unit and PDU of one Modbus frame, and the frame itself as it was received. */
export type ModbusFrame = { unit: number; pdu: Uint8Array; whole: Uint8Array };

const leastRtuBytes = 4;
const unitBytes = 1;
const crcBytes = 2;
const exceptionNames: Readonly<Record<number, string>> = {
  1: 'function not supported',
  2: 'address not there',
  3: 'value not allowed',
  4: 'device failure',
  5: 'acknowledged, still working',
  6: 'busy',
  8: 'memory parity error',
  10: 'gateway has no path',
  11: 'gateway: device does not answer',
};
const functionNames: Readonly<Record<number, string>> = {
  1: 'coils',
  2: 'discrete inputs',
  3: 'holding registers',
  4: 'input registers',
  5: 'write coil',
  6: 'write register',
  15: 'write coils',
  16: 'write registers',
  17: 'server id',
  22: 'mask register',
  23: 'write and read registers',
  43: 'device identification',
};

const hasRightCrc = (bytes: Uint8Array, start: number, end: number): boolean =>
  end - start >= leastRtuBytes && crc16(bytes, start, end - 2) === ((bytes[end - 2] ?? 0) | ((bytes[end - 1] ?? 0) << 8));

const rtuFrame = (whole: Uint8Array): ModbusFrame => ({ unit: whole[0] ?? 0, pdu: whole.subarray(1, -2), whole });

/** Modbus frames within what was sent or received, in order; noise between them is left out. */
export const framesIn = ({ bytes }: Pick<RawFrame, 'bytes'>, framing: Framing): ModbusFrame[] => {
  if (framing === 'mbap') {
    const isFrame = bytes.length >= prefixBytes + 2 && bytes[2] === 0 && bytes[3] === 0;
    return isFrame ? [{ unit: bytes[prefixBytes] ?? 0, pdu: bytes.subarray(prefixBytes + 1), whole: bytes }] : [];
  }
  if (hasRightCrc(bytes, 0, bytes.length)) return [rtuFrame(bytes)];
  const frames: ModbusFrame[] = [];
  for (let start = 0; start + leastRtuBytes <= bytes.length; start += 1) {
    const end = lengthsAt(bytes, start)
      .map((length) => start + length)
      .find((one) => one <= bytes.length && hasRightCrc(bytes, start, one));
    if (end === undefined) continue;
    frames.push(rtuFrame(bytes.subarray(start, end)));
    start = end - 1;
  }
  return frames;
};

/** How long a frame that begins here may be: among noise a checksum alone is met by chance too often. */
const lengthsAt = (bytes: Uint8Array, at: number): number[] =>
  possibleBytes(bytes, at + unitBytes).map((length) => unitBytes + length + crcBytes);

const bitsOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => bitsIn(Uint8Array.of(byte)).join('')).join(' ');

const requestText = (pdu: Uint8Array): string => {
  const functionCode = pdu[0] ?? 0;
  const address = wordAt(pdu, 1);
  const name = functionNames[functionCode] ?? `function ${functionCode}`;
  if (functionCode >= 1 && functionCode <= 4) return `read ${name} ${address} to ${address + wordAt(pdu, 3) - 1}`;
  if (functionCode === 5) return `${name} ${address} = ${wordAt(pdu, 3) === 0 ? 'off' : 'on'}`;
  if (functionCode === 6) return `${name} ${address} = ${wordAt(pdu, 3)}`;
  if (functionCode === 15 || functionCode === 16) return `${name} ${address} to ${address + wordAt(pdu, 3) - 1}`;
  return functionCode === 22 ? `${name} ${address}` : `ask ${name}`;
};

const answerText = (pdu: Uint8Array): string => {
  const functionCode = pdu[0] ?? 0;
  if (functionCode & EXCEPTION_BIT) {
    const code = pdu[1] ?? 0;
    return `exception ${code}: ${exceptionNames[code] ?? 'not in the standard'} (function ${functionCode & 0x7f})`;
  }
  const name = functionNames[functionCode] ?? `function ${functionCode}`;
  if (functionCode === 1 || functionCode === 2) return `${name}: ${bitsOf(pdu.subarray(2))}`;
  if (functionCode === 3 || functionCode === 4 || functionCode === 23) return `${name}: ${wordsIn(pdu.subarray(2)).join(' ')}`;
  if (functionCode >= 5 && functionCode <= 22) return `${name}: done at ${wordAt(pdu, 1)}`;
  return `${name}: ${pdu.length - 1} bytes`;
};

const isoMicros = (us: number): string => {
  const whole = Math.floor(us / 1000);
  return new Date(whole).toISOString().replace('Z', `${String(us - 1000 * whole).padStart(3, '0')}Z`);
};

/** One entry of the log in words. What is no Modbus frame is called that, with how many bytes of it there were. */
export const frameView = (raw: RawFrame, framing: Framing): TrafficFrame => {
  const frames = framesIn(raw, framing);
  const [first] = frames;
  const textOf = raw.direction === 'sent' ? requestText : answerText;
  const noiseBytes = raw.bytes.length - frames.reduce((sum, { whole }) => sum + whole.length, 0);
  const texts = frames.map(({ unit, pdu }) => `unit ${unit}: ${textOf(pdu)}`);
  if (noiseBytes > 0)
    texts.push(frames.length > 0 ? `${noiseBytes} bytes of noise` : `${noiseBytes} bytes that are no whole frame`);
  return {
    sequence: raw.sequence,
    at: isoMicros(raw.atUs),
    direction: raw.direction,
    hex: Buffer.from(raw.bytes).toString('hex'),
    unit: first?.unit ?? null,
    functionCode: first ? (first.pdu[0] ?? 0) & 0x7f : null,
    text: texts.join('; '),
  };
};
