import { rmSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import type { Identity } from './bundle/identity.ts';
import type { Config } from './config.ts';
import { plantEndpoints, userEndpoints } from './contract/index.ts';
import { INSTANCE_HEADER, type Pulse, type StartingStep } from './contract/process/shell.ts';
import type { Clock } from './core/clock.ts';
import type { Log } from './core/log.ts';
import { RunningParts } from './core/runningParts.ts';
import { returnFreePages } from './db/memory/freePages.ts';
import { askDesktop } from './desktopFiles.ts';
import { createAuditSink, tripwireEntry } from './features/audit/index.ts';
import { siteOwners } from './features/auth/index.ts';
import { type BackupFeature, createBackup } from './features/backup/index.ts';
import { createProposals, proposalRoutes } from './features/proposals/index.ts';
import { createStorage, isOnBattery, PageCheck, PowerWatch, type StorageService } from './features/storage/index.ts';
import { createSync } from './features/sync/index.ts';
import type { AppParts } from './http/app.ts';
import { AnswerCache } from './http/cache/answerCache.ts';
import { HostPolicy } from './http/hosts.ts';
import { assertPortFree } from './http/listen.ts';
import { answerStarting } from './http/startupResponder.ts';
import { createJobs } from './jobPool.ts';
import { installedLicences } from './jobs/installedPackages.ts';
import type { JobPool } from './jobs/pool.ts';
import type { ShellLine } from './jobs/shellHost.ts';
import { allowMarking, stopMarking } from './memory/marking.ts';
import { QuietMemory } from './memory/quietMemory.ts';
import { MetricsHistory } from './metricsHistory.ts';
import { createPlant, type Plant } from './plant.ts';
import { type PlantRouteParts, plantRoutes } from './plantRoutes.ts';
import { pulseOf } from './pulse.ts';
import { auditRestored, identityIn, keepBeforeUpgrade, startFailure, takeRestored } from './restored.ts';
import {
  createLiveHub,
  createUsual,
  makeDemoPlants,
  readServing,
  startAcquisition,
  startAnnouncing,
  startDemo,
  startPreparing,
} from './running.ts';
import { Storage } from './storage.ts';
import { figuresOf, supportFacts } from './supportFacts.ts';

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
  /** What the start does at the moment. */
  onStep?: (step: StartingStep) => void;
  /** Known to this run alone; `/health` answers with it, so that the desktop knows whom it found. */
  instance?: string;
};

/** The whole server. A start that fails undoes what it had begun. */
export class Application {
  readonly #parts: ApplicationParts;
  readonly #running: RunningParts;
  #stopped: Promise<void> | undefined;
  #isReady = false;
  readonly #answers: AnswerCache;
  readonly #serving = Promise.withResolvers<void>();
  #pulse: (() => Pulse) | undefined;
  #addresses: () => string[] = () => [];
  /** Who this plant is; undefined before its keys were read. */
  site: string | undefined;
  /** Makes a backup and reads it back; answers its name. */
  backUp: () => Promise<string> = () => Promise.reject(new Error('the server is not ready'));

  constructor(parts: ApplicationParts) {
    this.#parts = parts;
    this.#running = new RunningParts(parts.clock, parts.log);
    this.#answers = new AnswerCache(parts.clock);
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
      allowMarking();
      await this.stop();
      throw startFailure(this.#parts.config.dataFolder, error);
    }
  }

  /** Ends everything in the opposite order; may be called twice. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #start(): Promise<string> {
    const { config, clock, log, resources, onStep = () => undefined, instance } = this.#parts;
    if (config.temporary) this.#whenStopped('temporary data', () => rmSync(config.dataFolder, { recursive: true, force: true }));
    const host = config.tls.http === 'loopback' ? '127.0.0.1' : config.host;
    await assertPortFree(host, config.port);
    stopMarking();
    if (config.demo) await makeDemoPlants(this.#parts, this.#running);
    onStep('restore');
    const startJobs = (): JobPool => createJobs({ dataFolder: config.dataFolder, resources }, this.#parts);
    await takeRestored(config.dataFolder, clock, log, startJobs);
    if (config.copyBeforeUpgrade) await keepBeforeUpgrade(config.dataFolder, clock, log);
    onStep('database');
    const storage = new Storage(config.dataFolder, clock, log);
    this.#whenStopped('storage', () => storage.stop());
    storage.start();
    onStep('plant');
    const identity = identityIn(config.dataFolder, clock, log);
    this.site = identity.site;
    const jobs = startJobs();
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
    if (!config.demo) {
      onStep('field');
      startAcquisition(plant, this.#running, this.#serving.promise);
    }
    onStep('network');
    let app: RequestListener = answerStarting;
    const serve = (request: IncomingMessage, response: ServerResponse): void => {
      if (instance && request.url === '/api/plant/health') response.setHeader(INSTANCE_HEADER, instance);
      app(request, response);
    };
    const [{ createApp }, { HttpServer }, { SecureServer }] = await readServing();
    const http = new HttpServer(serve, { host, port: config.port, behindProxy: config.trustedProxies.length > 0 });
    this.#whenStopped('http', () => http.stop());
    const { url } = await http.start();
    const secure = new SecureServer({ config, site: identity.site, serve, clock, log });
    this.#whenStopped('https', () => secure.stop());
    const https = await secure.start();
    this.#whenStopped('logins', () => plant.logins.stop());
    await plant.logins.start();
    if (!config.demo) plant.logins.setup.start();
    if (config.demo) {
      onStep('field');
      await startDemo(plant, this.#parts, this.#running);
      startAcquisition(plant, this.#running, this.#serving.promise);
    }
    const hosts = new HostPolicy({ ...config, publicUrl: config.publicUrl }, clock);
    const backup = this.#createBackup(plant, identity, jobs, storage);
    const storing = this.#createStorage(plant, storage, jobs, backup);
    const { directory, reader, bus, ingest, units, users, accounts, audit } = plant;
    const own = { dataFolder: config.dataFolder, identity, program: this.#parts.version, writer: storage.writer };
    const proposals = createProposals({ ...own, ...accounts, directory, units, users, audit, site: identity.site, log });
    const { sync, routes } = createSync({ ...own, directory, reader, ingest, audit, jobs, bus, clock, log, proposals });
    const appParts = this.#appParts(plant, hosts, { backup, storing, secure, synced: [...routes, ...proposalRoutes(proposals)] });
    const usual = await createUsual(plant, this.#parts);
    app = createApp({ ...appParts, usual });
    const hub = await createLiveHub(plant, hosts, this.#parts);
    this.#whenStopped('live', () => hub.stop());
    hub.start(http.node, ...(https ? [https.node] : []));
    this.#whenStopped('reports', () => plant.reports.stop());
    plant.reports.start();
    this.#whenStopped('backups', () => backup.stop());
    backup.service.start();
    this.#whenStopped('storage watch', () => storing.stop());
    storing.start();
    this.#watchPower(plant);
    this.#whenStopped('sync', () => sync.stop());
    sync.start();
    this.#pulse = () => pulseOf(plant, clock.now());
    this.backUp = () => backup.service.makeNow();
    this.#addresses = () => [...secure.network.addresses()];
    this.#isReady = true;
    this.#serving.resolve();
    startAnnouncing(plant, this.#running);
    this.#giveMemoryBack();
    await startPreparing({ routes: appParts.routes, usual }, this.#parts, this.#running);
    this.#checkPages(new PageCheck({ ...own, jobs, clock, log, restart: this.#parts.restart }));
    return url;
  }

  #checkPages(pages: PageCheck): void {
    this.#whenStopped('page check', () => pages.stop());
    pages.start();
  }

  #createBackup({ users, directory, ingest, bus }: Plant, identity: Identity, jobs: JobPool, storage: Storage): BackupFeature {
    const { config, clock, log, version, restart } = this.#parts;
    const { writer } = storage;
    const parts = { dataFolder: config.dataFolder, identity, program: version, jobs, users, directory, ingest, writer, bus };
    return createBackup({ ...parts, clock, log, restart });
  }

  #createStorage(plant: Plant, disk: Storage, jobs: JobPool, backup: BackupFeature): StorageService {
    const { config, clock, log, version, resources, logLines = () => [], shell } = this.#parts;
    const { damage, directory, users, bus } = plant;
    disk.checkSetUp();
    const history = new MetricsHistory(clock, () => figuresOf(plant, disk));
    this.#whenStopped('metrics history', () => history.stop());
    history.start();
    return createStorage({
      ...{ dataFolder: config.dataFolder, disk, reader: disk.reader.sqlite, damage, directory, users, jobs, bus, clock, log },
      readingsFault: () => plant.ingest.storageFault,
      facts: () => supportFacts(plant, backup, { config, version, minutes: history.all() }),
      ...{ logLines, desktopFiles: shell && askDesktop(shell, log), backups: () => backup.service.kept() },
      program: { version, minutes: () => history.all(), packages: () => installedLicences(dirname(resources)) },
    });
  }

  #giveMemoryBack(): void {
    const memory = new QuietMemory({ clock: this.#parts.clock, forget: () => this.#answers.forgetUnasked(), returnFreePages });
    this.#whenStopped('quiet memory', () => memory.stop());
    memory.start();
  }

  #watchPower({ directory, users, bus }: Plant): void {
    const { log, shell } = this.#parts;
    const power = new PowerWatch({ isOnBattery, owners: () => siteOwners({ directory, users }), bus, log });
    this.#whenStopped('power', () => power.stop());
    shell?.onMessage((message) => {
      if (message.type === 'power') power.report(message.isOnBattery);
    });
    power.start();
  }

  #appParts(plant: Plant, hosts: HostPolicy, parts: Pick<PlantRouteParts, 'backup' | 'storing' | 'secure' | 'synced'>): AppParts {
    const { config, clock, log, resources, panelFolder, version } = this.#parts;
    return {
      endpoints: [...userEndpoints, ...plantEndpoints],
      routes: plantRoutes(plant, { ...parts, config, version, clock, isReady: () => this.#isReady }),
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
      auditSink: createAuditSink(plant.audit, clock),
      changes: plant.audit,
      answers: this.#answers,
    };
  }

  #whenStopped(name: string, stop: () => Promise<unknown> | unknown): void {
    this.#running.add(name, stop);
  }

  #stop(): Promise<void> {
    this.#isReady = false;
    return this.#running.stop();
  }

  /** What the desktop's tray shows; undefined until the server is ready. */
  pulse(): Pulse | undefined {
    return this.#isReady ? this.#pulse?.() : undefined;
  }

  /** Where other machines find it, as host:port of HTTPS; none while only this one is served. */
  addresses(): string[] {
    return this.#addresses();
  }

  /** The part that keeps the server from ending. */
  get waitingFor(): string | undefined {
    return this.#running.waitingFor;
  }
}
