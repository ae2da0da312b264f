import type { DeviceTemplate } from '../contract/model/deviceTemplates.ts';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import { HOUR_MS } from '../core/time.ts';
import type { ConnectionService } from '../features/commissioning/index.ts';
import { checkpointOf, readCheckpoint, writeCheckpoint } from './checkpoint.ts';
import { LivePlants } from './live.ts';
import { type DemoState, resumedPlants } from './plant.ts';
import { idIn, lineAt } from './setup.ts';

export type DemoParts = {
  connections: Pick<ConnectionService, 'list' | 'change'>;
  templates: readonly DeviceTemplate[];
  dataFolder: string;
  clock: Clock;
  log: Log;
};

const checkpointEveryMs = HOUR_MS;

/** The present of the demo plants: they go on from where they were left, on simulated Modbus devices. */
export class Demo {
  readonly #parts: DemoParts;
  #live: LivePlants | undefined;
  #state: DemoState | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: DemoParts) {
    this.#parts = parts;
  }

  /** Puts the plants on the wire. To be awaited after the field's configuration is loaded and before the field starts. */
  async start(): Promise<void> {
    if (this.#live) return;
    const { dataFolder, templates, clock, log } = this.#parts;
    const checkpoint = readCheckpoint(dataFolder);
    if (!checkpoint) throw new Failure('unavailable', `${dataFolder} holds no demo`);
    const plants = resumedPlants(checkpoint);
    this.#state = { seed: checkpoint.seed, today: checkpoint.today, plants };
    this.#live = new LivePlants({ plants, templates, clock, log });
    await this.#live.open(({ industryId, connection }) => this.#connection(industryId, connection)?.port);
    await this.#followPorts(this.#state, this.#live);
    this.#live.start();
    this.#timer = setInterval(() => this.#saveAside(), checkpointEveryMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const live = this.#live;
    this.#live = undefined;
    if (!live) return;
    await live.stop();
    await this.#save();
  }

  /** Ports that were taken meanwhile have changed. */
  async #followPorts({ plants }: DemoState, live: LivePlants): Promise<void> {
    for (const { industry } of plants) {
      for (const { key } of industry.connections) {
        const known = this.#connection(industry.id, key);
        const port = live.port({ industryId: industry.id, connection: key });
        if (!known || known.port === port) continue;
        const { name, enabled, id, version } = known;
        await this.#parts.connections.change(industry.id, id, { name, enabled, settings: lineAt(port) }, version);
      }
    }
  }

  /** A technician may have deleted it, or pointed it elsewhere. */
  #connection(industryId: string, key: string) {
    const known = this.#parts.connections.list(industryId).find(({ id }) => id === idIn(industryId, key));
    if (known?.settings.kind !== 'tcp' || known.settings.host !== '127.0.0.1') return undefined;
    return { ...known, port: known.settings.port };
  }

  async #save(): Promise<void> {
    if (this.#state) await writeCheckpoint(this.#parts.dataFolder, checkpointOf(this.#state));
  }

  #saveAside(): void {
    this.#save().catch((error: unknown) => this.#parts.log.warn({ err: error }, 'the demo plants could not be written down'));
  }
}
