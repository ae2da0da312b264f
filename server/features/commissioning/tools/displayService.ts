import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DisplayCandidate, DisplayMatchView } from '../../../contract/plant/tools/registers.ts';
import { Failure, isFailure } from '../../../core/fail.ts';
import type { DisplayReading, FieldTools, RegisterSample, ToolTarget } from '../../../core/field/fieldTools.ts';
import { requireFound } from '../../../core/refusal.ts';
import type { ToolLines } from './toolLines.ts';

/** Addresses counted from 1, and values a register off, begin within two of the address of the manual; 64 bits are four registers. */
const STARTS = [0, -1, -2, 1, 2] as const;
const END = 6;

/** Windows around an address, the longest first: what a device with holes gives of them holds most of the values that may be meant. */
type Window = readonly [offset: number, length: number];
const windows: readonly Window[] = [8, 7, 6, 5, 4, 3, 2, 1].flatMap((length) =>
  STARTS.filter((offset) => offset + length <= END).map((offset) => [offset, length] as const),
);
const READINGS_TO_CONFIRM = 3;
const MOST_READINGS = 20;
/** How long a number may be on its way from the display to the server. */
const KEPT_MS = 20_000;
const MOST_SAMPLES = 40;
/** Of all industries together; the oldest is forgotten. */
const MOST_KEPT = 200;

type TimedSample = RegisterSample & { atMs: number };
type Session = {
  id: string;
  industryId: string;
  target: ToolTarget & { space: 'holding' | 'input' };
  address: number;
  /** Of the last seconds, oldest first. */
  samples: TimedSample[];
  readings: DisplayReading[];
  /** After the last reading. */
  view: DisplayMatchView;
  /** What the device gave last, asked for first. */
  window?: Window;
};

/** Finds a value's encoding from what the display shows, over several readings. */
export class DisplayService {
  readonly #tools: FieldTools;
  readonly #lines: ToolLines;
  readonly #sessions = new LRUCache<string, Session>({ max: MOST_KEPT });

  constructor(tools: FieldTools, lines: ToolLines) {
    this.#tools = tools;
    this.#lines = lines;
  }

  /**
   * Without a number it only begins to look at the registers.
   * @throws Failure `badRequest`, `notFound`, `unavailable`.
   */
  async start(
    industryId: string,
    { address, shown, ...target }: Session['target'] & { address: number; shown?: string | undefined },
  ): Promise<DisplayMatchView> {
    const id = randomUUID();
    const view = viewOf(id, [], []);
    const session: Session = { id, industryId, target, address, samples: [], readings: [], view };
    await this.#sample(session);
    if (shown !== undefined) this.#add(session, shown);
    this.#sessions.set(id, session);
    return session.view;
  }

  /** Reads the registers once more, so that a number which moves on while it is typed is still found. @throws as `confirm`. */
  async look(industryId: string, id: string): Promise<DisplayMatchView> {
    const session = this.#session(industryId, id);
    await this.#sample(session);
    return session.view;
  }

  /** @throws Failure `notFound`, `badRequest`, `unavailable`. */
  async confirm(industryId: string, id: string, shown: string): Promise<DisplayMatchView> {
    const session = this.#session(industryId, id);
    await this.#sample(session);
    this.#add(session, shown);
    return session.view;
  }

  #session(industryId: string, id: string): Session {
    const session = this.#sessions.get(id);
    return requireFound(session?.industryId === industryId ? session : undefined, 'display match');
  }

  async #sample(session: Session): Promise<void> {
    const sample = await this.#readAround(session);
    const kept = session.samples.filter(({ atMs }) => atMs <= sample.atMs && sample.atMs - atMs <= KEPT_MS);
    session.samples = [...kept, sample].slice(-MOST_SAMPLES);
  }

  #add(session: Session, shown: string): void {
    session.readings = [...session.readings, { shown, samples: session.samples }].slice(-MOST_READINGS);
    session.view = viewOf(session.id, session.readings, this.#tools.matchDisplay(session.address, session.readings));
  }

  /** The largest window that the device gives; some refuse to be read across a hole. */
  async #readAround(session: Session): Promise<TimedSample> {
    const { industryId, target, address } = session;
    const { space, ...device } = target;
    const forbidden = this.#lines.forbidden(this.#lines.target(industryId, device).device, space);
    let refusal: unknown;
    for (const window of session.window ? [session.window, ...windows] : windows) {
      const [offset, length] = window;
      const from = Math.max(0, address + offset);
      const count = Math.min(65_536, address + offset + length) - from;
      if (count < 1 || forbidden.some((range) => range.from < from + count && range.to >= from)) continue;
      try {
        const { words, atMs } = await this.#lines.read(industryId, device, { space, address: from, count });
        session.window = window;
        return { address: from, words, atMs };
      } catch (error) {
        // refused by the device, or more than it takes at once
        if (!isFailure(error) || (error.details.exception === undefined && error.code !== 'badRequest')) throw error;
        refusal = error;
      }
    }
    throw refusal ?? new Failure('badRequest', `no register around ${address} may be read`);
  }
}

/** The same registers read the same way, but for the sign that no reading has shown. */
const isSameReading = (one: DisplayCandidate, other: DisplayCandidate): boolean =>
  one.address === other.address &&
  one.wordOrder === other.wordOrder &&
  one.scale === other.scale &&
  one.type.replace('u', '') === other.type.replace('u', '');

const viewOf = (id: string, given: readonly DisplayReading[], candidates: DisplayCandidate[]): DisplayMatchView => {
  const readings = given.length;
  const moved = new Set(given.map((one) => Number(one.shown.replace(',', '.')))).size > 1;
  const [first] = candidates;
  const isAlone = first !== undefined && candidates.every((one) => isSameReading(one, first));
  const confirmed = readings >= READINGS_TO_CONFIRM && moved && isAlone;
  return { id, readings, moved, confirmed, words: wordsOf({ candidates, readings, moved, confirmed }), candidates };
};

const wordsOf = ({
  candidates,
  readings,
  moved,
  confirmed,
}: Pick<DisplayMatchView, 'candidates' | 'readings' | 'moved' | 'confirmed'>): string => {
  const [first] = candidates;
  if (readings === 0) return 'Type the number as the display shows it.';
  if (!first)
    return 'Nothing around this address gives that number. Check the address and whether it is a holding or an input register; type the number again exactly as shown.';
  if (confirmed) return `Confirmed by ${readings} readings: ${first.decode}.`;
  if (readings > 1 && !moved)
    return `Likeliest: ${first.decode}. The number has not changed: type it again when the display shows another one.`;
  const rest = candidates.length - 1;
  const others = rest === 0 ? '' : ` ${rest} other ${rest === 1 ? 'way fits' : 'ways fit'} too.`;
  return `Likeliest: ${first.decode}.${others} Type what the display shows now, ${readings < READINGS_TO_CONFIRM ? 'until three readings agree' : 'best after a large change'}.`;
};
