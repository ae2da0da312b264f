import type { DeviceTemplate } from '../../contract/model/deviceTemplates.ts';
import type { DecodeSpec, Space, TagKind } from '../../contract/model/field.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { compileDecoder, type Decoder } from '../decode/decode.ts';
import { encodeValue } from '../decode/encode.ts';
import { spanOf } from '../polling/span.ts';
import { type FaultKind, isValueFault, type SimulatedFault } from './faults.ts';
import type { RequestFrame } from './frames.ts';
import type { SimulatedIdentity } from './identity.ts';
import { answerPdu, isWriteRequest } from './pdu.ts';
import { type Holes, RegisterBank } from './registerBank.ts';
import { ValueFaults } from './valueFaults.ts';
import { WireFaults } from './wireFaults.ts';
import { WriteLog } from './writeLog.ts';

export type SimulatedTag = { name: string; kind: TagKind; decode: DecodeSpec; initial: number | string };

export type SimulatedDeviceOptions = {
  slaveId: number;
  name?: string;
  tags: readonly SimulatedTag[];
  /** What unmapped addresses answer; exception 2 where absent. */
  holes?: Holes;
  /** What it answers to functions 17 and 43/14; exception 1 where absent, as plain meters do. */
  identity?: SimulatedIdentity | undefined;
};

type Cell = { tag: SimulatedTag; decoder: Decoder; faults: ValueFaults; value: number | string; atMs: number };

/** A template's signals at their typical values. */
export const tagsOfTemplate = (template: DeviceTemplate): SimulatedTag[] =>
  template.tags.map(({ name, kind, decode, typical }) => ({ name, kind, decode, initial: typical }));

/** One Modbus device made of registers: what it measures is set by name, what it answers is what a master would read. */
export class SimulatedDevice {
  readonly slaveId: number;
  readonly name: string;
  readonly writes: WriteLog;
  readonly #clock: Clock;
  readonly #bank: RegisterBank;
  readonly #cells = new Map<string, Cell>();
  readonly #wire: WireFaults;
  readonly #identity: SimulatedIdentity | undefined;
  #unplugged = false;

  constructor({ slaveId, name, tags, holes, identity }: SimulatedDeviceOptions, clock: Clock) {
    this.slaveId = slaveId;
    this.name = name ?? `device ${slaveId}`;
    this.#clock = clock;
    this.#identity = identity;
    this.#bank = new RegisterBank(holes ?? 'refuse');
    this.#wire = new WireFaults(clock);
    this.writes = new WriteLog(clock);
    for (const { decode, equals } of identity?.registers ?? [])
      this.#bank.define(decode.space, spanOf(decode).address, encodeValue(decode, equals));
    for (const tag of tags) {
      this.#cells.set(tag.name, {
        tag,
        decoder: compileDecoder(tag.decode),
        faults: new ValueFaults(tag.kind),
        value: tag.initial,
        atMs: clock.now(),
      });
      this.set(tag.name, tag.initial);
    }
  }

  get tagNames(): string[] {
    return [...this.#cells.keys()];
  }

  /** Gives a tag its true engineering value at `atMs` (epoch ms, now where absent). A value its registers cannot hold fails. */
  set(tagName: string, value: number | string, atMs: number = this.#clock.now()): void {
    const cell = this.#cell(tagName);
    cell.value = value;
    cell.atMs = atMs;
    this.#show(cell);
  }

  /** What a master would decode now: the shown value, or what it wrote itself. */
  get(tagName: string): number | string | null {
    const { tag, decoder } = this.#cell(tagName);
    const { address, count } = spanOf(tag.decode);
    return decoder.decode(this.#bank.read(tag.decode.space, address, count) ?? [], 0).value;
  }

  /** Raw registers (0/1 for coils and discrete inputs), whether a tag is there or not. */
  define(space: Space, address: number, words: readonly number[]): void {
    this.#bank.define(space, address, words);
  }

  /** Switches a fault on; one of each kind on the wire, one of each kind per tag. */
  inject(fault: SimulatedFault): void {
    if (!isValueFault(fault)) {
      this.#wire.inject(fault);
      return;
    }
    const cell = this.#cell(fault.tag);
    const { value, atMs } = cell;
    if (typeof value !== 'number')
      throw new Failure('parameter', `${fault.tag} is a text and cannot have the fault ${fault.kind}`);
    cell.faults.inject(fault, { value, atMs, shown: cell.faults.shown(value, atMs) });
    this.#show(cell);
  }

  /** Switches off one kind of fault, or all; a counter keeps what leaked. */
  clear(kind?: FaultKind): void {
    this.#wire.clear(kind);
    for (const cell of this.#cells.values()) {
      // a cell without faults keeps what a master wrote
      if (cell.faults.clear(kind, cell.atMs)) this.#show(cell);
    }
  }

  faults(): SimulatedFault[] {
    return [...this.#wire.list(), ...[...this.#cells.values()].flatMap(({ faults }) => faults.list())];
  }

  /** Off the line without being a fault: a replayed recording has nothing for this time. */
  unplug(unplugged: boolean): void {
    this.#unplugged = unplugged;
  }

  /** Answer to a request for this unit; undefined where there is none. A silent device carries nothing out. */
  answer(request: RequestFrame): { bytes: Buffer; delayMs: number } | undefined {
    if (isWriteRequest(request.pdu)) this.writes.add(request);
    if (this.#unplugged || this.#wire.isSilent()) return undefined;
    const refused = this.#wire.exceptionCode() !== undefined;
    return this.#wire.framed(request, refused ? request.pdu : answerPdu(this.#bank, request.pdu, this.#identity));
  }

  #cell(tagName: string): Cell {
    const cell = this.#cells.get(tagName);
    if (!cell) throw new Failure('parameter', `${this.name} (unit ${this.slaveId}) has no tag "${tagName}"`);
    return cell;
  }

  #show({ tag, faults, value, atMs }: Cell): void {
    const { space } = tag.decode;
    const { address, count } = spanOf(tag.decode);
    const shown = typeof value === 'number' ? faults.shown(value, atMs) : value;
    const current = Array.from({ length: count }, (_, i) => this.#bank.read(space, address + i, 1)?.[0] ?? 0);
    this.#bank.define(space, address, encodeValue(tag.decode, shown, current));
  }
}
