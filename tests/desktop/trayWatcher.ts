/** In place of a desktop that shows tray icons: the name by which programs find one, held on the bus of the session. It draws nothing. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { within } from './ends.ts';

const BUS_WITHIN_MS = 20_000;

const bus = { path: '/org/freedesktop/DBus', name: 'org.freedesktop.DBus' };

const padded = (bytes: Buffer, to: number): Buffer => Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)]);
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const text = (value: string): Buffer => Buffer.concat([u32(value.length), Buffer.from(`${value}\0`)]);
const signature = (value: string): Buffer => Buffer.from([value.length, ...Buffer.from(`${value}\0`)]);
const field = (code: number, type: string, value: Buffer): Buffer => {
  const head = Buffer.concat([Buffer.from([code]), signature(type)]);
  return Buffer.concat([padded(head, type === 'g' ? 1 : 4), value]);
};

/** A call of the bus itself, as the specification of D-Bus has it. */
const callOf = (serial: number, member: string, types = '', body = Buffer.alloc(0)): Buffer => {
  const first = [
    field(1, 'o', text(bus.path)),
    field(2, 's', text(bus.name)),
    field(3, 's', text(member)),
    ...(types ? [field(8, 'g', signature(types))] : []),
  ];
  // each begins at eight bytes; the filling after the last one does not count
  const fields = Buffer.concat([...first.map((one) => padded(one, 8)), field(6, 's', text(bus.name))]);
  const head = Buffer.concat([Buffer.from('l\x01\x00\x01', 'latin1'), u32(body.length), u32(serial), u32(fields.length)]);
  return Buffer.concat([padded(Buffer.concat([head, fields]), 8), body]);
};

/** @returns what gives the name free again */
export const showTrays = async (): Promise<() => void> => {
  const [, kind, place = ''] = /^unix:(path|abstract)=([^,;]+)/.exec(process.env.DBUS_SESSION_BUS_ADDRESS ?? '') ?? [];
  if (!kind) throw new Error('there is no bus of the session');
  const socket = connect(kind === 'path' ? place : `\0${place}`);
  await within(BUS_WITHIN_MS, 'the bus of the session is not reached', once(socket, 'connect'));
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  const [answer] = await within(BUS_WITHIN_MS, 'the bus of the session lets nobody in', once(socket, 'data'));
  if (!String(answer).startsWith('OK')) throw new Error(`the bus refuses: ${answer}`);
  socket.write('BEGIN\r\n');
  socket.write(callOf(1, 'Hello'));
  const body = Buffer.concat([padded(text('org.kde.StatusNotifierWatcher'), 4), u32(0)]);
  socket.write(callOf(2, 'RequestName', 'su', body));
  // the bus says to its new owner that the name was given
  let seen = Buffer.alloc(0);
  const named = new Promise<void>((given) => {
    socket.on('data', (part: Buffer) => {
      seen = Buffer.concat([seen, part]);
      if (seen.includes('NameAcquired') && seen.includes('org.kde.StatusNotifierWatcher')) given();
    });
  });
  await within(BUS_WITHIN_MS, 'the bus gives no name', named);
  return () => socket.destroy();
};
