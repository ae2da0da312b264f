import { type ConnectionSettings, connectionSettings } from '../../../contract/model/field.ts';
import type {
  EndpointReport,
  ScanEstimate,
  ScanResult,
  ScanSpec,
  ScanView,
  SerialPortView,
} from '../../../contract/plant/tools/scan.ts';
import type { Clock } from '../../../core/clock.ts';
import type { FieldTools, ScanPlan } from '../../../core/field/fieldTools.ts';
import { refuse } from '../../../core/refusal.ts';
import { lineOf } from '../connectionService.ts';
import type { TemplateCatalog } from '../templates/catalog.ts';
import { type BusyLines, ToolJobs } from './toolJobs.ts';
import type { ToolLines } from './toolLines.ts';

export type ScanServiceParts = { tools: FieldTools; lines: ToolLines; catalog: TemplateCatalog; clock: Clock; busy: BusyLines };
type Who = { industryId: string; username: string };
/** `pauses`: name of the connection that is not read meanwhile. */
type Subject = { line: string; pauses: string | null };
type Resolved = Subject & { settings: ConnectionSettings; lends: string | null; plan: ScanPlan };

/** Looks for ports, hosts and devices. */
export class ScanService {
  readonly #parts: ScanServiceParts;
  readonly #jobs: ToolJobs<Subject, ScanResult>;

  constructor(parts: ScanServiceParts) {
    this.#parts = parts;
    this.#jobs = new ToolJobs(parts.clock, parts.busy);
  }

  async ports(industryId: string): Promise<SerialPortView[]> {
    const { tools, lines } = this.#parts;
    const ports = await tools.serialPorts();
    return ports.map((port) => ({ ...port, usedBy: lines.userOf(industryId, port.path) }));
  }

  test(endpoint: {
    kind: 'tcp' | 'rtuTcp';
    host: string;
    port: number;
    slaveId: number;
    timeoutMs: number;
  }): Promise<EndpointReport> {
    const { slaveId, timeoutMs, ...where } = endpoint;
    const settings = connectionSettings.parse({ ...where, timeoutMs, connectTimeoutMs: timeoutMs });
    return this.#parts.tools.testEndpoint(settings, slaveId);
  }

  /** @throws Failure `badRequest`, `notFound`, `conflict`. */
  estimate(industryId: string, spec: ScanSpec): ScanEstimate {
    const { plan, pauses } = this.#resolve(industryId, spec);
    return { requests: plan.requests, seconds: plan.seconds, settings: plan.formats, pauses };
  }

  /** @throws Failure `badRequest` also where a line is being read and consent is missing; `notFound`, `conflict`. */
  start(who: Who, spec: ScanSpec): ScanView {
    const { tools, catalog } = this.#parts;
    const { plan, pauses, line, lends } = this.#resolve(who.industryId, spec);
    if (pauses !== null && spec.consent?.connection !== pauses) {
      const message = `must name ${pauses}, which is being read: polling pauses while the scan runs`;
      refuse([{ path: 'consent', message }]);
    }
    const templates = catalog.list(who.industryId);
    const job = this.#jobs.start(who, {
      line,
      subject: { line, pauses },
      nothing: { found: [], warnings: [] },
      total: plan.requests,
      work: (run) => tools.scan(plan, spec, { ...run, lends, templates }),
    });
    return viewOf(job);
  }

  list(industryId: string): ScanView[] {
    return this.#jobs.list(industryId).map(viewOf);
  }

  /** @throws Failure `notFound`. */
  read(industryId: string, id: string): ScanView {
    return viewOf(this.#jobs.read(industryId, id));
  }

  /** @throws Failure `notFound`. */
  cancel(industryId: string, id: string): Promise<void> {
    return this.#jobs.cancel(industryId, id);
  }

  stop(): Promise<void> {
    return this.#jobs.stop();
  }

  #resolve(industryId: string, spec: ScanSpec): Resolved {
    const { tools, lines } = this.#parts;
    if ((spec.connectionId === undefined) === (spec.settings === undefined))
      refuse([{ path: 'connectionId', message: 'give either a connectionId or settings' }]);
    if (spec.from > spec.to) refuse([{ path: 'from', message: 'must not be above to' }]);
    const connection = spec.connectionId === undefined ? undefined : lines.connection(industryId, spec.connectionId);
    const settings = connection?.settings ?? spec.settings;
    if (!settings) throw new Error('unreachable: one of them is there');
    if (settings.kind !== 'tcp' && (spec.from < 1 || spec.to > 247))
      refuse([{ path: 'from', message: 'and to must be 1 to 247 on a serial line: 0 addresses every device' }]);
    const isRead = connection?.enabled === true;
    return {
      settings,
      line: connection ? lineOf(settings) : lines.freeLine(industryId, settings),
      pauses: isRead ? connection.name : null,
      lends: isRead ? connection.id : null,
      plan: tools.planScan(settings, spec),
    };
  }
}

const viewOf = ({ view, subject, known }: ReturnType<ToolJobs<Subject, ScanResult>['read']>): ScanView => ({
  ...view,
  ...subject,
  ...known,
});
