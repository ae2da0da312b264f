import type { Pulse } from './contract/process/shell.ts';
import type { Plant } from './plant.ts';

/** What the desktop's tray shows of the plant. The delay of the event loop is added by whoever measures it. */
export const pulseOf = (
  { gateway, directory, alerts }: Pick<Plant, 'gateway' | 'directory' | 'alerts'>,
  nowMs: number,
): Pulse => {
  const { channels, tags } = gateway.status();
  const newestMs = tags.reduce((newest, { lastGoodAtMs }) => Math.max(newest, lastGoodAtMs ?? 0), 0);
  const open = directory.industries().flatMap(({ id }) => alerts.alarms.open(id));
  return {
    loopDelayMs: 0,
    lines: channels.length,
    linesUp: channels.filter(({ state }) => state === 'ready' || state === 'busy').length,
    points: tags.length,
    unacknowledged: open.filter(({ ackedAtMs, insight }) => ackedAtMs === null && !insight).length,
    lastReadingAgeMs: newestMs > 0 ? Math.max(0, nowMs - newestMs) : null,
  };
};
