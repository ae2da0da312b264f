import type {
  LineReport,
  StressResult,
  StressSpec,
  StressView,
  TrafficFilter,
  TrafficFrame,
} from '../../../contract/plant/tools/line.ts';
import type { Clock } from '../../../core/clock.ts';
import type { FieldTools, ToolTarget, TrafficPage } from '../../../core/field/fieldTools.ts';
import { refuse } from '../../../core/refusal.ts';
import { lineOf } from '../connectionService.ts';
import type { Connection } from '../model.ts';
import { type BusyLines, ToolJobs } from './toolJobs.ts';
import type { ToolLines } from './toolLines.ts';

export type LineServiceParts = { tools: FieldTools; lines: ToolLines; clock: Clock; busy: BusyLines };
type Who = { industryId: string; username: string };
type Subject = ToolTarget & Pick<StressSpec, 'space' | 'address' | 'count'>;

const nothing: StressResult = {
  sent: 0,
  ok: 0,
  exceptions: 0,
  timeouts: 0,
  crcErrors: 0,
  badAnswers: 0,
  answerMsP50: null,
  answerMsP95: null,
  answerMsMax: null,
  perSecond: null,
  verdict: null,
  words: 'Not begun.',
};

/** Traffic of a line, its health, and stress tests. */
export class LineService {
  readonly #parts: LineServiceParts;
  readonly #tests: ToolJobs<Subject, StressResult>;

  constructor(parts: LineServiceParts) {
    this.#parts = parts;
    this.#tests = new ToolJobs(parts.clock, parts.busy);
  }

  /** @throws Failure `notFound`, `badRequest`. */
  traffic(industryId: string, id: string, page: TrafficPage): Promise<{ kept: number; frames: TrafficFrame[] }> {
    this.#inUse(industryId, id);
    return this.#parts.tools.traffic(id, page);
  }

  /** The file and the name of its connection. @throws Failure `notFound`, `badRequest`. */
  async trafficFile(
    industryId: string,
    id: string,
    filter: TrafficFilter,
    format: 'csv' | 'pcap',
  ): Promise<{ name: string; body: Buffer }> {
    const { name } = this.#inUse(industryId, id);
    return { name, body: await this.#parts.tools.trafficFile(id, filter, format) };
  }

  /** @throws Failure `notFound`, `badRequest`. */
  report(industryId: string, id: string): LineReport {
    const { name } = this.#inUse(industryId, id);
    const report = this.#parts.tools.lineReport(id);
    if (!report) refuse([{ path: 'id', message: `${name} is not being read` }]);
    return report as LineReport;
  }

  /** @throws Failure `notFound`, `badRequest`, `conflict`. */
  startTest(who: Who, spec: StressSpec): StressView {
    const { tools, lines } = this.#parts;
    const { connectionId, slaveId, space, address, count } = spec;
    const { connection, device } = lines.target(who.industryId, spec);
    if (!tools.isUp(connectionId)) refuse([{ path: 'connectionId', message: `${connection.name} is not connected` }]);
    if (address + count > 65_536) refuse([{ path: 'count', message: 'goes past address 65535' }]);
    const barred = lines.forbidden(device, space).some(({ from, to }) => from < address + count && to >= address);
    if (barred) refuse([{ path: 'address', message: 'touches a range that must not be read on this device' }]);
    const job = this.#tests.start(who, {
      line: lineOf(connection.settings),
      subject: { connectionId, slaveId, space, address, count },
      nothing,
      total: spec.reads,
      work: (run) => tools.stress(spec, run),
    });
    return viewOf(job);
  }

  listTests(industryId: string): StressView[] {
    return this.#tests.list(industryId).map(viewOf);
  }

  /** @throws Failure `notFound`. */
  readTest(industryId: string, id: string): StressView {
    return viewOf(this.#tests.read(industryId, id));
  }

  /** @throws Failure `notFound`. */
  cancelTest(industryId: string, id: string): Promise<void> {
    return this.#tests.cancel(industryId, id);
  }

  stop(): Promise<void> {
    return this.#tests.stop();
  }

  #inUse(industryId: string, id: string): Connection {
    const connection = this.#parts.lines.connection(industryId, id);
    if (!connection.enabled) refuse([{ path: 'id', message: `${connection.name} is switched off` }]);
    return connection;
  }
}

const viewOf = ({ view, subject, known }: ReturnType<ToolJobs<Subject, StressResult>['read']>): StressView => ({
  ...view,
  ...subject,
  ...known,
});
