import { afterEach, describe, expect, it } from 'vitest';
import { Failure } from '../../core/fail.ts';
import { seeded } from '../testing/make.ts';
import { exceptionBody, type Handler, OracleServer } from '../testing/oracleServer.ts';
import { type FieldOperation, ModbusCodec } from './codec.ts';
import { StrictRtuTcpPort } from './strictRtuTcpPort.ts';
import { StrictTcpPort } from './strictTcpPort.ts';

const options = { timeoutMs: 60_000, acceptAnyUnit: false };
const cleanUps: (() => Promise<void>)[] = [];

const codecOn = async (framing: 'mbap' | 'rtu', handler: Handler): Promise<ModbusCodec> => {
  const server = await new OracleServer(framing, handler).start();
  const Port = framing === 'mbap' ? StrictTcpPort : StrictRtuTcpPort;
  const port = new Port(
    { host: '127.0.0.1', port: server.port, connectTimeoutMs: 60_000, echo: 'off', quietMs: 20 },
    {
      counters: { lateAnswers: 0, bytesDropped: 0, violations: 0 },
      readOnly: () => false,
      random: seeded(1),
      onClosed: () => {},
    },
  );
  await port.open();
  cleanUps.push(async () => {
    await port.close(new Failure('cancelled', 'the test is over'));
    await server.stop();
  });
  return new ModbusCodec(port);
};

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

describe.each(['mbap', 'rtu'] as const)('the codec over %s', (framing) => {
  const execute = async (
    operation: FieldOperation,
    handler: Handler = ({ send, answer }) => send(answer),
  ): Promise<readonly number[]> => (await codecOn(framing, handler)).execute(17, operation, options);

  it('reads registers', async () => {
    expect(await execute({ kind: 'read', space: 'holding', address: 65_530, count: 3 })).toEqual([65_530, 65_531, 65_532]);
    expect(await execute({ kind: 'read', space: 'input', address: 0, count: 125 })).toEqual(
      Array.from({ length: 125 }, (_, i) => i),
    );
  });

  it('reads as many bits as were asked for, not the padding', async () => {
    expect(await execute({ kind: 'read', space: 'coil', address: 1, count: 10 })).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1, 0]);
    expect(await execute({ kind: 'read', space: 'discrete', address: 0, count: 3 })).toEqual([0, 1, 0]);
  });

  it.each<[FieldOperation, string]>([
    [{ kind: 'writeCoil', address: 3, value: true }, '11050003ff00'],
    [{ kind: 'writeCoil', address: 3, value: false }, '110500030000'],
    [{ kind: 'writeRegister', address: 3, value: 513 }, '110600030201'],
    [{ kind: 'writeCoils', address: 3, values: [true, false, true] }, '110f000300030105'],
    [{ kind: 'writeRegisters', address: 3, values: [1, 65_535] }, '1110000300020400 01ffff'.replace(' ', '')],
    [{ kind: 'maskRegister', address: 3, andMask: 242, orMask: 37 }, '1116000300f20025'],
  ])('sends %j and takes the echo for its answer', async (operation, hex) => {
    let sent = '';
    const answer = await execute(operation, (request) => {
      sent = request.body.toString('hex');
      request.send(request.answer);
    });
    expect(sent).toBe(hex);
    expect(answer).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 10, 11])('reports exception %i to a write in the same words', async (code) => {
    const failed = execute({ kind: 'writeRegister', address: 1, value: 2 }, ({ send, frame }) =>
      send(frame(exceptionBody(17, 6, code))),
    );
    await expect(failed).rejects.toMatchObject({
      code: 'exception',
      message: expect.stringMatching(/^Modbus exception \d+: [a-z, ]+$/),
      details: { exception: code },
    });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 10, 11])('reports exception %i by its code', async (code) => {
    const failed = execute({ kind: 'read', space: 'holding', address: 1, count: 2 }, ({ send, frame }) =>
      send(frame(exceptionBody(17, 3, code))),
    );
    await expect(failed).rejects.toMatchObject({
      code: 'exception',
      message: expect.stringMatching(/^Modbus exception \d+: [a-z]/),
      details: { exception: code },
    });
  });

  it('fails a value that does not fit and goes on', async () => {
    const codec = await codecOn(framing, ({ send, answer }) => send(answer));
    await expect(codec.execute(17, { kind: 'writeRegister', address: 1, value: 70_000 }, options)).rejects.toBeInstanceOf(
      Failure,
    );
    expect(await codec.execute(17, { kind: 'read', space: 'holding', address: 8, count: 1 }, options)).toEqual([8]);
  });

  it('gives a read after a timeout its own answer', async () => {
    const codec = await codecOn(framing, ({ send, answer, address }) => {
      if (address !== 1) send(answer);
    });
    await expect(
      codec.execute(17, { kind: 'read', space: 'holding', address: 1, count: 1 }, { ...options, timeoutMs: 50 }),
    ).rejects.toMatchObject({ code: 'timeout' });
    expect(await codec.execute(17, { kind: 'read', space: 'holding', address: 8, count: 1 }, options)).toEqual([8]);
  });

  it('refuses a second request while one is in flight, which still gets its answer', async () => {
    const codec = await codecOn(framing, ({ send, answer }) => send(answer, 20));
    const first = codec.execute(17, { kind: 'read', space: 'holding', address: 1, count: 1 }, options);
    await expect(codec.execute(17, { kind: 'read', space: 'holding', address: 2, count: 1 }, options)).rejects.toMatchObject({
      code: 'busy',
    });
    expect(await first).toEqual([1]);
  });
});
