import { randomUUID } from 'node:crypto';
import type { ConnectionSettings } from '../../contract/model/field.ts';
import type { ConnectionSpec, LineLoad } from '../../contract/plant/commissioning/fieldConfiguration.ts';
import { conflict, refuse, refuseStale, requireFound } from '../../core/refusal.ts';
import { plainHost } from '../../core/text/addressNetwork.ts';
import type { ConfigurationChanges } from '../../plantModel/index.ts';
import { hostFaults, slaveIdFault } from './deviceRules.ts';
import { type LoadRule, lineLoad, overload, presentLine } from './lineLoad.ts';
import type { Connection } from './model.ts';
import type { FieldRegistry } from './registry.ts';
import type { FieldStore } from './store.ts';

export type ConnectionServiceParts = {
  store: FieldStore;
  registry: FieldRegistry;
  changes: ConfigurationChanges;
  loadRule: LoadRule;
};

/** What a connection occupies: a serial port, or a port of a host, however that is written. */
export const lineOf = (settings: ConnectionSettings): string => {
  if (settings.kind === 'serial') return settings.path;
  return `${plainHost(settings.host)}:${settings.port}`;
};

/** Adds, changes and removes lines and hosts. */
export class ConnectionService {
  readonly #store: FieldStore;
  readonly #registry: FieldRegistry;
  readonly #changes: ConfigurationChanges;
  readonly #loadRule: LoadRule;

  constructor({ store, registry, changes, loadRule }: ConnectionServiceParts) {
    this.#store = store;
    this.#registry = registry;
    this.#changes = changes;
    this.#loadRule = loadRule;
  }

  list(industryId: string): Connection[] {
    return this.#registry.connectionsOf(industryId);
  }

  /** @throws Failure `notFound`. */
  read(industryId: string, id: string): Connection {
    return requireFound(this.#registry.connection(industryId, id), 'connection');
  }

  /** What reading takes of a line's time; null where it is not known. @throws Failure `notFound`. */
  load(industryId: string, id: string): LineLoad | null {
    return lineLoad(presentLine(this.#registry, this.read(industryId, id)), this.#loadRule);
  }

  /** @throws Failure `badRequest` for a host that leads elsewhere than it reads like, `conflict` when the line is taken. */
  create(industryId: string, spec: ConnectionSpec, id: string = randomUUID()): Promise<Connection> {
    return this.#changes.run(industryId, async () => {
      refuse(hostFaults(spec.settings));
      this.#refuseTakenLine(industryId, spec, id);
      const connection = { ...spec, id, industryId, version: 1 };
      await this.#store.createConnection(connection);
      this.#registry.connections.set(id, connection);
      return connection;
    });
  }

  /** @throws Failure `notFound`, `badRequest` when a device's unit id does not fit the new kind of line or its reads do not fit its speed, or `conflict`. */
  change(industryId: string, id: string, spec: ConnectionSpec, version?: number): Promise<Connection> {
    return this.#changes.run(industryId, async () => {
      const before = this.read(industryId, id);
      refuseStale(before.version, version);
      refuse(hostFaults(spec.settings, before.settings));
      this.#refuseTakenLine(industryId, spec, id);
      refuse(
        this.#registry.devicesOn(id).flatMap(({ name, slaveId }) => {
          const fault = slaveIdFault(spec.settings.kind, slaveId);
          return fault ? [{ path: 'settings.kind', message: `settings.kind does not fit device ${name}: ${fault}` }] : [];
        }),
      );
      const connection = { ...before, ...spec, version: before.version + 1 };
      const line = presentLine(this.#registry, before);
      const message = overload(line, { ...line, connection }, this.#loadRule);
      if (message) refuse([{ path: 'settings.baudRate', message }]);
      await this.#store.changeConnection(connection);
      this.#registry.connections.set(id, connection);
      return connection;
    });
  }

  /** @throws Failure `notFound`, or `conflict` for a stale version and while it has devices. */
  delete(industryId: string, id: string, version?: number): Promise<void> {
    return this.#changes.run(industryId, async () => {
      const connection = this.read(industryId, id);
      refuseStale(connection.version, version);
      const devices = this.#registry.devicesOn(id).length;
      if (devices > 0) throw conflict('id', `${connection.name} has ${devices} ${devices === 1 ? 'device' : 'devices'}`);
      await this.#store.delete('connection', connection);
      this.#registry.connections.delete(id);
    });
  }

  /** A line answers one master, so two connections to it would disturb each other, whoever owns them. */
  #refuseTakenLine(industryId: string, { settings }: ConnectionSpec, id: string): void {
    const line = lineOf(settings);
    const other = [...this.#registry.connections.values()].find((one) => one.id !== id && lineOf(one.settings) === line);
    if (!other) return;
    const whose = other.industryId === industryId ? `connection ${other.name}` : 'another connection';
    throw conflict(settings.kind === 'serial' ? 'settings.path' : 'settings.host', `${line} is in use by ${whose}`);
  }
}
