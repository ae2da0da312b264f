import type { Space } from '../../../contract/model/field.ts';
import type {
  MapRun,
  MapSpec,
  MatrixRow,
  RegisterMap,
  RegisterMapView,
  RegisterReadOut,
} from '../../../contract/plant/tools/registers.ts';
import type { Clock } from '../../../core/clock.ts';
import { isFailure } from '../../../core/fail.ts';
import type { FieldTools, ToolArea, ToolTarget } from '../../../core/field/fieldTools.ts';
import { refuse } from '../../../core/refusal.ts';
import { lineOf } from '../connectionService.ts';
import { type BusyLines, ToolJobs } from './toolJobs.ts';
import type { ToolLines } from './toolLines.ts';

const MOST_ADDRESSES = 20_000;
/** Requests for large blocks hold up polling on a slow line, and many devices refuse them. */
const USUAL_COUNT = { registers: 64, bits: 512 } as const;

/** Modbus exception 2. */
const ADDRESS_NOT_THERE = 2;
/** Registers that a number of 64, 32 or 16 bits takes. */
const fewer = [4, 2, 1];

export type RegisterServiceParts = { tools: FieldTools; lines: ToolLines; clock: Clock; busy: BusyLines };
type Who = { industryId: string; username: string };
type Subject = ToolTarget & { space: Space; from: number; to: number };
type Change = { address: number; before: number | null; after: number | null; changedBits: number[] };

/** Reads and maps the registers of a device. */
export class RegisterService {
  readonly #parts: RegisterServiceParts;
  readonly #maps: ToolJobs<Subject, RegisterMap>;

  constructor(parts: RegisterServiceParts) {
    this.#parts = parts;
    this.#maps = new ToolJobs(parts.clock, parts.busy);
  }

  /** @throws Failure `badRequest`, `notFound`, `unavailable`. */
  async read(industryId: string, target: ToolTarget, area: ToolArea): Promise<RegisterReadOut> {
    const { words, atMs, answerMs } = await this.#parts.lines.read(industryId, target, area);
    const { space, address } = area;
    return { at: new Date(atMs).toISOString(), answerMs, space, address, words: [...words] };
  }

  /**
   * As many of the registers as are there: the last signal of a device may end before `count` does.
   * @throws Failure `badRequest`, `notFound`, `unavailable`.
   */
  async matrix(industryId: string, target: ToolTarget, area: ToolArea): Promise<{ at: string; rows: MatrixRow[] }> {
    const { lines, tools } = this.#parts;
    const most = lines.readableFrom(industryId, target, area);
    const counts = [...new Set([most, ...fewer.filter((count) => count < most)])];
    for (const count of counts)
      try {
        const { words, atMs } = await lines.read(industryId, target, { ...area, count });
        return { at: new Date(atMs).toISOString(), rows: tools.decodeMatrix(area.address, words) };
      } catch (error) {
        if (count === counts.at(-1) || !isFailure(error) || error.details.exception !== ADDRESS_NOT_THERE) throw error;
      }
    throw new Error('a matrix without a count');
  }

  /** @throws Failure `badRequest`, `notFound`, `conflict`. */
  startMap(who: Who, spec: MapSpec): RegisterMapView {
    const { tools, lines } = this.#parts;
    const { connectionId, slaveId, space, from, to } = spec;
    if (from > to) refuse([{ path: 'from', message: 'must not be above to' }]);
    if (to - from >= MOST_ADDRESSES) refuse([{ path: 'to', message: `takes in more than ${MOST_ADDRESSES} addresses` }]);
    const { connection, device } = lines.target(who.industryId, spec);
    if (!tools.isUp(connectionId)) refuse([{ path: 'connectionId', message: `${connection.name} is not connected` }]);
    const isBits = space === 'coil' || space === 'discrete';
    const limit = isBits ? (device?.limits.maxBits ?? USUAL_COUNT.bits) : (device?.limits.maxRegisters ?? USUAL_COUNT.registers);
    const maxCount = Math.min(spec.maxCount ?? (isBits ? USUAL_COUNT.bits : USUAL_COUNT.registers), limit);
    const forbidden = lines.forbidden(device, space);
    const job = this.#maps.start(who, {
      line: lineOf(connection.settings),
      subject: { connectionId, slaveId, space, from, to },
      nothing: { runs: [], largestRead: null },
      total: to - from + 1,
      work: (run) => tools.mapRegisters(spec, { ...run, forbidden, maxCount }),
    });
    return viewOf(job);
  }

  listMaps(industryId: string): Omit<RegisterMapView, 'runs'>[] {
    return this.#maps.list(industryId).map((job) => {
      const { runs: _, ...rest } = viewOf(job);
      return rest;
    });
  }

  /** @throws Failure `notFound`. */
  readMap(industryId: string, id: string): RegisterMapView {
    return viewOf(this.#maps.read(industryId, id));
  }

  /** @throws Failure `notFound`. */
  cancelMap(industryId: string, id: string): Promise<void> {
    return this.#maps.cancel(industryId, id);
  }

  /** What differs between two maps of one space, where both know. @throws Failure `notFound`, `badRequest`. */
  compare(industryId: string, beforeId: string, afterId: string): { compared: number; changes: Change[] } {
    const before = this.readMap(industryId, beforeId);
    const after = this.readMap(industryId, afterId);
    if (before.space !== after.space) refuse([{ path: 'after', message: 'is a map of another space than before' }]);
    const [old, now] = [wordsOf(before.runs), wordsOf(after.runs)];
    const both = [...old.keys()].filter((address) => now.has(address));
    const changes = both.flatMap((address): Change[] => {
      const [was, is] = [old.get(address) ?? null, now.get(address) ?? null];
      if (was === is) return [];
      const changed = was === null || is === null ? 0 : was ^ is;
      const changedBits = Array.from({ length: 16 }, (_, bit) => bit).filter((bit) => changed & (1 << bit));
      return [{ address, before: was, after: is, changedBits }];
    });
    return { compared: both.length, changes };
  }

  stop(): Promise<void> {
    return this.#maps.stop();
  }
}

const viewOf = ({ view, subject, known }: ReturnType<ToolJobs<Subject, RegisterMap>['read']>): RegisterMapView => ({
  ...view,
  ...subject,
  ...known,
});

/** By address; null where it is known to be absent. */
const wordsOf = (runs: readonly MapRun[]): Map<number, number | null> =>
  new Map(
    runs.flatMap(({ from, to, state, words }) =>
      state === 'present' || state === 'absent'
        ? Array.from({ length: to - from + 1 }, (_, i): [number, number | null] => [from + i, words?.[i] ?? null])
        : [],
    ),
  );
