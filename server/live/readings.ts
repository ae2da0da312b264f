import type { LiveValue } from '../contract/live/messages.ts';
import type { LiveUpdate } from '../core/bus.ts';
import { isoOrNull } from '../core/time.ts';
import { encode } from './encode.ts';
import type { LiveSocket } from './liveSocket.ts';

type Moment = { at: string; industryId: string };

const toLiveValue = ({ unitId, param, value, quality, atMs }: LiveUpdate): LiveValue => ({
  unitId,
  param,
  value,
  quality,
  at: isoOrNull(atMs),
});

/** Whether a client asked for the live values of a unit. */
const wants = ({ readings }: Pick<LiveSocket, 'readings'>, unitId: string): boolean =>
  readings === 'all' || readings?.has(unitId) === true;

/** The message with live values, of those a client asked for; without any it says that the line lives. */
export const readingText = ({ at, industryId }: Moment, values: readonly LiveUpdate[]): string =>
  encode({ v: 1, type: 'reading', at, industryId, values: values.map(toLiveValue) });

/** What a client that asks now has to know first: the latest values of what it asked for. */
export const firstReadings = (socket: LiveSocket, moment: Moment, latest: readonly LiveUpdate[]): string =>
  readingText(
    moment,
    latest.filter(({ unitId }) => wants(socket, unitId)),
  );

/**
 * Sends values that changed to those who asked for them: one text for all who want everything, and to each other client what is of its
 * units, if there is any.
 */
export const sendReadings = (sockets: readonly LiveSocket[], moment: Moment, values: readonly LiveUpdate[]): void => {
  const forAll = lazily(() => readingText(moment, values));
  for (const socket of sockets) {
    if (socket.readings === 'all') {
      socket.send(forAll());
      continue;
    }
    const own = values.filter(({ unitId }) => wants(socket, unitId));
    if (own.length > 0) socket.send(readingText(moment, own));
  }
};

const lazily = (make: () => string): (() => string) => {
  let made: string | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** The beat of an industry: the server lives, and so new is the newest good value of it. */
export const beatText = ({ at }: Moment, latest: readonly LiveUpdate[]): string => {
  const newestAtMs = latest.reduce<number | null>(
    (newest, { atMs }) => (atMs === null ? newest : Math.max(newest ?? atMs, atMs)),
    null,
  );
  return encode({ v: 1, type: 'beat', at, newestValueAt: isoOrNull(newestAtMs) });
};
