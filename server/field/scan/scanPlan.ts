import type { ConnectionSettings } from '../../contract/model/field.ts';
import type { LineFormat, ScanSpec } from '../../contract/plant/tools/scan.ts';
import type { ScanPlan } from '../../core/field/fieldTools.ts';
import { pauseMs, wireMs } from '../polling/line.ts';

const serialTimeoutMs = 120;
const networkTimeoutMs = 500;
/** Silence after an unanswered request; a late answer is recognised by its unit id. */
const quietMs = 20;

/** Formats as devices are delivered, the commonest first; what is not in it comes after. */
const likely: readonly string[] = [
  '9600 none 1',
  '9600 even 1',
  '19200 even 1',
  '19200 none 1',
  '9600 odd 1',
  '9600 none 2',
  '4800 none 1',
  '4800 even 1',
  '38400 none 1',
  '115200 none 1',
  '2400 none 1',
  '2400 even 1',
  '57600 none 1',
  '38400 even 1',
];
const usualBauds = [9600, 19_200, 4800, 38_400];
const usualParities = ['none', 'even'] as const;

const rankOf = ({ baudRate, parity, stopBits }: LineFormat): number => {
  const rank = likely.indexOf(`${baudRate} ${parity} ${stopBits}`);
  return rank < 0 ? likely.length : rank;
};

const formatsOf = ({ baudRates = usualBauds, parities = [...usualParities], stopBits = [1] }: ScanSpec): LineFormat[] =>
  baudRates
    .flatMap((baudRate) => parities.flatMap((parity) => stopBits.map((stops) => ({ baudRate, parity, stopBits: stops }))))
    .filter((format, i, all) => all.findIndex((other) => rankKey(other) === rankKey(format)) === i)
    .sort((a, b) => rankOf(a) - rankOf(b) || b.baudRate - a.baudRate);

const rankKey = ({ baudRate, parity, stopBits }: LineFormat): string => `${baudRate} ${parity} ${stopBits}`;

/**
 * What a scan asks, in order, and how long that takes when nobody answers. Per unit: the request and its answer on the wire, the
 * timeout, the silence after it and the pause before the next; on a network only the timeout is known.
 */
export const planScan = (settings: ConnectionSettings, spec: ScanSpec): ScanPlan => {
  const isSerial = settings.kind === 'serial';
  const timeoutMs = spec.timeoutMs ?? (isSerial ? serialTimeoutMs : networkTimeoutMs);
  const formats = isSerial ? formatsOf(spec) : [null];
  const units = Array.from({ length: Math.max(0, spec.to - spec.from + 1) }, (_, i) => spec.from + i);
  const tried = formats.map((format): ConnectionSettings => {
    const common = { pauseAfterConnectMs: 0, timeoutMs };
    if (settings.kind === 'serial') return { ...settings, ...format, ...common, quietMs };
    return settings.kind === 'rtuTcp' ? { ...settings, ...common, quietMs } : { ...settings, ...common };
  });
  const probe = { kind: 'read', space: spec.space, address: 0, count: 1 } as const;
  const unitMs = (one: ConnectionSettings): number =>
    wireMs(one, probe) + timeoutMs + pauseMs(one) + (one.kind === 'tcp' ? 0 : quietMs);
  const seconds = tried.reduce((sum, one) => sum + units.length * unitMs(one), 0) / 1000;
  return {
    settings: tried,
    formats,
    units,
    timeoutMs,
    requests: tried.length * units.length,
    seconds: Math.round(10 * seconds) / 10,
  };
};
