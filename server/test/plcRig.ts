import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeSpec } from '../contract/model/field.ts';
import { type WritePointSpec, writePointSpec } from '../contract/model/writePoint.ts';
import { type Permission, permissions } from '../contract/permissions.ts';
import type { Frame } from '../contract/user/plc.ts';
import { Bus } from '../core/bus.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { rawConnectionOf } from '../db/writer.ts';
import type { AuditEntry } from '../features/audit/model.ts';
import { createPlc, createWritePoints, type Plc } from '../features/plc/create.ts';
import type { DeviceLookup } from '../features/plc/model.ts';
import { ModbusCommands } from '../field/commands.ts';
import { ModbusGateway } from '../field/gateway.ts';
import type { SimulatedDevice } from '../field/simulator/device.ts';
import { Simulator } from '../field/simulator/simulator.ts';
import { ConfigurationChanges } from '../plantModel/index.ts';
import { Storage } from '../storage.ts';
import { silent } from './httpRig.ts';

const tag = (name: string, decode: object, initial: number) => ({
  name,
  kind: 'gauge' as const,
  decode: decodeSpec.parse({ space: 'holding', type: 'uint16', ...decode }),
  initial,
});

export const asha = {
  userId: 'asha',
  username: 'asha',
  industryId: 'DEMO',
  requestId: 'r',
  ip: '127.0.0.1',
  isTechnician: true,
  sessionId: 's1',
};

const everything: ReadonlySet<Permission> = new Set(permissions);

export const pointSpec = (more: object = {}): WritePointSpec =>
  writePointSpec.parse({
    deviceId: 'plc',
    name: 'Pump speed',
    asset: 'PUMP',
    kind: 'setpoint',
    fn: 6,
    address: 10,
    type: 'uint16',
    scale: 0.1,
    min: 0,
    max: 50,
    minIntervalMs: 0,
    ...more,
  });

export const valveSpec = (more: object = {}): WritePointSpec =>
  writePointSpec.parse({
    deviceId: 'plc',
    name: 'Inlet valve',
    asset: 'V1',
    kind: 'valve',
    fn: 5,
    address: 0,
    type: 'bool',
    min: 0,
    max: 1,
    minIntervalMs: 0,
    permission: 'RELAY_CONTROL',
    valve: { openFeedback: { space: 'discrete', address: 0 }, closedFeedback: { space: 'discrete', address: 1 }, travelMs: 1500 },
    ...more,
  });

export const frame = (more: Partial<Frame> = {}): Frame => ({
  frameId: 'PUMP.SPEED',
  slaveId: 5,
  fn: 6,
  address: 10,
  values: [215],
  ...more,
});

export type PlcRigOptions = { timeoutMs?: number; poll?: boolean };

/** A simulated PLC on a real socket, the gateway on it, and commands on a real database. */
export class PlcRig {
  readonly folder = mkdtempSync(join(tmpdir(), 'headworks-plc-'));
  readonly audit: AuditEntry[] = [];
  readonly faults: string[] = [];
  /** What a session may do now where that is not all; null: it has ended. */
  readonly permissions = new Map<string, ReadonlySet<Permission> | null>();
  /** Devices that are twins. */
  readonly simulated = new Set<string>();
  /** Write points that an escalation sounds. */
  readonly horns = new Set<string>();
  /** Changes of the configuration, such as the settings that name the horns. */
  readonly changes = new ConfigurationChanges({ refresh: async () => undefined }, new Bus(silent));
  /** The device that the tag of interlocks is said to be of. */
  levelDeviceId = 'plc';
  /** How far the time of day was set off the true one. */
  wallOffsetMs = 0;
  /** Time that passes at once, without being waited for. */
  passedMs = 0;
  readonly #clock: Clock = {
    now: () => systemClock.now() + this.wallOffsetMs + this.passedMs,
    monotonicMs: () => systemClock.monotonicMs() + this.passedMs,
  };
  readonly simulator = new Simulator();
  readonly device: SimulatedDevice;
  storage: Storage;
  gateway: ModbusGateway;
  plc: Plc;
  readonly #options: PlcRigOptions;
  readonly #port: () => number;

  private constructor(options: PlcRigOptions) {
    this.#options = options;
    const served = this.simulator.addDevice({
      slaveId: 5,
      holes: 'zero',
      tags: [
        tag('Speed', { address: 10, scale: 0.1 }, 20),
        tag('Actual speed', { space: 'input', address: 20, scale: 0.1 }, 20),
        tag('Tank level', { space: 'input', address: 30 }, 50),
        tag('Valve', { space: 'coil', address: 0, type: 'bool' }, 0),
        tag('Is open', { space: 'discrete', address: 0, type: 'bool' }, 0),
        tag('Is closed', { space: 'discrete', address: 1, type: 'bool' }, 1),
      ],
    });
    this.device = served.device;
    this.#port = () => served.line.port;
    this.storage = this.#open();
    [this.gateway, this.plc] = [new ModbusGateway({ clock: systemClock, log: silent }), undefined as unknown as Plc];
  }

  static async start(options: PlcRigOptions = {}): Promise<PlcRig> {
    const rig = new PlcRig(options);
    await rig.simulator.start();
    rawConnectionOf(rig.storage.writer).exec("insert into industry (id, name, joined_at) values ('DEMO', 'Demo', 0)");
    await rig.run();
    rig.plc.readOnly.turn(false);
    return rig;
  }

  /** Starts gateway and commands on the database as it is. */
  async run(): Promise<void> {
    this.gateway = new ModbusGateway({ clock: this.#clock, log: silent });
    const device = { id: 'plc', name: 'PLC', slaveId: 5, enabled: true };
    const level = decodeSpec.parse({ space: 'input', address: 30, type: 'uint16' });
    const commands = new ModbusCommands(this.gateway);
    const devices: DeviceLookup = {
      device: (industryId, id) => (industryId === 'DEMO' && id === 'plc' ? device : undefined),
      tag: (industryId, id) =>
        industryId === 'DEMO' && id === 'level' ? { id, name: 'Level', periodMs: 200, unitId: 'tank', measure: '%' } : undefined,
      tagsOn: (deviceId) => (deviceId === 'plc' ? [{ unitId: 'pump' }] : []),
    };
    const bus = new Bus(silent);
    bus.on('test', 'equipmentFault', ({ text }) => void this.faults.push(text ?? 'right'));
    this.plc = createPlc({
      writer: this.storage.writer,
      points: createWritePoints(this.storage.writer, devices, commands),
      commands,
      devices,
      tags: {
        tag: (id) => {
          const state = this.gateway.tag(id);
          return state && { ...state, deviceId: this.levelDeviceId };
        },
      },
      horns: async () => this.horns,
      inTurn: (act) => this.changes.alone(act),
      isSimulated: (deviceId) => this.simulated.has(deviceId),
      permissionsNow: (sessionId) => this.permissions.get(sessionId) ?? (this.permissions.has(sessionId) ? null : everything),
      audit: {
        record: async (entry) => void this.audit.push(entry),
        append: (_, entry) => void this.audit.push(entry),
        gather: () => undefined,
      },
      bus,
      clock: this.#clock,
      log: silent,
    });
    this.gateway.configure({
      connections: [
        {
          id: 'line',
          name: 'line',
          settings: {
            kind: 'tcp',
            host: '127.0.0.1',
            port: this.#port(),
            connectTimeoutMs: 1000,
            timeoutMs: this.#options.timeoutMs ?? 500,
            pauseBetweenRequestsMs: 0,
            pauseAfterConnectMs: 0,
          },
        },
      ],
      devices: [
        {
          id: 'plc',
          connectionId: 'line',
          name: 'PLC',
          slaveId: 5,
          limits: { maxRegisters: 125, maxBits: 2000, forbidden: [], atomic: [] },
        },
      ],
      tags: [{ id: 'level', deviceId: 'plc', name: 'Level', kind: 'gauge', decode: level, periodMs: 200 }],
    });
    this.plc.start();
    const up = new Promise<void>((done) => this.gateway.onLineUp(() => done()));
    this.gateway.start();
    await up;
    while (this.gateway.tag('level')?.quality !== 'GOOD') await new Promise((done) => setTimeout(done, 20));
  }

  async halt(): Promise<void> {
    await this.gateway.stop();
    await this.plc.stop();
  }

  async write(frames: Frame[], more: object = {}) {
    const { rows } = await this.plc.service.write(asha, { deviceId: 'plc', frames, verify: true, deadlineMs: 5000, ...more });
    return rows.map(({ outcome, error, value, oldValue, rawBack }) => ({ outcome, error, value, oldValue, rawBack }));
  }

  /** Lets the simulated valve follow its coil, as its drive would. */
  followValve(travelMs = 100): () => void {
    const timer = setInterval(() => {
      const isOpen = this.device.get('Valve') === 1;
      setTimeout(() => {
        this.device.set('Is open', isOpen ? 1 : 0);
        this.device.set('Is closed', isOpen ? 0 : 1);
      }, travelMs);
    }, 30);
    return () => clearInterval(timer);
  }

  async close(): Promise<void> {
    await this.halt();
    await this.simulator.stop();
    this.storage.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #open(): Storage {
    return new Storage(this.folder, systemClock, silent);
  }
}
