import { arch, cpus, hostname, type as osType, release, totalmem } from 'node:os';
import type { LogLevel, Program, ProgramMinute } from '../../contract/plant/program.ts';
import type { Clock } from '../../core/clock.ts';
import { iso } from '../../core/time.ts';

export type ProgramParts = {
  version: string;
  sqlite: string;
  dataFolder: string;
  /** The newest lines of the log, as JSON, oldest first. */
  logLines(): readonly string[];
  /** Figures of the last minutes, oldest first. */
  minutes(): readonly Readonly<Record<string, number | string | null>>[];
  /** What is installed with the program. */
  packages(): Promise<readonly Package[]>;
  clock: Clock;
};

export type Package = { name: string; version: string; licence: string | null };
export type LogLine = { at: string | null; level: LogLevel; message: string; details: string };

const MEBIBYTE = 1_048_576;
const severity: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };
const isLevel = (level: unknown): level is LogLevel => typeof level === 'string' && Object.hasOwn(severity, level);

const objectIn = (line: string): Record<string, unknown> | null => {
  try {
    const parsed: unknown = JSON.parse(line);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null;
  } catch {
    return null;
  }
};

/** A line as it was written, taken apart; one that is no JSON is a message of level info. */
const readLine = (line: string): LogLine => {
  const known = objectIn(line);
  if (known === null) return { at: null, level: 'info', message: line, details: '' };
  const { level, time, msg, ...rest } = known;
  return {
    at: typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? time : null,
    level: isLevel(level) ? level : 'info',
    message: typeof msg === 'string' ? msg : '',
    details: Object.keys(rest).length === 0 ? '' : JSON.stringify(rest),
  };
};

/** Lines of at least this level that hold the text, newest first. */
export const searchLog = (
  lines: readonly string[],
  { level, text = '', limit }: { level: LogLevel; text?: string | undefined; limit: number },
): LogLine[] => {
  const wanted = text.toLowerCase();
  const found: LogLine[] = [];
  for (let at = lines.length - 1; at >= 0 && found.length < limit; at -= 1) {
    const line = readLine(lines[at] ?? '');
    if (severity[line.level] < severity[level]) continue;
    if (`${line.message} ${line.details}`.toLowerCase().includes(wanted)) found.push(line);
  }
  return found;
};

const figure = (value: number | string | null | undefined): number | null => (typeof value === 'number' ? value : null);

/** The program that runs: what it is, what it says, how it fares. */
export class RunningProgram {
  readonly #parts: ProgramParts;
  readonly #startedMs: number;

  constructor(parts: ProgramParts) {
    this.#parts = parts;
    this.#startedMs = parts.clock.now();
  }

  state(): Program {
    const { version, sqlite, dataFolder } = this.#parts;
    return {
      version,
      startedAt: iso(this.#startedMs),
      node: process.versions.node,
      sqlite,
      system: `${osType()} ${release()} ${arch()}`,
      host: hostname(),
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      dataFolder,
      processors: cpus().length,
      memoryMiB: Math.round(totalmem() / MEBIBYTE),
    };
  }

  log(query: Parameters<typeof searchLog>[1]): { lines: LogLine[]; kept: number } {
    const lines = this.#parts.logLines();
    return { lines: searchLog(lines, query), kept: lines.length };
  }

  minutes(): ProgramMinute[] {
    return this.#parts.minutes().map((one) => ({
      at: String(one.at),
      residentMiB: figure(one.residentMiB),
      heapMiB: figure(one.heapMiB),
      databaseMiB: figure(one.databaseMiB),
      diskFreeMiB: figure(one.diskFreeMiB),
      eventLoopDelayP99Ms: figure(one.eventLoopDelayP99Ms),
      lines: figure(one.lines),
      linesUp: figure(one.linesUp),
    }));
  }

  packages(): Promise<readonly Package[]> {
    return this.#parts.packages();
  }
}
