import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import type { FieldTag, Sample } from '../../../core/field/field.ts';
import { ModbusGateway } from '../../gateway.ts';
import { connection, device, quietLog, seeded, tag } from '../../testing/make.ts';
import { OracleServer } from '../../testing/oracleServer.ts';

let server: OracleServer | undefined;
let gateway: ModbusGateway | undefined;

afterEach(async () => {
  await gateway?.stop();
  await server?.stop();
});

const slave = device(1, { limits: { maxGapRegisters: 0 } });
const six = [0, 1, 2, 3, 4, 5];

const plants: Record<string, FieldTag[]> = {
  'registers side by side': six.map((address) => tag(slave.id, address, { periodMs: 200 + 50 * (address >> 1) })),
  'registers far apart': six.map((address) => tag(slave.id, 100 * address, { periodMs: 300 })),
  'ten registers a block': six.flatMap((block) =>
    Array.from({ length: 10 }, (_, at) => tag(slave.id, 1000 * block + at, { periodMs: 400 })),
  ),
  coils: six.map((at) => tag(slave.id, 100 * at + (at % 2), { periodMs: 300, space: 'coil', type: 'bool' })),
};

/** A register holds its address, a coil its lowest bit. */
const trueValueOf = (tagId: string, isCoil: boolean): number => {
  const address = Number(tagId.split('/')[1]);
  return isCoil ? address % 2 : address;
};

describe('a line on which every answer comes twice', () => {
  for (const [name, tags] of Object.entries(plants))
    for (const afterMs of [1, 7, 15, 30, 60])
      it(`gives every value of ${name}, and none that is another's, ${afterMs} ms apart`, async () => {
        server = await new OracleServer('rtu', ({ send, answer }) => {
          send(answer, 2);
          send(answer, 2 + afterMs);
        }).start();
        gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1) });
        const good: Sample[] = [];
        gateway.onSamples((samples) => good.push(...samples.filter(({ quality }) => quality === 'GOOD')));
        gateway.configure({
          connections: [connection({ kind: 'rtuTcp', host: '127.0.0.1', port: server.port, timeoutMs: 600, quietMs: 20 })],
          devices: [slave],
          tags,
        });
        gateway.start();
        await vi.waitFor(() => expect(new Set(good.map(({ tagId }) => tagId)).size).toBe(tags.length), 60_000);
        expect(good.filter(({ tagId, value }) => value !== trueValueOf(tagId, name === 'coils'))).toEqual([]);
        expect(gateway.status().channels[0]?.company?.state).toBe('notAlone');
      });
});
