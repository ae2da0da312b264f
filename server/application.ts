import { readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Identity } from './bundle/identity.ts';
import type { Config } from './config.ts';
import { plantEndpoints, userEndpoints } from './contract/index.ts';
import type { Clock } from './core/clock.ts';
import type { Log } from './core/log.ts';
import { Demo } from './demo/demo.ts';
import { prepareDemo } from './demo/makeApart.ts';
import { accountRoutes } from './features/accounts/index.ts';
import { alertRoutes, channelRoutes } from './features/alarms/index.ts';
import { auditRoutes, createAuditSink, liveCaller, tripwireEntry } from './features/audit/index.ts';
import { accessRoutes, authRoutes } from './features/auth/index.ts';
import { type BackupFeature, createBackup } from './features/backup/index.ts';
import { stateRoutes } from './features/commissioning/index.ts';
import { diagramRoutes } from './features/diagrams/index.ts';
import { networkRoutes } from './features/network/index.ts';
import { plcRoutes } from './features/plc/index.ts';
import { liveSnapshot } from './features/readings/index.ts';
import { createStorage, type StorageService, storageRoutes } from './features/storage/index.ts';
import { unitRoutes } from './features/units/index.ts';
import { createApp } from './http/app.ts';
import { HostPolicy } from './http/hosts.ts';
import { HttpServer } from './http/server.ts';
import { answerStarting } from './http/startupResponder.ts';
import { createJobs } from './jobPool.ts';
import type { JobPool } from './jobs/pool.ts';
import type { ShellLine } from './jobs/shellHost.ts';
import { LiveHub } from './live/hub.ts';
import { createPlant, type Plant } from './plant.ts';
import { auditRestored, identityIn, takeRestored } from './restored.ts';
import { SecureServer } from './secureServer.ts';
import { Storage } from './storage.ts';
import { supportFacts } from './supportFacts.ts';

export type ApplicationParts = {
  config: Config;
  clock: Clock;
  log: Log;
  /** Folders of the installation: device templates, and the built panel. */
  resources: string;
  panelFolder: string;
  version: string;
  /** The newest lines of the log, for the diagnostics. */
  logLines?: () => readonly string[];
  /** Stops this server and starts another in its place, as after a restore. */
  restart?: () => void;
  /** The desktop's shell, when it runs this server. */
  shell?: ShellLine;
};

/** The whole server. A start that fails undoes what it had begun. */
export class Application {
  readonly #parts: ApplicationParts;
  /** What was started, to be stopped in the opposite order. */
  readonly #running: { name: string; stop: () => Promise<unknown> | unknown }[] = [];
  #stopped: Promise<void> | undefined;
  #isReady = false;

  constructor(parts: ApplicationParts) {
    this.#parts = parts;
  }

  /**
   * Opens the database, starts polling, then serves requests.
   * @returns the URL for a browser on this machine.
   * @throws Failure with the reason in one line.
   */
  async start(): Promise<string> {
    try {
      return await this.#start();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Ends everything in the opposite order; may be called twice. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #start(): Promise<string> {
    const { config, clock, log, resources } = this.#parts;
    if (config.temporary) this.#whenStopped('temporary data', () => rmSync(config.dataFolder, { recursive: true, force: true }));
    if (config.demo) await this.#prepareDemo();
    await takeRestored(config.dataFolder, clock, log);
    const storage = new Storage(config.dataFolder, clock, log);
    this.#whenStopped('storage', () => storage.stop());
    storage.start();
    const identity = identityIn(config.dataFolder, clock, log);
    const jobs = createJobs({ dataFolder: config.dataFolder, resources }, this.#parts);
    this.#whenStopped('jobs', () => jobs.stop());
    const plant = createPlant({ config, storage, resources, jobs, clock, log });
    storage.onLongLog(() => jobs.endWork());
    jobs.onDamaged((damage) => plant.damage.add(damage));
    this.#whenStopped('audit', () => plant.audit.stop());
    plant.audit.start();
    await auditRestored(config.dataFolder, plant.audit);
    await plant.directory.load();
    for (const { id } of plant.directory.industries()) await plant.roEvents.log.refresh(id);
    this.#whenStopped('commissioning', () => plant.commissioning.stop());
    await plant.commissioning.start();
    if (!config.demo) this.#startAcquisition(plant);

    let app: RequestListener = answerStarting;
    const serve = (request: IncomingMessage, response: ServerResponse): void => void app(request, response);
    const http = new HttpServer(serve, { host: config.tls.http === 'loopback' ? '127.0.0.1' : config.host, port: config.port });
    const { url } = await http.start();
    this.#whenStopped('http', () => http.stop());
    const secure = new SecureServer({ config, site: identity.site, serve, clock, log });
    this.#whenStopped('https', () => secure.stop());
    const https = await secure.start();
    this.#whenStopped('logins', () => plant.logins.stop());
    await plant.logins.start();
    if (!config.demo) plant.logins.setup.start();
    if (config.demo) {
      await this.#startDemo(plant);
      this.#startAcquisition(plant);
    }
    const hosts = new HostPolicy({ ...config, publicUrl: config.publicUrl }, clock);
    const backup = this.#createBackup(plant, identity, jobs, storage);
    const storing = this.#createStorage(plant, storage, jobs, backup);
    app = this.#createApp(plant, hosts, { backup, storing, secure });
    const hub = this.#createHub(plant, hosts);
    hub.start(http.node, ...(https ? [https.node] : []));
    this.#whenStopped('live', () => hub.stop());
    this.#whenStopped('reports', () => plant.reports.stop());
    plant.reports.start();
    this.#whenStopped('backups', () => backup.service.stop());
    backup.service.start();
    this.#whenStopped('storage watch', () => storing.stop());
    storing.start();
    this.#isReady = true;
    return url;
  }

  /** From here on readings come in and are kept. */
  #startAcquisition({ ingest, readings, gateway, commissioning, alerts, plc, loopDelay, sealing }: Plant): void {
    alerts.engine.start();
    this.#whenStopped('alarms', () => alerts.engine.stop());
    alerts.equipmentFaults.start();
    this.#whenStopped('equipment faults', () => alerts.equipmentFaults.stop());
    alerts.outbox.start();
    this.#whenStopped('outbox', () => alerts.outbox.stop());
    alerts.escalation.start();
    this.#whenStopped('escalation', () => alerts.escalation.stop());
    ingest.start();
    this.#whenStopped('readings', () => ingest.stop());
    sealing.start();
    this.#whenStopped('sealing of days', () => sealing.stop());
    this.#whenStopped('batch runs', () => readings.stop());
    plc.start();
    this.#whenStopped('commands', () => plc.stop());
    gateway.start();
    this.#whenStopped('field', () => gateway.stop());
    this.#whenStopped('field tools', () => commissioning.tools.stop());
    loopDelay.start();
    this.#whenStopped('loop delay', () => loopDelay.stop());
  }

  /** Before the database is opened: another process makes the plants and their history. */
  async #prepareDemo(): Promise<void> {
    const { config, log, resources } = this.#parts;
    const making = new AbortController();
    this.#whenStopped('making of the demo', () => making.abort());
    await prepareDemo({ dataFolder: config.dataFolder, resources, days: config.demoDays }, log, making.signal);
  }

  async #startDemo({ connections, templates }: Plant): Promise<void> {
    const { config, clock, log } = this.#parts;
    const demo = new Demo({ connections, templates, dataFolder: config.dataFolder, clock, log });
    this.#whenStopped('demo', () => demo.stop());
    await demo.start();
  }

  #createBackup({ users, directory, ingest, bus }: Plant, identity: Identity, jobs: JobPool, storage: Storage): BackupFeature {
    const { config, clock, log, version, restart } = this.#parts;
    const { dataFolder } = config;
    const { writer } = storage;
    const parts = { dataFolder, identity, program: version, jobs, users, directory, ingest, writer, bus, clock, log };
    return createBackup({ ...parts, restart });
  }

  #createStorage(plant: Plant, disk: Storage, jobs: JobPool, backup: BackupFeature): StorageService {
    const { config, clock, log, version, logLines = () => [] } = this.#parts;
    const { damage, directory, users, bus } = plant;
    return createStorage({
      ...{ dataFolder: config.dataFolder, disk, reader: disk.reader.sqlite, damage, directory, users, jobs, bus, clock, log },
      facts: () => supportFacts(plant, backup, { config, version }),
      ...{ logLines, backups: () => backup.service.kept() },
    });
  }

  #createApp(
    plant: Plant,
    hosts: HostPolicy,
    {
      backup: { routes, service: backup },
      storing,
      secure,
    }: { backup: BackupFeature; storing: StorageService; secure: SecureServer },
  ): RequestListener {
    const { config, clock, log, resources, panelFolder, version } = this.#parts;
    const { registry, metrics } = plant;
    return createApp({
      endpoints: [...userEndpoints, ...plantEndpoints],
      routes: [
        ...authRoutes(plant.logins),
        ...accessRoutes(plant.logins, () => secure.pairing),
        ...accountRoutes(plant.accounts),
        ...auditRoutes(plant.audit),
        ...networkRoutes(secure.network),
        ...unitRoutes(plant),
        ...plant.readings.routes,
        ...diagramRoutes({ ...plant.diagrams, version }),
        ...alertRoutes(plant.alerts.service),
        ...channelRoutes(plant.alerts.channels),
        ...plant.dashboards.routes,
        ...plant.reports.routes,
        ...plcRoutes(plant.plc.service, plant.plc.readOnly),
        ...plant.commissioning.routes,
        ...routes,
        ...stateRoutes({
          registry,
          metrics: {
            ...metrics,
            backupAgeSeconds: () => backup.ageSeconds(),
            diskFreeBytes: () => storing.state().disk.freeBytes,
            diskFullAtSeconds: () => (storing.fullAtMs() ?? Number.POSITIVE_INFINITY) / 1000,
          },
          metricsToken: config.metricsToken,
          isReady: () => this.#isReady,
          backup: () => backup.summary(),
          storage: () => ({ findings: storing.findings() }),
          clock,
        }),
        ...storageRoutes(storing),
      ],
      sessions: plant.auth,
      confirmer: plant.logins.confirmations,
      isSetUp: () => !plant.logins.setup.required,
      limits: config.limits,
      hosts,
      trustedProxies: config.trustedProxies,
      publicUrl: config.publicUrl,
      hsts: config.tls.http === 'loopback',
      panelFolder,
      version,
      examplesFile: join(resources, 'api', 'examples.json.br'),
      clock,
      log,
      onTripwire: (hit) => {
        log.warn(hit, 'a request held a pattern of SQL injection');
        plant.audit.gather(tripwireEntry(hit));
      },
      auditSink: createAuditSink(plant.audit),
    });
  }

  #createHub({ bus, auth, audit, directory, reader, alerts }: Plant, hostRules: HostPolicy): LiveHub {
    const { clock, log } = this.#parts;
    return new LiveHub({
      bus,
      clock,
      log,
      hostRules,
      authenticate: (token) => liveCaller(token, auth, audit),
      snapshot: (industryId) => liveSnapshot(directory, reader, industryId),
      replay: alerts.liveLog,
      onConfirm: (caller, messageIds) => alerts.confirm(caller, messageIds),
    });
  }

  #whenStopped(name: string, stop: () => Promise<unknown> | unknown): void {
    this.#running.unshift({ name, stop });
  }

  async #stop(): Promise<void> {
    this.#isReady = false;
    for (const { name, stop } of this.#running.splice(0)) {
      try {
        await stop();
      } catch (error) {
        this.#parts.log.error({ err: error, part: name }, 'a part did not stop cleanly');
      }
    }
  }
}

/** The version in the package that the server was installed with. */
export const readVersion = (installation: string): string =>
  JSON.parse(readFileSync(join(installation, 'package.json'), 'utf8')).version;
