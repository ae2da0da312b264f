import { onTestFinished } from 'vitest';
import type { DeviceTemplate } from '../contract/model/deviceTemplates.ts';
import type { ScanResult, ScanSpec } from '../contract/plant/tools/scan.ts';
import { systemClock } from '../core/clock.ts';
import { ModbusGateway } from '../field/gateway.ts';
import { connection, device, quietLog, seeded, tag } from '../field/testing/make.ts';
import { answerIt, type Handler, OracleServer } from '../field/testing/oracleServer.ts';
import { ModbusTools } from '../field/tools.ts';

export const spec = (fields: Partial<ScanSpec> = {}): ScanSpec => ({
  from: 1,
  to: 20,
  space: 'holding',
  everySetting: false,
  identify: false,
  timeoutMs: 30,
  ...fields,
});

export const start = async (framing: 'mbap' | 'rtu', handler: Handler, polledUnit?: number) => {
  const server = await new OracleServer(framing, handler).start();
  const gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1) });
  const kind = framing === 'mbap' ? 'tcp' : 'rtuTcp';
  const line = connection({ kind, host: '127.0.0.1', port: server.port, timeoutMs: 100 });
  if (polledUnit !== undefined) {
    const polled = device(polledUnit);
    gateway.configure({ connections: [line], devices: [polled], tags: [tag(polled.id, 3, { periodMs: 100 })] });
    gateway.start();
  }
  onTestFinished(() => server.stop());
  onTestFinished(() => gateway.stop());
  return { server, gateway, line, tools: new ModbusTools(gateway, systemClock, seeded(2)) };
};
type Rig = Awaited<ReturnType<typeof start>>;

export const scan = async (
  { tools, line }: Rig,
  fields: Partial<ScanSpec> = {},
  {
    signal = new AbortController().signal,
    lends = null as string | null,
    templates = [] as readonly DeviceTemplate[],
    onStep = () => {},
  } = {},
): Promise<ScanResult & { dones: number[] }> => {
  const whole = spec(fields);
  let known: ScanResult = { found: [], warnings: [] };
  const dones: number[] = [];
  const plan = tools.planScan(line.settings, whole);
  await tools.scan(plan, whole, {
    signal,
    lends,
    templates,
    onProgress: ({ done }, now) => {
      known = now;
      dones.push(done);
      onStep();
    },
  });
  return { ...known, dones };
};

/** Answers for some units and is silent for all others. */
export const only =
  (...units: number[]): Handler =>
  (request) => {
    if (units.includes(request.unit)) answerIt(request);
  };
