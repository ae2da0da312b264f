import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectionSettings } from '../../contract/model/field.ts';
import { systemClock } from '../../core/clock.ts';
import { ModbusGateway } from '../gateway.ts';
import { quietLog, seeded } from '../testing/make.ts';
import { answerIt, exceptionBody, OracleServer } from '../testing/oracleServer.ts';
import { ModbusTools } from '../tools.ts';

describe('the test of an endpoint', () => {
  const tools = new ModbusTools(new ModbusGateway({ clock: systemClock, log: quietLog }), systemClock, seeded(1));
  const at = (port: number) =>
    connectionSettings.parse({ kind: 'tcp', host: '127.0.0.1', port, timeoutMs: 200, connectTimeoutMs: 500 });

  it('says that Modbus is spoken, also by a refusal', async () => {
    const server = await new OracleServer('mbap', answerIt).start();
    onTestFinished(() => server.stop());
    expect(await tools.testEndpoint(at(server.port), 1)).toMatchObject({ reached: true, answersModbus: true });
    server.handler = ({ send, frame, unit }) => send(frame(exceptionBody(unit, 3, 2)));
    const { words, answersModbus } = await tools.testEndpoint(at(server.port), 1);
    expect([answersModbus, words]).toEqual([true, expect.stringMatching(/exception 2, which is an answer/)]);
  });

  it('tells refused, silent and foreign apart', async () => {
    const server = await new OracleServer('mbap', () => undefined).start();
    onTestFinished(() => server.stop());
    expect((await tools.testEndpoint(at(server.port), 1)).words).toMatch(/port is open, but unit 1 did not answer/);
    const web = createServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    );
    await new Promise<void>((listening) => web.listen(0, '127.0.0.1', listening));
    const { port } = web.address() as { port: number };
    const foreign = await tools.testEndpoint(at(port), 1);
    expect(foreign).toMatchObject({ reached: true, answersModbus: false });
    await new Promise((closed) => web.close(closed));
    expect(await tools.testEndpoint(at(port), 1)).toMatchObject({
      reached: false,
      words: expect.stringMatching(/refuses the connection/),
    });
  });
});
