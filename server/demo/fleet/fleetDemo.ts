import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Pulse } from '../../contract/process/shell.ts';
import type { Clock } from '../../core/clock.ts';
import { RunningParts } from '../../core/runningParts.ts';
import { DAY_MS } from '../../core/time.ts';
import { startEmbeddedPostgres } from '../../hub/database/embeddedPostgres.ts';
import { HubApplication, type HubApplicationParts } from '../../hub/hubApplication.ts';
import { addDemoOwner } from '../../hub/people/demoPeople.ts';
import { type AskOwner, ask } from './asking.ts';
import { type DemoPlant, demoPlants, pairAndSend, preparePlant, startPlant } from './demoPlants.ts';

type FleetDemoParts = Omit<HubApplicationParts, 'config'> & {
  config: HubApplicationParts['config'] & { temporary: boolean };
};

const OWNER = { username: 'admin', name: 'Asha Kulkarni', password: 'demo-admin' };

/**
 * A hub to look at, with nothing installed: PostgreSQL out of an npm package and three demo plants, of which one lost its line
 * four days ago. The hub's database is deleted at the end of the run; in the next one the plants send everything again.
 */
export class FleetDemo {
  readonly #parts: FleetDemoParts;
  readonly #stopping = new AbortController();
  readonly #running: RunningParts;
  #starting: Promise<string> | undefined;
  #stopped: Promise<void> | undefined;
  /** Names of the plants that have not sent everything yet. */
  readonly #coming = new Set(demoPlants.map(({ name }) => name));
  readonly #stops: (() => Promise<void>)[] = [];
  /** How far the clock is set back while the plant without a line sends what it had recorded before it lost its line. */
  #behindMs = 0;

  constructor(parts: FleetDemoParts) {
    this.#parts = parts;
    this.#running = new RunningParts(parts.clock, parts.log);
  }

  /** What `stop()` is waiting for now. */
  get waitingFor(): string | undefined {
    return this.#running.waitingFor;
  }

  /** @returns the URL of the hub, once all plants have sent. @throws Failure or Error with the reason in one line. */
  async start(): Promise<string> {
    this.#starting = this.#start();
    try {
      return await this.#starting;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  addresses(): string[] {
    return [];
  }

  pulse(): Pulse | undefined {
    return undefined;
  }

  async #stop(): Promise<void> {
    this.#stopping.abort(new Error('the demo stops'));
    // what is still starting is stopped as soon as it runs
    await this.#starting?.catch(() => undefined);
    await this.#running.stop();
  }

  async #start(): Promise<string> {
    const { config, log, resources } = this.#parts;
    const { dataFolder } = config;
    const { signal } = this.#stopping;
    if (config.temporary) this.#running.add('temporary data', async () => rmSync(dataFolder, { recursive: true, force: true }));
    log.info({ plants: demoPlants.length }, 'a hub with its demo plants is being made; this takes about half a minute');
    const prepared = demoPlants.map((plant) => preparePlant(plant, { dataFolder, resources, log, signal }));
    // one that fails is awaited below
    for (const one of prepared) one.catch(() => this.#stopping.abort());
    this.#running.add('making of the plants', async () => void (await Promise.allSettled(prepared)));
    const { url, asOwner } = await this.#startHub();
    await Promise.all(prepared);
    for (const plant of demoPlants.filter(({ endedDaysAgo }) => endedDaysAgo !== undefined)) await this.#sendPast(plant, asOwner);
    const online = demoPlants.filter(({ endedDaysAgo }) => endedDaysAgo === undefined);
    for (const plant of online) await this.#join(plant, asOwner);
    log.info({}, `log in at the hub and at its plants as ${OWNER.username} / ${OWNER.password}`);
    return url;
  }

  async #startHub(): Promise<{ url: string; asOwner: AskOwner }> {
    const { config, clock, resources, log } = this.#parts;
    const postgres = await startEmbeddedPostgres(dirname(resources));
    this.#running.add('PostgreSQL', () => postgres.stop());
    const hubClock: Clock = { now: () => clock.now() - this.#behindMs, monotonicMs: () => clock.monotonicMs() };
    const settings = { ...config, hub: { name: 'Demo hub', ...config.hub, postgres: postgres.url } };
    const hub = new HubApplication({ ...this.#parts, config: settings, clock: hubClock, coming: () => [...this.#coming] });
    this.#running.add('hub', () => hub.stop());
    this.#running.add('plants', () => this.#stopPlants());
    const url = await hub.start();
    await addDemoOwner(postgres.url, OWNER, log);
    const token = readFileSync(join(config.dataFolder, 'keys', 'hub-owner-token'), 'utf8').trim();
    const { signal } = this.#stopping;
    const asOwner: AskOwner = (method, path, body) => ask(`${url}/api/hub/admin${path}`, { token, method, body, signal });
    return { url, asOwner };
  }

  /** Side by side: what each still writes takes its time. */
  async #stopPlants(): Promise<void> {
    const ended = await Promise.allSettled(this.#stops.map((stop) => stop()));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  }

  /** Runs it for as long as it takes to send what it had before it lost its line. */
  async #sendPast(plant: DemoPlant, asOwner: AskOwner): Promise<void> {
    const { config } = this.#parts;
    this.#behindMs = (plant.endedDaysAgo ?? 0) * DAY_MS;
    const { url, stop } = await startPlant(config.dataFolder, plant, this.#installed(plant));
    try {
      await this.#admit(plant, url, asOwner);
    } finally {
      await stop();
      this.#behindMs = 0;
    }
  }

  async #join(plant: DemoPlant, asOwner: AskOwner): Promise<void> {
    const { config, log } = this.#parts;
    const { url, stop } = await startPlant(config.dataFolder, plant, this.#installed(plant));
    this.#stops.push(stop);
    await this.#admit(plant, url, asOwner);
    log.info({}, `${plant.name}: ${url}`);
  }

  async #admit({ name }: DemoPlant, url: string, asOwner: AskOwner): Promise<void> {
    const site = await pairAndSend(url, asOwner, this.#stopping.signal);
    await asOwner('POST', '/grants', { username: OWNER.username, site, industryId: 'DEMO', role: 'admin' });
    this.#coming.delete(name);
    this.#parts.log.info({ site }, `${name} has sent what it has`);
  }

  /** Servers of plants log here only what is wrong: the log is the hub's. */
  #installed({ name }: DemoPlant) {
    const { resources, panelFolder, version, log } = this.#parts;
    return { resources, panelFolder, version, log: { ...log.child({ plant: name }), info: () => undefined } };
  }
}
