import { afterEach, beforeEach, expect, vi } from 'vitest';
import { decodeSpec } from '../contract/model/field.ts';
import { systemClock } from '../core/clock.ts';
import { createTools } from '../features/commissioning/tools/create.ts';
import { ModbusGateway } from '../field/gateway.ts';
import type { SimulatedDevice } from '../field/simulator/device.ts';
import type { SimulatedLine } from '../field/simulator/line.ts';
import { Simulator } from '../field/simulator/simulator.ts';
import { ModbusTools } from '../field/tools.ts';
import { addIndustry, type Plant, someConnection, someDevice, someTag, startPlant } from './configuredPlant.ts';
import { type Rig, sessionsOf, silent, someCaller, startRig } from './httpRig.ts';

const COMMISSIONING = new Set(['COMMISSIONING'] as const);

const sessions = sessionsOf({
  tech: { caller: someCaller({ permissions: COMMISSIONING }), panel: false },
  north: { caller: someCaller({ industryId: 'NORTH', permissions: COMMISSIONING }), panel: false },
  viewer: { caller: someCaller({ permissions: new Set(['ALERTS']) }), panel: false },
});
const decode = (fields: object) =>
  decodeSpec.parse({ space: 'holding', address: 0, type: 'float32', wordOrder: 'CDAB', ...fields });
let plant: Plant;
let rig: Rig;
let simulator: Simulator;
export let meter: SimulatedDevice;
export let line: SimulatedLine;
export let gateway: ModbusGateway;
export let tools: ReturnType<typeof createTools>;
// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
export type Body = any;

const as =
  (token: string) =>
  async (method: string, path: string, body?: object): Promise<{ status: number; body: Body; text: string }> => {
    const headers = { authorization: `Bearer ${token}` };
    const { status, body: answer, text } = await rig.ask(`/api/plant${path}`, { method, headers, ...(body && { body }) });
    return { status, body: answer, text };
  };
export const [tech, north, viewer] = [as('tech'), as('north'), as('viewer')];

export const ended = async (path: string): Promise<Body> => {
  await vi.waitFor(async () => expect((await tech('GET', path)).body.state).not.toBe('running'), 60_000);
  return (await tech('GET', path)).body;
};
export const consent = { pause: true, connection: 'Gateway' };
export const at = 'connectionId=line&slaveId=7&space=holding';

export const serveTools = (): void => {
  beforeEach(async () => {
    plant = await startPlant();
    await addIndustry(plant);
    await addIndustry(plant, 'NORTH');
    simulator = new Simulator();
    ({ device: meter, line } = simulator.addDevice({
      slaveId: 7,
      tags: [
        { name: 'flow', kind: 'gauge', decode: decode({}), initial: 42.5 },
        { name: 'total', kind: 'counter', decode: decode({ address: 8, type: 'uint32', scale: 0.1 }), initial: 120_345.6 },
        { name: 'valve', kind: 'state', decode: decode({ address: 20, type: 'uint16', wordOrder: 'ABCD' }), initial: 1 },
      ],
    }));
    await simulator.start();
    const settings = { kind: 'tcp', host: '127.0.0.1', port: line.port, timeoutMs: 500 };
    await plant.connections.create('DEMO', someConnection({ name: 'Gateway', settings }), 'line');
    await plant.devices.create(
      'DEMO',
      someDevice('line', { slaveId: 7, limits: { forbidden: [{ space: 'holding', from: 30, to: 39 }] } }),
      {
        id: 'meter',
      },
    );
    await plant.tags.create('DEMO', someTag('meter', { unitId: null, param: null, decode: decode({}), periodMs: 100 }), 'flow');
    gateway = new ModbusGateway({ clock: systemClock, log: silent });
    gateway.configure(plant.field() ?? { connections: [], devices: [], tags: [] });
    gateway.start();
    tools = createTools({ ...plant, tools: new ModbusTools(gateway, systemClock), clock: systemClock });
    rig = await startRig(tools.routes, { sessions });
    await vi.waitFor(() => expect(gateway.tag('flow')?.quality).toBe('GOOD'), 60_000);
  });
  afterEach(async () => {
    await rig.stop();
    await tools.stop();
    await gateway.stop();
    await simulator.stop();
    plant.close();
    plant.remove();
  });
};
