import type { ConnectionSettings } from '../../contract/model/field.ts';
import type { LineReport } from '../../contract/plant/tools/line.ts';
import { lineCharMs } from '../polling/line.ts';
import type { RawFrame } from '../traffic/trafficRing.ts';

/** Upper edges of the histogram. */
const edgesMs = [5, 10, 20, 50, 100, 200, 500, 1000] as const;

/** What the last frames of a line show besides its counters. */
export type LineFacts = {
  echo: boolean | null;
  turnaroundMs: LineReport['turnaroundMs'];
  /** Bytes were received of which none made an answer. */
  receivedBytes: number;
  /** Most of what follows a request begins after its timeout. */
  isLate: boolean;
};

/**
 * Times from a request's end to its answer's first byte, and whether what was sent comes back. A request of a read can never be its
 * own answer, so that its bytes at the beginning of what is received are an echo.
 */
export const lineFacts = (frames: readonly RawFrame[], settings: ConnectionSettings): LineFacts => {
  const counts = [...edgesMs, null].map((upToMs) => ({ upToMs, count: 0 }));
  const charMs = lineCharMs(settings);
  let [echoes, answers, late, receivedBytes] = [0, 0, 0, 0];
  for (const [i, frame] of frames.entries()) {
    const sent = frames[i - 1];
    if (frame.direction !== 'received') continue;
    receivedBytes += frame.bytes.length;
    if (sent?.direction !== 'sent') continue;
    answers += 1;
    if (settings.kind !== 'tcp' && startsWith(frame.bytes, sent.bytes)) echoes += 1;
    const ms = Math.max(0, (frame.atUs - sent.atUs) / 1000 - charMs * sent.bytes.length);
    if (ms > settings.timeoutMs) late += 1;
    const place = counts.find(({ upToMs }) => upToMs === null || ms <= upToMs);
    if (place) place.count += 1;
  }
  const echo = answers === 0 ? null : echoes > answers / 2;
  return { echo, turnaroundMs: counts, receivedBytes, isLate: late > answers / 2 };
};

const startsWith = (bytes: Uint8Array, beginning: Uint8Array): boolean =>
  bytes.length >= beginning.length && beginning.every((byte, i) => bytes[i] === byte);
