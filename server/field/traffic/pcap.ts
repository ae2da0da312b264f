import { isIPv4 } from 'node:net';
import { type Framing, framesIn } from './frameText.ts';
import type { RawFrame } from './trafficRing.ts';

/** IP packets without a link layer below, and PDUs handed to a dissector by its name. */
const linkTypes = { mbap: 101, rtu: 252 } as const;
const clientAddress = [192, 0, 2, 1];
/** In place of a device that is given by name; TEST-NET-1, like the client's. */
const unknownAddress = [192, 0, 2, 2];
const clientPort = 50_502;
/** Where Wireshark expects Modbus by default. */
const modbusPort = 502;

type Record = { atUs: number; bytes: Buffer };

/**
 * A pcap file of the Modbus frames among what was sent and received. Modbus TCP becomes IPv4 and TCP packets with running sequence
 * numbers; RTU frames become exported PDUs (Wireshark's DLT 252) for the dissector `mbrtu`, CRC included.
 */
export const pcapOf = (frames: readonly RawFrame[], framing: Framing, host: string | null): Buffer => {
  const records = framing === 'mbap' ? tcpPackets(frames, host) : rtuPdus(frames);
  const head = Buffer.alloc(24);
  head.writeUInt32LE(0xa1b2c3d4, 0);
  head.writeUInt16LE(2, 4);
  head.writeUInt16LE(4, 6);
  head.writeUInt32LE(262_144, 16);
  head.writeUInt32LE(linkTypes[framing], 20);
  return Buffer.concat([head, ...records.map(recordOf)]);
};

const recordOf = ({ atUs, bytes }: Record): Buffer => {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(Math.floor(atUs / 1e6), 0);
  head.writeUInt32LE(atUs % 1e6, 4);
  head.writeUInt32LE(bytes.length, 8);
  head.writeUInt32LE(bytes.length, 12);
  return Buffer.concat([head, bytes]);
};

const tcpPackets = (frames: readonly RawFrame[], host: string | null): Record[] => {
  const device = host !== null && isIPv4(host) ? host.split('.').map(Number) : unknownAddress;
  const sequence = { sent: 1, received: 1 };
  return frames.flatMap((frame) =>
    framesIn(frame, 'mbap').map(({ whole }) => {
      const { direction, atUs } = frame;
      const isSent = direction === 'sent';
      const other = isSent ? 'received' : 'sent';
      const bytes = ipPacket({
        from: isSent ? clientAddress : device,
        to: isSent ? device : clientAddress,
        ports: isSent ? [clientPort, modbusPort] : [modbusPort, clientPort],
        sequence: sequence[direction],
        acknowledged: sequence[other],
        payload: whole,
      });
      sequence[direction] = (sequence[direction] + whole.length) >>> 0;
      return { atUs, bytes };
    }),
  );
};

type Packet = {
  from: readonly number[];
  to: readonly number[];
  ports: readonly [number, number];
  sequence: number;
  acknowledged: number;
  payload: Uint8Array;
};

const ipPacket = ({ from, to, ports, sequence, acknowledged, payload }: Packet): Buffer => {
  const tcp = Buffer.alloc(20);
  tcp.writeUInt16BE(ports[0], 0);
  tcp.writeUInt16BE(ports[1], 2);
  tcp.writeUInt32BE(sequence, 4);
  tcp.writeUInt32BE(acknowledged, 8);
  // five words of header; push and acknowledge
  tcp.writeUInt16BE(0x5018, 12);
  tcp.writeUInt16BE(65_535, 14);
  const segment = Buffer.concat([tcp, payload]);
  const pseudo = Buffer.from([...from, ...to, 0, 6, segment.length >> 8, segment.length & 0xff]);
  segment.writeUInt16BE(checksum(Buffer.concat([pseudo, segment])), 16);
  const ip = Buffer.alloc(20);
  ip.writeUInt16BE(0x4500, 0);
  ip.writeUInt16BE(20 + segment.length, 2);
  ip.writeUInt16BE(0x4000, 6);
  ip.writeUInt16BE(0x4006, 8);
  ip.set(from, 12);
  ip.set(to, 16);
  ip.writeUInt16BE(checksum(ip), 10);
  return Buffer.concat([ip, segment]);
};

/** The internet checksum (RFC 1071). */
const checksum = (bytes: Buffer): number => {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 2) sum += ((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
};

/** One tag of an exported PDU, padded to four bytes. */
const tag = (kind: number, value: Uint8Array): Buffer => {
  const head = Buffer.alloc(4);
  const padding = Buffer.alloc((4 - (value.length % 4)) % 4);
  head.writeUInt16BE(kind, 0);
  head.writeUInt16BE(value.length + padding.length, 2);
  return Buffer.concat([head, value, padding]);
};

const word32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value, 0);
  return bytes;
};

/** Dissector name, addresses, port type TCP and ports: by them the dissector distinguishes queries from responses. */
const tagsOf = (isSent: boolean): Buffer =>
  Buffer.concat([
    tag(12, Buffer.from('mbrtu')),
    tag(20, Buffer.from(isSent ? clientAddress : unknownAddress)),
    tag(21, Buffer.from(isSent ? unknownAddress : clientAddress)),
    tag(24, word32(2)),
    tag(25, word32(isSent ? clientPort : modbusPort)),
    tag(26, word32(isSent ? modbusPort : clientPort)),
    Buffer.alloc(4),
  ]);

const rtuPdus = (frames: readonly RawFrame[]): Record[] => {
  const tags = { sent: tagsOf(true), received: tagsOf(false) };
  return frames.flatMap((frame) =>
    framesIn(frame, 'rtu').map(({ whole }) => ({ atUs: frame.atUs, bytes: Buffer.concat([tags[frame.direction], whole]) })),
  );
};
