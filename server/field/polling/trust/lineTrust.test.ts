import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import type { FieldTag, Retraction, Sample } from '../../../core/field/field.ts';
import { ModbusGateway } from '../../gateway.ts';
import { connection, device, quietLog, seeded, tag } from '../../testing/make.ts';
import { bodyOf, type Handler, OracleServer, rtuFrame } from '../../testing/oracleServer.ts';

let server: OracleServer | undefined;
let gateway: ModbusGateway | undefined;

afterEach(async () => {
  await gateway?.stop();
  await server?.stop();
});

type Seen = { good: Sample[]; retracted: Retraction[]; wrong: () => Sample[] };

/** Sixteen blocks of one register each that the planner cannot join; a register holds its address. */
const polled = async (handler: Handler, periodMs = 200, tags: FieldTag[] = [], timeoutMs = 600): Promise<Seen> => {
  server = await new OracleServer('rtu', handler).start();
  const slave = device(1, { limits: { maxGapRegisters: 0 } });
  const own = tags.length > 0 ? tags : Array.from({ length: 16 }, (_, i) => tag(slave.id, 100 + 10 * i, { periodMs }));
  gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1) });
  const seen: Seen = { good: [], retracted: [], wrong: () => [] };
  gateway.onSamples((samples) => seen.good.push(...samples.filter(({ quality }) => quality === 'GOOD')));
  gateway.onRetracted((retractions) => seen.retracted.push(...retractions));
  seen.wrong = () =>
    seen.good.filter(
      ({ tagId, value, atMs }) =>
        value !== Number(tagId.split('/')[1]) &&
        !seen.retracted.some((one) => one.tagId === tagId && one.fromMs <= atMs && one.toMs >= atMs),
    );
  gateway.configure({
    connections: [connection({ kind: 'rtuTcp', host: '127.0.0.1', port: server.port, timeoutMs, quietMs: 20 })],
    devices: [slave],
    tags: own,
  });
  gateway.start();
  return seen;
};

const company = () => gateway?.status().channels[0]?.company;

describe('a line whose answers carry no transaction id', () => {
  it('publishes every value of a clean line, asked for once', async () => {
    let requests = 0;
    const clean: Handler = ({ send, answer, count }) => {
      // of two registers is the read that shows from time to time that the line is in step
      if (count === 1) requests += 1;
      send(answer, 2);
    };
    // longer than a busy machine holds an answer up: one that came too late would rightly be asked for again
    const seen = await polled(clean, 200, [], 10_000);
    await vi.waitFor(() => expect(new Set(seen.good.map(({ tagId }) => tagId)).size).toBe(16), 60_000);
    const first = seen.good.length;
    await vi.waitFor(() => expect(seen.good.length - first).toBeGreaterThan(16 * 4), 60_000);
    // each block's first answer is read three times; while the line is busy, answers of some rounds may wait to be published
    await vi.waitFor(() => expect(requests - seen.good.length).toBe(2 * 16), 60_000);
    expect(seen.wrong()).toEqual([]);
    expect(seen.retracted).toEqual([]);
    expect(company()?.state).toBe('alone');
  });

  it('lets no value pass for another after one answer came twice', async () => {
    let requests = 0;
    const seen = await polled(({ send, answer }) => {
      requests += 1;
      send(answer, 2);
      if (requests === 20) send(answer, 4);
    });
    await vi.waitFor(() => expect(company()?.duplicates).toBeGreaterThan(0), 60_000);
    // every block is read on
    const from = seen.good.length;
    await vi.waitFor(() => expect(new Set(seen.good.slice(from).map(({ tagId }) => tagId)).size).toBe(16), 60_000);
    expect(seen.wrong()).toEqual([]);
    expect(company()).toMatchObject({ state: 'notAlone', foreign: 0 });
  });

  it('takes back what it published before a foreign frame showed that it is not alone', async () => {
    let requests = 0;
    const seen = await polled(({ unit, functionCode, count, body, send, answer }) => {
      requests += 1;
      if (requests === 40) send(rtuFrame(bodyOf({ unit, functionCode, address: 9000, count, body })));
      send(answer, 2);
    });
    await vi.waitFor(() => expect(seen.retracted.length).toBeGreaterThan(0), 60_000);
    expect(requests).toBeGreaterThanOrEqual(40);
    expect(seen.wrong()).toEqual([]);
    expect(company()?.state).not.toBe('alone');
  });

  it('never believes a line on which another master asks for the same shape', async () => {
    const seen = await polled(({ unit, functionCode, count, body, send, answer }) => {
      const question = Buffer.of(unit, functionCode, 9000 >> 8, 9000 & 255, 0, count);
      send(rtuFrame(question));
      send(rtuFrame(bodyOf({ unit, functionCode, address: 9000, count, body })), 1);
      send(answer, 3);
    });
    await vi.waitFor(() => expect(company()?.state).toBe('untrustworthy'), 60_000);
    expect(seen.wrong()).toEqual([]);
    expect(gateway?.status().tags.every(({ quality }) => quality !== 'GOOD')).toBe(true);
  });

  it('asks for registers more where they are known to be readable, so that no two requests look alike', async () => {
    const counts = new Set<number>();
    const ends = new Set<number>();
    const { id } = device(1);
    const periods = [150, 150, 200, 200, 250, 250];
    const seen = await polled(
      ({ send, answer, count, address }) => {
        counts.add(count);
        ends.add(address + count);
        send(answer, 2);
        send(answer, 9);
      },
      200,
      periods.map((periodMs, address) => tag(id, address, { periodMs })),
    );
    await vi.waitFor(() => expect(counts.size).toBeGreaterThan(1), 60_000);
    await vi.waitFor(() => expect(Math.max(...ends)).toBe(periods.length), 60_000);
    // and never beyond them
    await vi.waitFor(() => expect(seen.good.length).toBeGreaterThan(4 * periods.length), 60_000);
    expect(Math.max(...ends)).toBe(periods.length);
    expect(seen.wrong()).toEqual([]);
  });
});
