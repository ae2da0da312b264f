import type { DeviceTemplate } from '../../contract/model/deviceTemplates.ts';
import type { ConnectionSettings, Space } from '../../contract/model/field.ts';
import type { ToolProgress } from '../../contract/plant/tools/jobs.ts';
import type { LineReport, StressResult, StressSpec, TrafficFilter, TrafficFrame } from '../../contract/plant/tools/line.ts';
import type { DisplayCandidate, MapRun, MapSpec, MatrixRow, RegisterMap } from '../../contract/plant/tools/registers.ts';
import type { EndpointReport, LineFormat, ScanResult, ScanSpec } from '../../contract/plant/tools/scan.ts';

/** A serial port as the system describes it. */
export type SerialPortInfo = { path: string; manufacturer: string | null; product: string | null; serialNumber: string | null };

/** A device on a configured line. */
export type ToolTarget = { connectionId: string; slaveId: number };
export type ToolArea = { space: Space; address: number; count: number };

/** How work that takes its time is followed and ended. */
export type ToolRun<T> = {
  signal: AbortSignal;
  /** After every step, with all that is known so far. */
  onProgress(progress: ToolProgress, known: T): void;
};

/** Which settings are tried with which unit ids, in order. */
export type ScanPlan = {
  settings: ConnectionSettings[];
  formats: (LineFormat | null)[];
  units: number[];
  timeoutMs: number;
  requests: number;
  /** Where there is no answer. */
  seconds: number;
};

/** What the registers from an address on held at one moment. */
export type RegisterSample = { address: number; words: readonly number[] };
/** What a display showed, and what the registers around the address held from a while before to then, oldest first. */
export type DisplayReading = { shown: string; samples: readonly RegisterSample[] };

export type TrafficPage = TrafficFilter & { after?: number | undefined; limit?: number | undefined };

/** How features reach the tools of the field; implemented in `field`, handed over by the composition root. */
export interface FieldTools {
  /** Answers on every system, with or without udev. */
  serialPorts(): Promise<SerialPortInfo[]>;
  /** Never fails: the result says what went wrong. */
  testEndpoint(settings: ConnectionSettings, slaveId: number): Promise<EndpointReport>;
  planScan(settings: ConnectionSettings, spec: ScanSpec): ScanPlan;
  /**
   * Looks for devices. With `lends`, polling of that connection is paused meanwhile and always resumed.
   * @throws Failure `linkDown`, `busy` when another tool has the line; the signal's reason when it is cancelled.
   */
  scan(
    plan: ScanPlan,
    spec: Pick<ScanSpec, 'space' | 'everySetting' | 'identify'>,
    options: ToolRun<ScanResult> & {
      lends: string | null;
      templates: readonly DeviceTemplate[];
    },
  ): Promise<void>;
  /** Whether the line is being served now. */
  isUp(connectionId: string): boolean;
  /** @throws Failure as `Channel.request`: `linkDown`, `timeout`, `crc`, `badAnswer`, `exception`, `cancelled`; `busy` when the line has no turn for it. */
  read(target: ToolTarget, area: ToolArea): Promise<{ words: readonly number[]; atMs: number; answerMs: number }>;
  mapRegisters(
    spec: MapSpec,
    options: ToolRun<RegisterMap> & { forbidden: readonly MapRange[]; maxCount: number },
  ): Promise<void>;
  decodeMatrix(address: number, words: readonly number[]): MatrixRow[];
  /** What matches every reading, the likeliest first; `address` is what the manual says. */
  matchDisplay(address: number, readings: readonly DisplayReading[]): DisplayCandidate[];
  /** Frames that are kept of a line, oldest first: the newest `limit`, or with `after` the first ones behind that sequence. */
  traffic(connectionId: string, page: TrafficPage): Promise<{ kept: number; frames: TrafficFrame[] }>;
  trafficFile(connectionId: string, filter: TrafficFilter, format: 'csv' | 'pcap'): Promise<Buffer>;
  /** Undefined for a connection that is not being read. */
  lineReport(connectionId: string): LineReport | undefined;
  stress(spec: StressSpec, options: ToolRun<StressResult>): Promise<void>;
}

export type MapRange = Pick<MapRun, 'from' | 'to'>;
