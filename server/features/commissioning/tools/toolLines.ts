import type { ConnectionSettings, Space } from '../../../contract/model/field.ts';
import { Failure, isFailure } from '../../../core/fail.ts';
import type { FieldTools, MapRange, ToolArea, ToolTarget } from '../../../core/field/fieldTools.ts';
import { conflict, refuse, requireFound } from '../../../core/refusal.ts';
import { lineOf } from '../connectionService.ts';
import { hostFaults, slaveIdFault } from '../deviceRules.ts';
import type { Connection, Device } from '../model.ts';
import type { FieldRegistry } from '../registry.ts';

type Reading = Awaited<ReturnType<FieldTools['read']>>;

const exceptions: Readonly<Record<number, string>> = {
  1: 'it does not know the function',
  2: 'an address is not there',
  3: 'it takes no such number of registers',
  4: 'it has failed',
  6: 'it is busy',
  10: 'the gateway has no way to it',
  11: 'it does not answer the gateway',
};

/** Which lines and devices a technician may work on, and reads of them. */
export class ToolLines {
  readonly #registry: FieldRegistry;
  readonly #tools: FieldTools;

  constructor(registry: FieldRegistry, tools: FieldTools) {
    this.#registry = registry;
    this.#tools = tools;
  }

  /** @throws Failure `notFound` for another industry's. */
  connection(industryId: string, id: string): Connection {
    return requireFound(this.#registry.connection(industryId, id), 'connection');
  }

  /** A connection that is in use, and the configured device at a unit id of it. @throws Failure `notFound`, `badRequest`. */
  target(industryId: string, { connectionId, slaveId }: ToolTarget): { connection: Connection; device: Device | undefined } {
    const connection = this.connection(industryId, connectionId);
    if (!connection.enabled) refuse([{ path: 'connectionId', message: `${connection.name} is switched off` }]);
    const fault = slaveIdFault(connection.settings.kind, slaveId);
    if (fault) refuse([{ path: 'slaveId', message: fault }]);
    return { connection, device: this.#registry.devicesOn(connectionId).find((one) => one.slaveId === slaveId) };
  }

  /** A line that no connection uses. @throws Failure `conflict` when one does, `badRequest` for a host that leads elsewhere. */
  freeLine(industryId: string, settings: ConnectionSettings): string {
    refuse(hostFaults(settings).map(({ message }) => ({ path: 'settings', message: `settings.host ${message}` })));
    const line = lineOf(settings);
    const user = [...this.#registry.connections.values()].find((one) => lineOf(one.settings) === line);
    if (!user) return line;
    const whose = user.industryId === industryId ? `connection ${user.name}: name it by connectionId` : 'another connection';
    throw conflict('settings', `${line} is in use by ${whose}`);
  }

  /** Who uses a serial port, as the industry may know it. */
  userOf(industryId: string, path: string): string | null {
    const user = [...this.#registry.connections.values()].find(
      ({ settings }) => settings.kind === 'serial' && settings.path === path,
    );
    if (!user) return null;
    return user.industryId === industryId ? user.name : 'in use';
  }

  /** Ranges of a space that must not be read on a device. */
  forbidden(device: Device | undefined, space: Space): MapRange[] {
    return device?.limits.forbidden.filter((range) => range.space === space) ?? [];
  }

  /** How many of the registers are before what must not be read, and before the last address; all where the first of them is barred. */
  readableFrom(industryId: string, target: ToolTarget, { space, address, count }: ToolArea): number {
    const { device } = this.target(industryId, target);
    const ends = this.forbidden(device, space).flatMap(({ from }) => (from > address ? [from - address] : []));
    return Math.min(count, 65_536 - address, ...ends);
  }

  /** @throws Failure `badRequest`, `notFound`; `unavailable` with the reason in words when the device does not give it. */
  async read(industryId: string, target: ToolTarget, area: ToolArea): Promise<Reading> {
    const { device } = this.target(industryId, target);
    const { space, address, count } = area;
    const most =
      space === 'coil' || space === 'discrete' ? (device?.limits.maxBits ?? 2000) : (device?.limits.maxRegisters ?? 125);
    if (count > most) refuse([{ path: 'count', message: `must be at most ${most} in one request of this device` }]);
    if (address + count > 65_536) refuse([{ path: 'count', message: 'goes past address 65535' }]);
    const barred = this.forbidden(device, space).find(({ from, to }) => from < address + count && to >= address);
    if (barred)
      refuse([{ path: 'address', message: `touches ${barred.from} to ${barred.to}, which must not be read on this device` }]);
    try {
      return await this.#tools.read(target, area);
    } catch (error) {
      throw inWords(error, target.slaveId);
    }
  }
}

/** What kept a device from answering, for people. */
const inWords = (error: unknown, slaveId: number): unknown => {
  if (!isFailure(error)) return error;
  const say = (message: string): Failure => new Failure('unavailable', message, { cause: error, ...error.details });
  switch (error.code) {
    case 'timeout':
      return say(`unit ${slaveId} did not answer in time`);
    case 'crc':
      return say(`the answer of unit ${slaveId} came damaged`);
    case 'badAnswer':
      return say(`unit ${slaveId} gave an answer that does not fit the request`);
    case 'exception': {
      const { exception = 0 } = error.details;
      return say(
        `unit ${slaveId} refused with exception ${exception}: ${exceptions[exception] ?? 'the standard does not say why'}`,
      );
    }
    case 'busy':
    case 'linkDown':
    case 'cancelled':
      return say(error.message);
    default:
      return error;
  }
};
