import type { ConnectionSettings } from '../../contract/model/field.ts';
import type { BackoffLimits } from '../../core/backoff.ts';
import type { FieldOperation } from '../ports/codec.ts';

/** Bytes of request and answer on a serial line, CRCs included. */
const charsOf = (operation: FieldOperation): number => {
  switch (operation.kind) {
    case 'read': {
      const isBits = operation.space === 'coil' || operation.space === 'discrete';
      return 8 + 5 + (isBits ? (operation.count + 7) >> 3 : 2 * operation.count);
    }
    case 'writeCoils':
      return 17 + ((operation.values.length + 7) >> 3);
    case 'writeRegisters':
      return 17 + 2 * operation.values.length;
    case 'reportServerId':
    case 'deviceIdentification':
      return 120;
    default:
      return 20;
  }
};

/** One character on a serial line, start, parity and stop bits included; 0 where it is not known. */
export const lineCharMs = (settings: ConnectionSettings): number => {
  if (settings.kind !== 'serial') return 0;
  const { baudRate, dataBits, stopBits, parity } = settings;
  return (1000 * (1 + dataBits + stopBits + (parity === 'none' ? 0 : 1))) / baudRate;
};

/** How long request and answer occupy the wire; the timeout runs on top of it. 0 where it is not known. */
export const wireMs = (settings: ConnectionSettings, operation: FieldOperation): number =>
  Math.ceil(lineCharMs(settings) * charsOf(operation));

/** Silence before each request: the configured pause, on a serial line at least 3.5 characters (1.75 ms above 19200 baud). */
export const pauseMs = (settings: ConnectionSettings): number => {
  if (settings.kind !== 'serial') return settings.pauseBetweenRequestsMs;
  const silenceMs = settings.baudRate > 19_200 ? 1.75 : 3.5 * lineCharMs(settings);
  return Math.max(settings.pauseBetweenRequestsMs, Math.ceil(silenceMs));
};

/** Reconnecting: a connect costs next to nothing, so that a host is found within a second or two however long it was away. */
export const backoffOf = (settings: ConnectionSettings): BackoffLimits =>
  settings.kind === 'serial' ? { baseMs: 2000, capMs: 2000 } : { baseMs: 500, capMs: 900 };

const quickConnectMs = 1000;
const patientEvery = 4;

/** A host that was off answers no attempt that began before: after the first, three in four attempts are short. */
export const connectTimeoutMs = (settings: ConnectionSettings, attempt: number): number => {
  if (settings.kind === 'serial') return 0;
  return attempt % patientEvery === 0 ? settings.connectTimeoutMs : Math.min(settings.connectTimeoutMs, quickConnectMs);
};
