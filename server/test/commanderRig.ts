/** A commander with a device of its own making, for tests of the way of a frame. */
import { ManualClock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import type { FieldRead, FieldWrite, ReadResult, WriteResult } from '../core/field/command.ts';
import type { AuditEntry } from '../features/audit/index.ts';
import { Commander, type CommanderParts } from '../features/plc/commander.ts';
import type { CommandFrame, CommandRequest } from '../features/plc/commandRequest.ts';
import type { CommandRow, TagValues, WritePoint } from '../features/plc/model.ts';
import { Undecided } from '../features/plc/undecided.ts';
import { FakeCommands } from './fakeCommands.ts';
import { silent } from './httpRig.ts';
import { asha, pointSpec } from './plcRig.ts';

export const START_MS = 1_700_000_000_000;

export const pointOf = (more: object = {}, id = 'p'): WritePoint => ({
  ...pointSpec({ scale: 1, ...more }),
  id,
  industryId: 'DEMO',
  version: 1,
});

export const frameOf = (more: Partial<CommandFrame> = {}): CommandFrame => ({
  frameId: 'PUMP.SPEED',
  fn: 6,
  address: 10,
  write: { kind: 'writeRegister', address: 10, value: 20 },
  point: pointOf(),
  value: 20,
  refusal: null,
  refuseNow: () => null,
  ...more,
});

export const raw = (more: Partial<CommandFrame> = {}): CommandFrame => frameOf({ point: undefined, value: null, ...more });

/** A device whose answers to writes are given, and that keeps what happened around them. */
class Device extends FakeCommands {
  readonly events: string[];
  result: WriteResult = { kind: 'answered' };
  readonly withinMs: number[] = [];
  onRead: () => void = () => undefined;
  /** While the frame waits to leave. */
  onWrite: () => Promise<void> | void = () => undefined;
  /** Once it has left. */
  onSent: () => void = () => undefined;

  constructor(events: string[]) {
    super();
    this.events = events;
  }

  override async read(deviceId: string, place: FieldRead, withinMs: number): Promise<ReadResult> {
    this.events.push(`read ${place.space} ${place.address}`);
    this.onRead();
    return super.read(deviceId, place, withinMs);
  }

  override async write(
    deviceId: string,
    write: FieldWrite,
    withinMs = 0,
    refusal = (): string | null => null,
  ): Promise<WriteResult> {
    await this.onWrite();
    const reason = refusal();
    if (reason !== null) return { kind: 'unsent', reason };
    this.events.push(`write ${deviceId}`);
    this.withinMs.push(withinMs);
    await super.write(deviceId, write);
    this.onSent();
    return this.result;
  }
}

export const rigOf = () => {
  const events: string[] = [];
  const audited: AuditEntry[] = [];
  const rows = new Map<string, CommandRow>();
  const stored: { last: { value: number | null; rawOut: string; atMs: number } | undefined; isFull: boolean } = {
    last: undefined,
    isFull: false,
  };
  const tags = new Map<string, NonNullable<ReturnType<TagValues['tag']>>>();
  const simulated = new Set<string>();
  const device = new Device(events);
  const clock = new ManualClock(START_MS);
  const undecided = new Undecided(clock);
  const commander = new Commander({
    undecided,
    commands: device,
    writer: {
      run: (work: (tx: unknown) => unknown) => work('run'),
      runReserved: (work: (tx: unknown) => unknown) => work('reserved'),
    },
    journal: {
      add: (tx: string, row: CommandRow) => {
        events.push(`${tx}: add ${row.outcome}`);
        rows.set(row.id, row);
      },
      noteBefore: (tx: string, _: string, value: number | null, hex: string) => {
        if (stored.isFull) throw new Failure('storageFull', 'the disk is full');
        events.push(`${tx}: before ${value} ${hex}`);
      },
      markSent: (tx: string) => void events.push(`${tx}: sent`),
      settle: (tx: string, row: CommandRow) => {
        events.push(`${tx}: settle ${row.outcome}`);
        rows.set(row.id, row);
      },
      lastLeft: () => stored.last,
    },
    devices: { tag: (_: string, id: string) => (id === 'level' ? { id, name: id, periodMs: 5000 } : undefined) },
    tags: { tag: (id: string) => tags.get(id) },
    isSimulated: (id: string) => simulated.has(id),
    audit: {
      append: (tx: string, entry: AuditEntry) => {
        events.push(`${tx}: audit`);
        audited.push(entry);
      },
    },
    clock,
    log: silent,
  } as unknown as CommanderParts);
  const run = (frames: CommandFrame[], more: Partial<CommandRequest> = {}) =>
    commander.run(asha, {
      commandId: 'c',
      deviceId: 'plc',
      asset: 'PUMP',
      command: 'SPEED',
      reason: 'night',
      verify: false,
      withinMs: 5000,
      frames,
      ...more,
    });
  return { commander, device, clock, events, audited, rows, stored, tags, simulated, run };
};
