import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectionSettings } from '../../contract/model/field.ts';
import { type LineReport, lineFindingCodes, type StressResult } from '../../contract/plant/tools/line.ts';
import { ManualClock, systemClock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { ModbusGateway } from '../gateway.ts';
import { connection, device, quietLog, seeded, tag } from '../testing/make.ts';
import { answerIt, type Handler, OracleServer, rtuFrame } from '../testing/oracleServer.ts';
import { ModbusTools } from '../tools.ts';
import { busLoadPct } from './busLoad.ts';
import { stressLine } from './stress.ts';
import { verdictOf } from './verdict.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const serial = connectionSettings.parse({ kind: 'serial', path: '/dev/nobody' });
const one = (fields: Partial<LineReport['devices'][number]> = {}): LineReport['devices'][number] => ({
  deviceId: 'a',
  name: 'Meter A',
  slaveId: 1,
  requests: 500,
  answeredPct: 100,
  timeoutPct: 0,
  crcPct: 0,
  turnaroundMsP50: 20,
  turnaroundMsP95: 30,
  ...fields,
});
type Facts = Parameters<typeof verdictOf>[0];
const facts = (fields: Partial<Facts> = {}): Facts => ({
  connectionId: 'line',
  name: 'line',
  at: '2026-01-01T00:00:00Z',
  state: 'ready',
  requests: 1000,
  answeredPct: 100,
  timeoutPct: 0,
  crcPct: 0,
  lateAnswers: 0,
  noiseBytes: 0,
  echo: false,
  utilisationPct: 20,
  plannedLoadPct: 20,
  turnaroundMs: [],
  devices: [one(), one({ deviceId: 'b', name: 'Meter B' })],
  receivedBytes: 1000,
  reason: null,
  isSilent: false,
  violations: 0,
  badAnswers: 0,
  company: null,
  unread: [],
  settings: serial,
  ...fields,
});

describe('the verdict on a line', () => {
  it.each<[string, Partial<Facts>, string, RegExp, RegExp]>([
    ['that works', {}, 'good', /works as it should/, /Nothing/],
    ['that is not connected', { state: 'backoff', reason: 'cannot open /dev/x' }, 'bad', /cannot open/, /plugged in/],
    [
      'where nothing is received',
      { answeredPct: 0, receivedBytes: 0, echo: null },
      'bad',
      /Nothing is received/,
      /power.*A and B/,
    ],
    ['where rubbish is received', { answeredPct: 0, receivedBytes: 50 }, 'bad', /none of it is an answer/, /baud rate or parity/],
    ['where only the echo is received', { answeredPct: 0, echo: true }, 'bad', /own echo/, /A and B/],
    ['whose adapter echoes', { echo: true }, 'bad', /sends back/, /"strip"/],
    ['that strips no echo', { settings: { ...serial, echo: 'strip' } as Facts['settings'] }, 'watch', /not there/, /"off"/],
    [
      'with noise',
      { crcPct: 2, devices: [one({ crcPct: 2 }), one({ crcPct: 2 })] },
      'watch',
      /come damaged, from every/,
      /termination/,
    ],
    [
      'with one noisy device',
      { crcPct: 6, devices: [one(), one({ name: 'Meter B', crcPct: 12 })] },
      'bad',
      /Meter B.*12 %/,
      /share its unit id/,
    ],
    [
      'with one silent device',
      { timeoutPct: 12, devices: [one(), one({ name: 'Meter B', timeoutPct: 24 })] },
      'bad',
      /Meter B \(24 %\)/,
      /power/,
    ],
    ['with late answers', { lateAnswers: 40 }, 'watch', /after their timeout of 1000 ms/, /at least 2000 ms/],
    ['with stray bytes', { noiseBytes: 5000 }, 'watch', /belong to no answer/, /second master/],
    ['that is nearly full', { plannedLoadPct: 82 }, 'watch', /82 %/, /less often/],
    ['that is overfull', { plannedLoadPct: 130 }, 'bad', /130 %.*cannot all be done/, /split the line/],
    ['that was hardly read', { requests: 3 }, 'unknown', /Too few/, /stress test/],
  ])('%s', (_, changed, verdict, text, next) => {
    const { verdict: said, findings } = verdictOf(facts(changed));
    expect(said).toBe(verdict);
    expect(findings[0]?.text).toMatch(text);
    expect(findings[0]?.next).toMatch(next);
    // other languages are worded from code and parameters: they hold all that the English words say
    for (const { code, params, text: what, next: advice } of findings) {
      expect(lineFindingCodes).toContain(code);
      const known = Object.values(params).flatMap((value) => String(value).match(/\d+(\.\d+)?/g) ?? []);
      const numbers =
        `${what} ${advice}`.match(/(?<![\w.])\d+(\.\d+)?(?= (%|ms|of|bytes|answers|times|repeated|frames|more))/g) ?? [];
      expect(
        numbers.filter((number) => !known.includes(number)),
        what,
      ).toEqual([]);
    }
  });
});

describe('the load of a line', () => {
  it('is what its reads take of its time', () => {
    const meter = device(1);
    // 8 characters there and 7 back at 10 bits and 9600 baud, 20 ms turnaround, 4 ms pause: 40 ms a second
    const tags = [tag(meter.id, 0, { periodMs: 1000 })];
    expect(busLoadPct(serial, [{ device: meter, tags }])).toBeCloseTo(4, 0);
    expect(busLoadPct(serial, [{ device: meter, tags: tags.map((each) => ({ ...each, periodMs: 30 })) }])).toBeGreaterThan(100);
    expect(busLoadPct(serial, [])).toBe(0);
  });

  it('is greater on a slow line and with a slow device', () => {
    const meter = device(1);
    const tags = [tag(meter.id, 0, { periodMs: 1000 })];
    const usual = busLoadPct(serial, [{ device: meter, tags }]);
    expect(busLoadPct({ ...serial, baudRate: 2400 } as never, [{ device: meter, tags }])).toBeGreaterThan(2 * usual);
    expect(busLoadPct(serial, [{ device: meter, tags, turnaroundMs: 220 }])).toBeCloseTo(usual + 20, 1);
  });
});

const reportOf = async (handler: Handler): Promise<LineReport> => {
  const server = await new OracleServer('rtu', handler).start();
  const gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1) });
  const meter = device(1);
  gateway.configure({
    connections: [connection({ kind: 'rtuTcp', host: '127.0.0.1', port: server.port, timeoutMs: 200, quietMs: 5 })],
    devices: [meter],
    tags: [tag(meter.id, 0, { periodMs: 100 })],
  });
  gateway.start();
  cleanUps.push(
    () => server.stop(),
    () => gateway.stop(),
  );
  const tools = new ModbusTools(gateway, systemClock, seeded(1));
  await vi.waitFor(() => expect(tools.lineReport('line')?.requests).toBeGreaterThan(5), 60_000);
  return tools.lineReport('line') as LineReport;
};

describe('a line’s report', () => {
  it('counts answers and how soon they begin', async () => {
    const report = await reportOf(({ send, answer }) => send(answer, 30));
    expect(report.answeredPct).toBe(100);
    expect(report.echo).toBe(false);
    expect(report.devices[0]?.turnaroundMsP50).toBeGreaterThanOrEqual(29);
    expect(report.turnaroundMs.find(({ upToMs }) => upToMs === 20)?.count).toBe(0);
    expect(report.turnaroundMs.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(5);
  });

  it('notices an adapter that echoes', async () => {
    const report = await reportOf(({ send, body, answer }) => send(Buffer.concat([rtuFrame(body), answer])));
    expect(report.echo).toBe(true);
    expect(report.findings.map(({ next }) => next).join()).toMatch(/"strip"/);
  });

  it('is not there for a line that nobody reads', () => {
    const tools = new ModbusTools(new ModbusGateway({ clock: systemClock, log: quietLog }), systemClock, seeded(1));
    expect(tools.lineReport('nowhere')).toBeUndefined();
  });
});

describe('a stress test', () => {
  const spec = { connectionId: 'line', slaveId: 1, space: 'holding', address: 0, count: 1, reads: 500 } as const;
  const stress = async (
    read: (i: number) => Promise<{ answerMs: number }>,
    abort = new AbortController(),
  ): Promise<StressResult> => {
    let asked = 0;
    let known: StressResult | undefined;
    const run = { signal: abort.signal, onProgress: (_: unknown, now: StressResult) => (known = now) };
    const next = (): Promise<{ answerMs: number }> => {
      asked += 1;
      return read(asked);
    };
    await stressLine(spec, next, run, new ManualClock(0)).catch((error: unknown) => {
      if (!abort.signal.aborted) throw error;
    });
    return known as StressResult;
  };
  const failing = (code: 'timeout' | 'crc', every: number) => async (i: number) => {
    if (i % every === 0) throw new Failure(code, code);
    return { answerMs: i % 50 };
  };

  it('passes a line that answers', async () => {
    const result = await stress(async () => ({ answerMs: 12 }));
    expect(result).toMatchObject({ sent: 500, ok: 500, verdict: 'good', answerMsP50: 12, answerMsMax: 12 });
  });

  it('fails one that does not, and says what most of it was', async () => {
    expect(await stress(failing('crc', 10))).toMatchObject({
      crcErrors: 50,
      verdict: 'bad',
      words: expect.stringMatching(/10 %.*damaged/),
    });
    expect(await stress(failing('timeout', 100))).toMatchObject({
      timeouts: 5,
      verdict: 'watch',
      words: expect.stringMatching(/raise the timeout/),
    });
    expect(await stress(failing('timeout', 1))).toMatchObject({ ok: 0, verdict: 'bad' });
  });

  it('ends when it is asked to, with what it counted', async () => {
    const abort = new AbortController();
    const result = await stress(async (i) => {
      if (i === 100) abort.abort();
      return { answerMs: 1 };
    }, abort);
    expect(result.sent).toBe(100);
  });

  it('runs beside polling on a real line', async () => {
    const server = await new OracleServer('mbap', answerIt).start();
    const gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1) });
    gateway.configure({
      connections: [connection({ kind: 'tcp', host: '127.0.0.1', port: server.port })],
      devices: [device(1)],
      tags: [tag('line-1', 0)],
    });
    gateway.start();
    cleanUps.push(
      () => server.stop(),
      () => gateway.stop(),
    );
    const tools = new ModbusTools(gateway, systemClock, seeded(1));
    await vi.waitFor(() => expect(tools.isUp('line')).toBe(true), 60_000);
    let known: StressResult | undefined;
    await tools.stress(spec, { signal: new AbortController().signal, onProgress: (_, now) => (known = now) });
    expect(known).toMatchObject({ sent: 500, ok: 500, verdict: 'good' });
    expect(gateway.tag('line-1/0')?.quality).toBe('GOOD');
  });
});
