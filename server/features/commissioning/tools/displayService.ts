import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { DisplayCandidate, DisplayMatchView } from '../../../contract/plant/tools/registers.ts';
import { Failure, isFailure } from '../../../core/fail.ts';
import type { DisplayReading, FieldTools, ToolTarget } from '../../../core/field/fieldTools.ts';
import { requireFound } from '../../../core/refusal.ts';
import type { ToolLines } from './toolLines.ts';

/** Addresses counted from 1, and values a register off, begin within two of the address of the manual; 64 bits are four registers. */
const STARTS = [0, -1, -2, 1, 2] as const;
const END = 6;

/** Windows around an address, the longest first: what a device with holes gives of them holds most of the values that may be meant. */
const windows: readonly (readonly [offset: number, length: number])[] = [8, 7, 6, 5, 4, 3, 2, 1].flatMap((length) =>
  STARTS.filter((offset) => offset + length <= END).map((offset) => [offset, length] as const),
);
const READINGS_TO_CONFIRM = 3;
const MOST_READINGS = 20;
/** Of all industries together; the oldest is forgotten. */
const MOST_KEPT = 200;

type Session = {
  id: string;
  industryId: string;
  target: ToolTarget & { space: 'holding' | 'input' };
  address: number;
  readings: DisplayReading[];
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

  /** @throws Failure `badRequest`, `notFound`, `unavailable`. */
  async start(
    industryId: string,
    { address, shown, ...target }: Session['target'] & { address: number; shown: string },
  ): Promise<DisplayMatchView> {
    const session: Session = { id: randomUUID(), industryId, target, address, readings: [] };
    const view = await this.#add(session, shown);
    this.#sessions.set(session.id, session);
    return view;
  }

  /** @throws Failure `notFound`, `badRequest`, `unavailable`. */
  confirm(industryId: string, id: string, shown: string): Promise<DisplayMatchView> {
    const session = this.#sessions.get(id);
    return this.#add(requireFound(session?.industryId === industryId ? session : undefined, 'display match'), shown);
  }

  async #add(session: Session, shown: string): Promise<DisplayMatchView> {
    session.readings.push({ shown, ...(await this.#readAround(session)) });
    if (session.readings.length > MOST_READINGS) session.readings.shift();
    const candidates = this.#tools.matchDisplay(session.address, session.readings);
    const moved = new Set(session.readings.map((one) => Number(one.shown.replace(',', '.')))).size > 1;
    const [first] = candidates;
    const isAlone = first !== undefined && candidates.every((one) => isSameReading(one, first));
    const confirmed = session.readings.length >= READINGS_TO_CONFIRM && moved && isAlone;
    const readings = session.readings.length;
    return { id: session.id, readings, moved, confirmed, words: wordsOf({ candidates, readings, moved, confirmed }), candidates };
  }

  /** The largest window that the device gives; some refuse to be read across a hole. */
  async #readAround({ industryId, target, address }: Session): Promise<{ address: number; words: readonly number[] }> {
    const { space, ...device } = target;
    const forbidden = this.#lines.forbidden(this.#lines.target(industryId, device).device, space);
    let refusal: unknown;
    for (const [offset, length] of windows) {
      const from = Math.max(0, address + offset);
      const count = Math.min(65_536, address + offset + length) - from;
      if (count < 1 || forbidden.some((range) => range.from < from + count && range.to >= from)) continue;
      try {
        const { words } = await this.#lines.read(industryId, device, { space, address: from, count });
        return { address: from, words };
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

const wordsOf = ({
  candidates,
  readings,
  moved,
  confirmed,
}: Pick<DisplayMatchView, 'candidates' | 'readings' | 'moved' | 'confirmed'>): string => {
  const [first] = candidates;
  if (!first)
    return 'Nothing around this address gives that number. Check the address and whether it is a holding or an input register; type the number again exactly as shown.';
  if (confirmed) return `Confirmed by ${readings} readings: ${first.decode}.`;
  if (readings > 1 && !moved)
    return `Likeliest: ${first.decode}. The number has not changed: type it again when the display shows another one.`;
  const rest = candidates.length - 1;
  const others = rest === 0 ? '' : ` ${rest} other ${rest === 1 ? 'way fits' : 'ways fit'} too.`;
  return `Likeliest: ${first.decode}.${others} Type what the display shows now, ${readings < READINGS_TO_CONFIRM ? 'until three readings agree' : 'best after a large change'}.`;
};
