import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isLoopbackHost } from '../contract/model/loopbackHost.ts';
import type { Pulse } from '../contract/process/shell.ts';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import { RunningParts } from '../core/runningParts.ts';
import { returnFreePages } from '../db/memory/freePages.ts';
import { HostPolicy } from '../http/hosts.ts';
import type { LimitSettings } from '../http/limits.ts';
import { HttpServer } from '../http/server.ts';
import { QuietMemory } from '../memory/quietMemory.ts';
import { createHub } from './createHub.ts';
import type { ClusterUrls } from './database/hubDatabase.ts';
import { type CertificateFiles, HubCertificate } from './hubCertificate.ts';
import type { Coming } from './people/people.ts';
import type { ServedPlantParts } from './serving/servedPlant.ts';

/** Of the settings of the server. */
type HubConfig = {
  dataFolder: string;
  host: string;
  port: number;
  publicUrl?: string | undefined;
  allowedHosts: readonly string[];
  allowedOrigins: readonly string[];
  trustedProxies: readonly string[];
  limits: LimitSettings;
  hub?:
    | { postgres: string; clusters?: ClusterUrls; name: string; url?: string | undefined; tls?: CertificateFiles | undefined }
    | undefined;
};
export type HubApplicationParts = {
  config: HubConfig;
  clock: Clock;
  log: Log;
  /** Folders of the installation: data that the numbers of some pages need, and the built panel. */
  resources: string;
  panelFolder: string;
  version: string;
  coming?: Coming;
};

/** What plants of earlier versions send at once, and lists that cannot be divided, over a line of 8 KB a second. */
const SLOW_REQUEST_MS = 120_000;

/** The server as a hub of many plants: no field, no panel of a plant, and PostgreSQL in place of a database of its own. */
export class HubApplication {
  readonly #parts: HubApplicationParts;
  readonly #running: RunningParts;
  #stopped: Promise<void> | undefined;

  constructor(parts: HubApplicationParts) {
    this.#parts = parts;
    this.#running = new RunningParts(parts.clock, parts.log);
  }

  /** What the stop waits for at the moment. */
  get waitingFor(): string | undefined {
    return this.#running.waitingFor;
  }

  /** @returns the URL for a browser on this machine. @throws Failure with the reason in one line. */
  async start(): Promise<string> {
    try {
      return await this.#start();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#running.stop();
    return this.#stopped;
  }

  addresses(): string[] {
    return [];
  }

  /** The desktop hosts no hub. */
  pulse(): Pulse | undefined {
    return undefined;
  }

  async #start(): Promise<string> {
    const { config, clock, log, coming } = this.#parts;
    const { dataFolder, hub: settings } = config;
    if (!settings)
      throw new Failure(
        'parameter',
        '--hub needs the address of PostgreSQL: "hub": {"postgres": "postgres://..."} in headworks.json',
      );
    // both would be the same site, and neither could distinguish the statements of the other from its own
    if (existsSync(join(dataFolder, 'headworks.db')))
      throw new Failure('parameter', `${dataFolder} is the data folder of a plant: give the hub one of its own with --data`);
    let own = '';
    const isPlain = settings.tls === undefined && new URL(settings.url ?? config.publicUrl ?? 'http://hub').protocol === 'http:';
    if (isPlain && !isLoopbackHost(config.host))
      log.warn(
        { host: config.host },
        'the hub serves plain HTTP to a network: give it a certificate (hub.tls), or put a proxy with HTTPS in front and name its address as hub.url',
      );
    const certificate = settings.tls && new HubCertificate({ folder: dataFolder, files: settings.tls, clock, log });
    const tls = certificate?.read();
    const { postgres, clusters, name } = settings;
    const hub = createHub({
      dataFolder,
      postgres,
      ...(clusters && { clusters }),
      ...(coming && { coming }),
      name,
      address: () => ({ url: settings.url ?? config.publicUrl ?? own, ...certificate?.pinned }),
      clock,
      log,
      serving: this.#serving(),
    });
    this.#running.add('store', () => hub.stop());
    await hub.start();
    const { host, port } = config;
    const http = new HttpServer((request, response) => hub.serve(request, response), {
      ...{ host, port, behindProxy: config.trustedProxies.length > 0, requestMs: SLOW_REQUEST_MS },
      ...(tls && { tls }),
    });
    this.#running.add('http', async () => {
      certificate?.stop();
      hub.endWaiting();
      await http.stop();
    });
    own = (await http.start()).url;
    certificate?.follow((renewed) => http.show(renewed));
    const memory = new QuietMemory({ clock, forget: () => hub.forgetUnasked(), returnFreePages });
    this.#running.add('quiet memory', () => memory.stop());
    memory.start();
    return own;
  }

  #serving(): ServedPlantParts {
    const { config, clock, log, resources, panelFolder, version } = this.#parts;
    return {
      ...{ clock, log, resources, panelFolder, version },
      ...{ dataFolder: config.dataFolder, limits: config.limits, trustedProxies: config.trustedProxies },
      publicUrl: config.publicUrl,
      examplesFile: join(resources, 'api', 'examples.json.br'),
      hosts: new HostPolicy({ ...config, publicUrl: config.hub?.url ?? config.publicUrl }, clock),
      isSetUp: () => true,
      hsts: config.hub?.tls !== undefined,
      // nothing here asks for a password again, and what is asked changes nothing
      confirmer: { require: async () => undefined },
      onTripwire: ({ ip, method, path }) => log.warn({ ip, method, path }, 'a parameter looked like an SQL injection'),
      auditSink: {
        refused: () => undefined,
        ignoredTarget: () => undefined,
        actedElsewhere: async () => undefined,
        changing: (_act, _kind, _notes, work) => work(),
      },
    };
  }
}
