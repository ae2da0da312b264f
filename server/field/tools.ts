import type { DeviceTemplate } from '../contract/model/deviceTemplates.ts';
import type { ConnectionSettings } from '../contract/model/field.ts';
import type { LineReport, StressResult, StressSpec, TrafficFilter, TrafficFrame } from '../contract/plant/tools/line.ts';
import type { DisplayCandidate, MapSpec, MatrixRow, RegisterMap } from '../contract/plant/tools/registers.ts';
import type { EndpointReport, ScanResult, ScanSpec } from '../contract/plant/tools/scan.ts';
import type { Clock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import type {
  DisplayReading,
  FieldTools,
  MapRange,
  ScanPlan,
  SerialPortInfo,
  ToolArea,
  ToolRun,
  ToolTarget,
  TrafficPage,
} from '../core/field/fieldTools.ts';
import { reportLine } from './doctor/lineReport.ts';
import { stressLine } from './doctor/stress.ts';
import { cryptoRandom, type ModbusGateway } from './gateway.ts';
import type { LinePoller } from './polling/linePoller.ts';
import type { UnitRequest } from './polling/link.ts';
import { decodeMatrix } from './registers/decodeMatrix.ts';
import { matchDisplay } from './registers/displayMatch.ts';
import { RegisterMapper } from './registers/registerMap.ts';
import { BusScan } from './scan/busScan.ts';
import { testEndpoint } from './scan/endpointTest.ts';
import { planScan } from './scan/scanPlan.ts';
import { listSerialPorts } from './scan/serialPorts.ts';
import type { Framing } from './traffic/frameText.ts';
import { pcapOf } from './traffic/pcap.ts';
import type { RawFrame } from './traffic/trafficRing.ts';
import { trafficCsv, viewTraffic } from './traffic/trafficView.ts';

/** A line whose log somebody looks at keeps all of it: 5,000 frames of the longest kind. */
const watchedTraffic = { frames: 5000, bytes: 1_310_720 };

/** Longest wait for a turn behind polls and commands, answer included. */
const patienceMs = 20_000;

/** On a line without transaction ids the answer may turn out to be another request's. */
const mostTries = 3;

const framingOf = ({ kind }: ConnectionSettings): Framing => (kind === 'tcp' ? 'mbap' : 'rtu');

/** Scan, registers, traffic and doctor over the lines of a gateway. */
export class ModbusTools implements FieldTools {
  readonly #gateway: ModbusGateway;
  readonly #clock: Clock;
  readonly #random: () => number;

  constructor(gateway: ModbusGateway, clock: Clock, random: () => number = cryptoRandom) {
    this.#gateway = gateway;
    this.#clock = clock;
    this.#random = random;
  }

  serialPorts(): Promise<SerialPortInfo[]> {
    return listSerialPorts();
  }

  testEndpoint(settings: ConnectionSettings, slaveId: number): Promise<EndpointReport> {
    return testEndpoint(settings, slaveId, { clock: this.#clock, random: this.#random });
  }

  planScan(settings: ConnectionSettings, spec: ScanSpec): ScanPlan {
    return planScan(settings, spec);
  }

  async scan(
    plan: ScanPlan,
    options: Pick<ScanSpec, 'space' | 'everySetting' | 'identify'>,
    run: ToolRun<ScanResult> & { lends: string | null; templates: readonly DeviceTemplate[] },
  ): Promise<void> {
    const { lends, templates } = run;
    const scan = new BusScan(plan, { ...options, templates }, run, { clock: this.#clock, random: this.#random });
    await (lends === null ? scan.perform() : this.#gateway.lend(lends, () => scan.perform()));
  }

  isUp(connectionId: string): boolean {
    return this.#gateway.line(connectionId)?.isUp ?? false;
  }

  async read({ connectionId, slaveId }: ToolTarget, area: ToolArea): ReturnType<FieldTools['read']> {
    const line = this.#line(connectionId);
    const { timeoutMs } = line.connection.settings;
    const known = line.configured.find(({ device }) => device.slaveId === slaveId)?.device;
    let isWanted = true;
    const { promise: outOfTime, reject } = Promise.withResolvers<never>();
    const patience = setTimeout(
      () => {
        isWanted = false;
        reject(new Failure('busy', 'the line has no time for it: what is configured takes all of it'));
      },
      patienceMs + (known?.timeoutMs ?? timeoutMs),
    );
    const request: UnitRequest & { isWanted: () => boolean } = {
      unit: slaveId,
      operation: { kind: 'read', ...area },
      timeoutMs: known?.timeoutMs ?? timeoutMs,
      acceptAnyUnit: known?.acceptAnyUnit ?? false,
      barred: known?.limits.forbidden ?? [],
      isWanted: () => isWanted,
    };
    try {
      for (let tries = 1; tries <= mostTries; tries += 1) {
        const { words, atMs, rttMs, held } = await Promise.race([line.ask(request), outOfTime]);
        const isOwn = held === undefined || (await Promise.race([held.settled, outOfTime]));
        if (isOwn) return { words, atMs, answerMs: Math.round(10 * rttMs) / 10 };
      }
      throw new Failure('badAnswer', 'other answers arrive on this line: none was proven to be this request’s');
    } finally {
      clearTimeout(patience);
    }
  }

  mapRegisters(
    { connectionId, slaveId, space, from, to, thorough }: MapSpec,
    run: ToolRun<RegisterMap> & { forbidden: readonly MapRange[]; maxCount: number },
  ): Promise<void> {
    const area = { space, from, to, thorough, maxCount: run.maxCount, forbidden: run.forbidden };
    const target = { connectionId, slaveId };
    const read = async (...[inSpace, address, count]: [MapSpec['space'], number, number]): Promise<readonly number[]> =>
      (await this.read(target, { space: inSpace, address, count })).words;
    return new RegisterMapper(area, read, run).perform();
  }

  decodeMatrix(address: number, words: readonly number[]): MatrixRow[] {
    return decodeMatrix(address, words);
  }

  matchDisplay(address: number, readings: readonly DisplayReading[]): DisplayCandidate[] {
    return matchDisplay(address, readings);
  }

  async traffic(connectionId: string, page: TrafficPage): Promise<{ kept: number; frames: TrafficFrame[] }> {
    const { frames, framing } = this.#watched(connectionId);
    const viewed = await viewTraffic(frames, framing, page);
    return { kept: frames.length, frames: viewed.map(({ view }) => view) };
  }

  async trafficFile(connectionId: string, filter: TrafficFilter, format: 'csv' | 'pcap'): Promise<Buffer> {
    const { frames, framing, host } = this.#watched(connectionId);
    const viewed = await viewTraffic(frames, framing, filter);
    if (format === 'csv') return Buffer.from(trafficCsv(viewed.map(({ view }) => view)));
    return pcapOf(
      viewed.map(({ raw }) => raw),
      framing,
      host,
    );
  }

  lineReport(connectionId: string): LineReport | undefined {
    const line = this.#gateway.line(connectionId);
    if (!line) return undefined;
    const { channel, devices } = line.state();
    const { connection, configured } = line;
    return reportLine({
      connection,
      channel,
      devices,
      configured,
      frames: line.traffic.frames(),
      tagOf: (tagId) => this.#gateway.tag(tagId),
      nowMs: this.#clock.now(),
    });
  }

  stress(spec: StressSpec, run: ToolRun<StressResult>): Promise<void> {
    const { space, address, count } = spec;
    return stressLine(spec, () => this.read(spec, { space, address, count }), run, this.#clock);
  }

  #line(connectionId: string): LinePoller {
    const line = this.#gateway.line(connectionId);
    if (!line) throw new Failure('linkDown', 'the connection is not in use');
    return line;
  }

  #watched(connectionId: string): { frames: RawFrame[]; framing: Framing; host: string | null } {
    const line = this.#gateway.line(connectionId);
    if (!line) return { frames: [], framing: 'mbap', host: null };
    line.traffic.allow(watchedTraffic);
    const { settings } = line.connection;
    return {
      frames: line.traffic.frames(),
      framing: framingOf(settings),
      host: settings.kind === 'serial' ? null : settings.host,
    };
  }
}
