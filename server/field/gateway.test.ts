import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import type { DeviceState, FieldConfiguration, FieldDevice, FieldTag, Sample } from '../core/field/field.ts';
import { ModbusGateway } from './gateway.ts';
import { connection, device, quietLog, seeded, tag } from './testing/make.ts';
import { answerIt, exceptionBody, type Handler, OracleServer, type Request } from './testing/oracleServer.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const serverOf = async (handler?: Handler, framing: 'mbap' | 'rtu' = 'mbap'): Promise<OracleServer> => {
  const server = await new OracleServer(framing, handler).start();
  cleanUps.push(() => server.stop());
  return server;
};

type LineOptions = { timeoutMs?: number; id?: string; kind?: 'tcp' | 'rtuTcp' };

const lineTo = (server: OracleServer, { timeoutMs = 60, id = 'line', kind = 'tcp' }: LineOptions = {}) =>
  connection(
    { kind, host: '127.0.0.1', port: server.port, timeoutMs, ...(kind === 'rtuTcp' ? { quietMs: 20 } : {}) } as never,
    id,
  );

/** A running gateway, with everything it published and a way to wait for some of it. */
class Subject {
  readonly gateway: ModbusGateway;
  readonly samples: Sample[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(configuration: FieldConfiguration) {
    this.gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1) });
    this.gateway.configure(configuration);
    this.gateway.onSamples((samples) => {
      this.samples.push(...samples);
      for (const check of this.#waiting) check();
    });
    this.gateway.start();
    cleanUps.push(() => this.gateway.stop());
  }

  /** Resolves once a sample published from now on fits; with how long that took. */
  async next(fits: (sample: Sample) => boolean): Promise<Sample> {
    const from = this.samples.length;
    const { promise, resolve } = Promise.withResolvers<Sample>();
    const check = (): void => {
      const found = this.samples.slice(from).find(fits);
      if (found) resolve(found);
    };
    this.#waiting.add(check);
    return promise.finally(() => this.#waiting.delete(check));
  }

  good(tagId: string): Promise<Sample> {
    return this.next((sample) => sample.tagId === tagId && sample.quality === 'GOOD');
  }

  bad(tagId: string, quality: string): Promise<Sample> {
    return this.next((sample) => sample.tagId === tagId && sample.quality === quality);
  }

  quality(tagId: string): string | undefined {
    return this.gateway.tag(tagId)?.quality;
  }

  device(deviceId: string): DeviceState {
    const found = this.gateway.status().devices.find((state) => state.deviceId === deviceId);
    if (!found) throw new Error(`no device ${deviceId}`);
    return found;
  }
}

const plantOf = (server: OracleServer, devices: FieldDevice[], tags: FieldTag[], options?: LineOptions): FieldConfiguration => ({
  connections: [lineTo(server, options)],
  devices,
  tags,
});

const touches = ({ address, count }: Request, from: number, to = from): boolean => address <= to && address + count - 1 >= from;

describe('the gateway', () => {
  it('publishes every tag with its value, and tells its state', async () => {
    const server = await serverOf();
    const subject = new Subject(
      plantOf(server, [device(1)], [tag('line-1', 5), tag('line-1', 9, { scale: 0.1, space: 'input' })], { timeoutMs: 2000 }),
    );
    expect(await subject.good('line-1/9')).toMatchObject({ value: 0.9 });
    expect(subject.gateway.tag('line-1/9')).toMatchObject({ value: 0.9, quality: 'GOOD', raw: [9] });
    const { channels, devices, tags } = subject.gateway.status();
    expect(channels).toMatchObject([{ connectionId: 'line', reconnects: 0 }]);
    expect(devices).toMatchObject([{ deviceId: 'line-1', health: 'good', timeouts: 0, lastError: null }]);
    expect(devices[0]?.plan).toMatchObject([
      { space: 'holding', address: 5, count: 1 },
      { space: 'input', address: 9, count: 1 },
    ]);
    expect(tags).toHaveLength(2);
  });

  it('keeps to its period without drifting', async () => {
    const server = await serverOf();
    const subject = new Subject(plantOf(server, [device(1)], [tag('line-1', 5, { periodMs: 50 })], { timeoutMs: 2000 }));
    await subject.good('line-1/5');
    await subject.good('line-1/5');
    const firstMs = (await subject.good('line-1/5')).atMs;
    const skippedBefore = subject.device('line-1').skippedBlocks;
    const lateBy: number[] = [];
    // a busy machine makes some readings late, but the next ones are at their time again: with drift none is
    while (lateBy.length < 20 || (lateBy.length < 2000 && Math.abs(lateBy.at(-1) ?? 0) >= 50)) {
      const { atMs } = await subject.good('line-1/5');
      const skipped = subject.device('line-1').skippedBlocks - skippedBefore;
      lateBy.push(atMs - firstMs - 50 * (lateBy.length + 1 + skipped));
    }
    expect(Math.abs(lateBy.at(-1) ?? 50)).toBeLessThan(50);
  });

  it('skips and counts what is due while its block is still under way', async () => {
    const server = await serverOf(({ send, answer }) => send(answer, 95));
    const subject = new Subject(plantOf(server, [device(1)], [tag('line-1', 5, { periodMs: 20 })], { timeoutMs: 2000 }));
    for (let i = 0; i < 4; i += 1) await subject.good('line-1/5');
    expect(subject.device('line-1').skippedBlocks).toBeGreaterThan(8);
    expect(subject.gateway.status().channels[0]?.queueDepth).toEqual([0, 0, 0]);
  });

  it('gives a failed read no value but its reason, and stale after three periods', async () => {
    let silent = false;
    const server = await serverOf((request) => {
      if (!silent) answerIt(request);
    });
    const subject = new Subject(plantOf(server, [device(1)], [tag('line-1', 5, { periodMs: 200 })]));
    await subject.good('line-1/5');
    silent = true;
    expect(await subject.bad('line-1/5', 'BAD_TIMEOUT')).toMatchObject({ value: null });
    const lastGoodAtMs = subject.gateway.tag('line-1/5')?.lastGoodAtMs ?? 0;
    const stale = await subject.bad('line-1/5', 'STALE');
    expect(stale.value).toBeNull();
    expect(stale.atMs - lastGoodAtMs).toBeGreaterThan(600);
    expect(subject.device('line-1').lastError?.message).toMatch(/^unit 1 holding 5\.\.5: no answer/);
  });

  it('makes tags stale by its clock also while the line is down', async () => {
    const server = await serverOf();
    const subject = new Subject(plantOf(server, [device(1)], [tag('line-1', 5, { periodMs: 100 })], { timeoutMs: 2000 }));
    await subject.good('line-1/5');
    await server.stop();
    await subject.bad('line-1/5', 'BAD_LINK');
    await subject.bad('line-1/5', 'STALE');
    expect(subject.gateway.tag('line-1/5')?.lastGoodAtMs).not.toBeNull();
  });

  it('reads again when a device that was killed is back', async () => {
    const server = await serverOf();
    const subject = new Subject(plantOf(server, [device(1)], [tag('line-1', 5, { periodMs: 100 })], { timeoutMs: 2000 }));
    await subject.good('line-1/5');
    for (const awayMs of [0, 450, 700, 950, 300, 600]) {
      await server.stop();
      await new Promise((resolve) => setTimeout(resolve, awayMs));
      await server.start();
      expect(await subject.good('line-1/5')).toMatchObject({ quality: 'GOOD' });
    }
  });

  it('counts gateway exceptions against the device, not the line', async () => {
    const server = await serverOf((request) => {
      if (request.unit === 2) request.send(request.frame(exceptionBody(2, request.functionCode, 11)));
      else answerIt(request);
    });
    const subject = new Subject(
      plantOf(server, [device(1), device(2)], [tag('line-1', 5), tag('line-2', 5)], { timeoutMs: 2000 }),
    );
    await subject.bad('line-2/5', 'BAD_NO_DEVICE');
    await subject.good('line-1/5');
    expect(subject.gateway.status().channels[0]).toMatchObject({ reconnects: 0 });
    expect(subject.device('line-2').exceptions[11]).toBeGreaterThan(0);
  });

  it('asks a busy device again soon, and says so when it stays busy', async () => {
    let busy = 2;
    const server = await serverOf((request) => {
      busy -= 1;
      if (busy >= 0) request.send(request.frame(exceptionBody(1, 3, 6)));
      else answerIt(request);
    });
    const subject = new Subject(plantOf(server, [device(1)], [tag('line-1', 5, { periodMs: 10_000 })], { timeoutMs: 2000 }));
    await subject.good('line-1/5');
    expect(subject.samples.some(({ quality }) => quality === 'UNCERTAIN_BUSY')).toBe(false);
    busy = 1e9;
    subject.gateway.configure(plantOf(server, [device(1)], [tag('line-1', 6, { periodMs: 10_000 })], { timeoutMs: 2000 }));
    expect(await subject.bad('line-1/6', 'UNCERTAIN_BUSY')).toMatchObject({ value: null });
  });

  it('contains the failure of a listener', async () => {
    const server = await serverOf();
    const subject = new Subject(plantOf(server, [device(1)], [tag('line-1', 5)], { timeoutMs: 2000 }));
    subject.gateway.onSamples(() => {
      throw new Error('mine');
    });
    const first = await subject.good('line-1/5');
    expect((await subject.good('line-1/5')).atMs).toBeGreaterThan(first.atMs);
  });
});

describe('a dead device among others', () => {
  it.each(['mbap', 'rtu'] as const)('over %s is soon asked so seldom that the others lose nothing', async (framing) => {
    const requests: Record<number, number> = {};
    const server = await serverOf((request) => {
      requests[request.unit] = (requests[request.unit] ?? 0) + 1;
      if (request.unit !== 7) answerIt(request);
    }, framing);
    const units = Array.from({ length: 32 }, (_, i) => i + 1);
    const tags = units.flatMap((unit) => [0, 100, 200].map((address) => tag(`line-${unit}`, address, { periodMs: 400 })));
    const subject = new Subject(
      plantOf(
        server,
        units.map((unit) => device(unit)),
        tags,
        { timeoutMs: 100, kind: framing === 'mbap' ? 'tcp' : 'rtuTcp' },
      ),
    );
    for (let cycle = 0; cycle < 20 && subject.device('line-7').health !== 'offline'; cycle += 1)
      await subject.good('line-32/200');
    expect(subject.device('line-7').health).toBe('offline');
    const skippedBlocks = (): number => subject.gateway.status().devices.reduce((sum, one) => sum + one.skippedBlocks, 0);
    /** What four cycles skip, and how often they ask the dead one and another. */
    const fourCycles = async () => {
      const [skippedBefore, before] = [skippedBlocks(), { ...requests }];
      for (let cycle = 0; cycle < 4; cycle += 1) await subject.good('line-32/200');
      const asked = (unit: number): number => (requests[unit] ?? 0) - (before[unit] ?? 0);
      return { skipped: skippedBlocks() - skippedBefore, dead: asked(7), alive: asked(32) };
    };
    let seen = await fourCycles();
    // a machine that is busy elsewhere skips some for itself: of a line that loses time to the dead one every cycle would
    for (let tries = 0; tries < 20 && seen.skipped > 0; tries += 1) seen = await fourCycles();
    // a probe comes after fifty timeouts at the earliest
    expect(seen).toMatchObject({ skipped: 0, dead: expect.toSatisfy((count: number) => count <= 1) });
    expect(seen.alive).toBeGreaterThanOrEqual(9);
    expect(units.filter((unit) => unit !== 7).map((unit) => subject.quality(`line-${unit}/100`))).toEqual(Array(31).fill('GOOD'));
  });

  it('comes back with all others when the whole line had been silent', async () => {
    let silent = false;
    const server = await serverOf((request) => {
      if (!silent) answerIt(request);
    }, 'rtu');
    const units = [1, 2, 3];
    const tags = units.map((unit) => tag(`line-${unit}`, 5, { periodMs: 100 }));
    const devices = units.map((unit) => device(unit));
    const subject = new Subject(plantOf(server, devices, tags, { kind: 'rtuTcp' }));
    await subject.good('line-3/5');
    silent = true;
    await Promise.all(units.map((unit) => subject.bad(`line-${unit}/5`, 'STALE')));
    silent = false;
    const samples = await Promise.all(units.map((unit) => subject.good(`line-${unit}/5`)));
    expect(samples.map(({ quality }) => quality)).toEqual(['GOOD', 'GOOD', 'GOOD']);
  });

  it('does not lose its other registers to one block that is never answered', async () => {
    let unanswered = 0;
    const server = await serverOf((request) => {
      if (touches(request, 500)) unanswered += 1;
      else answerIt(request);
    });
    const subject = new Subject(
      plantOf(server, [device(1), device(2)], [tag('line-1', 5), tag('line-1', 500), tag('line-2', 5)]),
    );
    await subject.bad('line-1/500', 'STALE');
    await subject.good('line-1/5');
    expect(subject.device('line-1').health).not.toBe('offline');
    const before = unanswered;
    for (let cycle = 0; cycle < 5; cycle += 1) await subject.good('line-1/5');
    expect(unanswered - before).toBeLessThanOrEqual(1);
  });
});

describe('registers that a device refuses', () => {
  const refusing =
    (from: number, to = from): Handler =>
    (request) => {
      if (touches(request, from, to)) request.send(request.frame(exceptionBody(request.unit, request.functionCode, 2)));
      else answerIt(request);
    };

  it('cost the other tags no cycle and are read around from then on', async () => {
    const server = await serverOf(refusing(17));
    const tags = Array.from({ length: 40 }, (_, i) => tag('line-1', i, { periodMs: 10_000 }));
    const subject = new Subject(plantOf(server, [device(1)], tags, { timeoutMs: 2000 }));
    await subject.bad('line-1/17', 'BAD_ADDRESS');
    while (tags.some(({ id }) => subject.quality(id) === 'STALE')) await subject.next(() => true);
    expect(tags.filter(({ id }) => subject.quality(id) !== 'GOOD').map(({ id }) => id)).toEqual(['line-1/17']);
    expect(server.requests).toBeLessThanOrEqual(1 + Math.ceil(Math.log2(40)) + 1 + 2);
    const { learntForbidden, plan } = subject.device('line-1');
    expect(learntForbidden).toEqual([{ space: 'holding', from: 17, to: 17 }]);
    expect(plan.map(({ address, count }) => [address, count])).toEqual([
      [0, 17],
      [18, 22],
    ]);
    expect(subject.device('line-1').health).toBe('good');
  });

  it('may be several, and holes between tags among them', async () => {
    const server = await serverOf((request) => {
      const isRefused = [3, 11, 12, 26].some((register) => touches(request, register));
      if (isRefused) request.send(request.frame(exceptionBody(1, 3, 2)));
      else answerIt(request);
    });
    const addresses = [0, 1, 2, 5, 6, 10, 11, 13, 20, 25, 30];
    const tags = addresses.map((address) => tag('line-1', address, { periodMs: 10_000 }));
    const subject = new Subject(plantOf(server, [device(1)], tags, { timeoutMs: 2000 }));
    while (tags.some(({ id }) => subject.quality(id) === 'STALE')) await subject.next(() => true);
    expect(tags.filter(({ id }) => subject.quality(id) === 'BAD_ADDRESS').map(({ id }) => id)).toEqual(['line-1/11']);
    expect(tags.filter(({ id }) => subject.quality(id) === 'GOOD')).toHaveLength(10);
  });

  it('beside signals that are read less often take none of these out, and are not looked for again', async () => {
    const server = await serverOf((request) => {
      const isRefused = [3, 4, 8, 9, 10].some((register) => touches(request, register));
      if (isRefused) request.send(request.frame(exceptionBody(1, 3, 2)));
      else answerIt(request);
    });
    const often = [0, 1, 2, 11].map((address) => tag('line-1', address));
    const seldom = [5, 6, 7].map((address) => tag('line-1', address, { periodMs: 10_000 }));
    const subject = new Subject(plantOf(server, [device(1)], [...often, ...seldom], { timeoutMs: 2000 }));
    while ([...often, ...seldom].some(({ id }) => subject.quality(id) !== 'GOOD')) await subject.next(() => true);
    const refusals = subject.device('line-1').exceptions[2];
    for (let cycle = 0; cycle < 5; cycle += 1) await subject.good('line-1/11');
    expect(subject.device('line-1').exceptions[2]).toBe(refusals);
  });

  it('are not asked for again every cycle, and a whole function neither', async () => {
    const server = await serverOf((request) => {
      if (request.functionCode === 4) request.send(request.frame(exceptionBody(1, 4, 1)));
      else answerIt(request);
    });
    const subject = new Subject(
      plantOf(server, [device(1)], [tag('line-1', 5), tag('line-1', 6, { space: 'input' })], { timeoutMs: 2000 }),
    );
    await subject.bad('line-1/6', 'BAD_CONFIG');
    for (let cycle = 0; cycle < 4; cycle += 1) await subject.good('line-1/5');
    // once more at once, in case it was a single one
    expect(subject.device('line-1').exceptions[1]).toBe(2);
    expect(subject.quality('line-1/6')).toBe('BAD_CONFIG');
  });

  it('may be too many at once', async () => {
    const server = await serverOf((request) => {
      if (request.count > 16) request.send(request.frame(exceptionBody(1, 3, 3)));
      else answerIt(request);
    });
    const tags = Array.from({ length: 40 }, (_, i) => tag('line-1', i, { periodMs: 10_000 }));
    const subject = new Subject(plantOf(server, [device(1)], tags, { timeoutMs: 2000 }));
    while (tags.some(({ id }) => subject.quality(id) !== 'GOOD')) await subject.next(() => true);
    expect(subject.device('line-1').plan.map(({ count }) => count)).toEqual([16, 16, 8]);
  });

  it('that the configuration forbids are never asked for', async () => {
    const server = await serverOf(refusing(17));
    const limits = { forbidden: [{ space: 'holding' as const, from: 17, to: 17 }] };
    const subject = new Subject(
      plantOf(server, [device(1, { limits })], [tag('line-1', 16), tag('line-1', 17), tag('line-1', 18)], { timeoutMs: 2000 }),
    );
    await subject.good('line-1/18');
    expect(subject.quality('line-1/17')).toBe('BAD_CONFIG');
    expect(subject.device('line-1').exceptions).toEqual({});
  });
});

describe('a change of configuration', () => {
  it('leaves lines and devices that did not change running', async () => {
    const [first, second] = [await serverOf(), await serverOf()];
    const lines = [lineTo(first, { id: 'a', timeoutMs: 2000 }), lineTo(second, { id: 'b', timeoutMs: 2000 })];
    const devices = [device(1, { connectionId: 'a' }), device(2, { connectionId: 'a' }), device(1, { connectionId: 'b' })];
    const tags = ['a-1', 'a-2', 'b-1'].map((id) => tag(id, 5));
    const subject = new Subject({ connections: lines, devices, tags });
    await Promise.all(['a-1/5', 'a-2/5', 'b-1/5'].map((id) => subject.good(id)));
    const okBefore = subject.device('a-1').ok;

    const changed = { ...lineTo(second, { id: 'b', timeoutMs: 1999 }) };
    subject.gateway.configure({ connections: [lines[0] as never, changed], devices, tags: [...tags, tag('a-2', 9)] });
    await Promise.all([subject.good('a-2/9'), subject.good('b-1/5'), subject.good('a-1/5')]);
    expect([first.connections, second.connections]).toEqual([1, 2]);
    expect(subject.device('a-1').ok).toBeGreaterThan(okBefore);
  });

  it('ends lines, devices and tags that are gone', async () => {
    const server = await serverOf();
    const subject = new Subject(
      plantOf(server, [device(1), device(2)], [tag('line-1', 5), tag('line-2', 5)], { timeoutMs: 2000 }),
    );
    await Promise.all([subject.good('line-1/5'), subject.good('line-2/5')]);
    subject.gateway.configure(plantOf(server, [device(2)], [tag('line-2', 5)], { timeoutMs: 2000 }));
    const from = subject.samples.length;
    await subject.good('line-2/5');
    await subject.good('line-2/5');
    expect(subject.samples.slice(from).some(({ tagId }) => tagId === 'line-1/5')).toBe(false);
    expect(subject.gateway.tag('line-1/5')).toBeUndefined();
    subject.gateway.configure({ connections: [], devices: [], tags: [] });
    expect(subject.gateway.status()).toEqual({ channels: [], devices: [], tags: [] });
  });

  it('adds a line while it runs', async () => {
    const server = await serverOf();
    const subject = new Subject({ connections: [], devices: [], tags: [] });
    subject.gateway.configure(plantOf(server, [device(1)], [tag('line-1', 5)], { timeoutMs: 2000 }));
    expect(await subject.good('line-1/5')).toMatchObject({ tagId: 'line-1/5', quality: 'GOOD' });
  });

  it('takes a stop in the middle, twice, and polls no more', async () => {
    const server = await serverOf();
    const subject = new Subject(plantOf(server, [device(1)], [tag('line-1', 5)], { timeoutMs: 2000 }));
    await subject.good('line-1/5');
    await Promise.all([subject.gateway.stop(), subject.gateway.stop()]);
    const { requests } = server;
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(server.requests).toBe(requests);
  });
});
