import { setTimeout as delay } from 'node:timers/promises';
import type { DeviceTemplate } from '../contract/templates.ts';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import { SLOT_MS } from '../core/slots.ts';
import type { AuthService } from '../features/auth/service.ts';
import type { ConnectionService } from '../features/commissioning/connectionService.ts';
import type { HistoryWriter } from '../features/readings/historyWriter.ts';
import type { UnitDirectory } from '../features/units/model.ts';
import { addAccounts } from './accounts.ts';
import { type Checkpoint, readCheckpoint, writeCheckpoint } from './checkpoint.ts';
import { type SeriesLookup, writeHistory } from './history.ts';
import { LivePlants } from './live.ts';
import { newPlants, type Plant, resumedPlants } from './plant.ts';
import { localMoment, localTime } from './process/localTime.ts';
import { addIndustry, type CommissioningServices, commission, idIn, lineAt } from './setup.ts';

export type DemoParts = CommissioningServices & {
  connections: Pick<ConnectionService, 'create' | 'list' | 'change'>;
  auth: Pick<AuthService, 'addUser'>;
  directory: UnitDirectory;
  templates: readonly DeviceTemplate[];
  /** A writer that knows the units as they are when it is asked for. */
  history: () => Pick<HistoryWriter, 'acceptSlot' | 'finish'>;
  dataFolder: string;
  clock: Clock;
  log: Log;
  /** Days of history; 90 where absent. */
  days?: number;
  seed?: number;
};

const historyDays = 90;
const usualSeed = 20_260;
const checkpointEveryMs = 3_600_000;
/** Close to a slot's end the start waits for the next one, so that no slot falls between history and the first poll. */
const tooLateMs = 3000;
const shiftHour = 6;

/** The demo of DESIGN 8: two plants with their past in the database and their present on simulated Modbus devices. */
export class Demo {
  readonly #parts: DemoParts;
  #live: LivePlants | undefined;
  #kept: { seed: number; today: number; plants: readonly Plant[] } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: DemoParts) {
    this.#parts = parts;
  }

  /**
   * Makes the plants, or takes them up where they were left, and puts them on the wire. To be awaited after the directory and
   * the field's configuration are loaded, before readings are taken in.
   * @throws Failure `unavailable` for a data folder that holds another plant.
   */
  async start(): Promise<void> {
    const { dataFolder, directory } = this.#parts;
    const before = readCheckpoint(dataFolder);
    if (!before && directory.industries().length > 0)
      throw new Failure('unavailable', `${dataFolder} holds a plant that is no demo; give --demo a folder of its own`);
    if (before) await this.#resume(before);
    else await this.#begin();
    this.#timer ??= setInterval(() => this.#saveAside(), checkpointEveryMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    const live = this.#live;
    this.#live = undefined;
    if (!live) return;
    await live.stop();
    await this.#save();
  }

  async #begin(): Promise<void> {
    const { clock, log, days = historyDays, seed = usualSeed } = this.#parts;
    const startedMs = clock.monotonicMs();
    const today = localTime(clock.now() - shiftHour * 3_600_000).day;
    const firstDay = today - days;
    const plants = newPlants({ seed, today, fromMs: localMoment(firstDay, shiftHour) });
    const live = await this.#open(plants);
    for (const { industry } of plants) {
      const ports = new Map(
        industry.connections.map(({ key }) => [key, live.port({ industryId: industry.id, connection: key })]),
      );
      await commission(this.#parts, industry, { firstDay, ports });
    }
    await addIndustry(this.#parts, 'INTERNAL', 'Headworks service', firstDay);
    await addAccounts(this.#parts.auth);
    const configuredMs = clock.monotonicMs();
    await this.#writePast(plants);
    this.#kept = { seed, today, plants };
    await this.#save();
    live.start();
    const ms = { configured: Math.round(configuredMs - startedMs), history: Math.round(clock.monotonicMs() - configuredMs) };
    log.info({ days, ms }, 'demo plants are ready');
  }

  async #writePast(plants: readonly Plant[]): Promise<void> {
    const { clock, directory } = this.#parts;
    const writer = this.#parts.history();
    const seriesOf: SeriesLookup = (industryId, { unit, param }) => {
      const series = directory.unit(industryId, idIn(industryId, unit))?.series.find((one) => one.param === param);
      if (!series) throw new Failure('server', `the demo unit ${unit} has no parameter ${param}`);
      return series.id;
    };
    for (;;) {
      const left = SLOT_MS - (clock.now() % SLOT_MS);
      if (left < tooLateMs) await delay(left);
      const reachedMs = plants[0]?.model.truth.timeMs ?? clock.now();
      if (reachedMs + SLOT_MS > clock.now()) break;
      await writeHistory(plants, clock.now(), writer, seriesOf);
    }
    writer.finish();
  }

  async #resume(checkpoint: Checkpoint): Promise<void> {
    const { seed, today } = checkpoint;
    const plants = resumedPlants(checkpoint);
    this.#kept = { seed, today, plants };
    const live = await this.#open(plants);
    await this.#followPorts(plants, live);
    live.start();
    this.#parts.log.info({}, 'demo plants go on where they were left');
  }

  async #open(plants: readonly Plant[]): Promise<LivePlants> {
    const { templates, clock, log, connections } = this.#parts;
    this.#live = new LivePlants({ plants, templates, clock, log });
    await this.#live.open(({ industryId, connection }) => {
      const known = connections.list(industryId).find(({ id }) => id === idIn(industryId, connection));
      return known?.settings.kind === 'tcp' ? known.settings.port : undefined;
    });
    return this.#live;
  }

  /** Ports that were taken meanwhile have changed. */
  async #followPorts(plants: readonly Plant[], live: LivePlants): Promise<void> {
    const { connections } = this.#parts;
    for (const { industry } of plants) {
      for (const { key } of industry.connections) {
        const known = connections.list(industry.id).find(({ id }) => id === idIn(industry.id, key));
        const port = live.port({ industryId: industry.id, connection: key });
        if (known?.settings.kind !== 'tcp' || known.settings.port === port) continue;
        const { name, enabled, id, version } = known;
        await connections.change(industry.id, id, { name, enabled, settings: lineAt(port) }, version);
      }
    }
  }

  async #save(): Promise<void> {
    if (!this.#kept) return;
    const { seed, today, plants } = this.#kept;
    const states = Object.fromEntries(plants.map((plant) => [plant.industry.id, plant.checkpoint()]));
    await writeCheckpoint(this.#parts.dataFolder, { version: 1, seed, today, plants: states });
  }

  #saveAside(): void {
    this.#save().catch((error: unknown) => this.#parts.log.warn({ err: error }, 'the demo plant could not be written down'));
  }
}
