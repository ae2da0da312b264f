import type { ConnectionSettings } from '../../contract/model/field.ts';
import type { EndpointReport } from '../../contract/plant/tools/scan.ts';
import type { Clock } from '../../core/clock.ts';
import { type Failure, isFailure, messageOf } from '../../core/fail.ts';
import { LineSession } from './lineSession.ts';

const UNKNOWN_NAME = 'The host name is not known here. Use the IP address, or check the name server.';
const NO_WAY = 'There is no way to this address. Check the network cable, the address and the subnet mask of both sides.';

/** By the system's code of the error. */
const connectFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED:
    'The host is there and refuses the connection: nothing listens on this port. Check the port number, and whether Modbus TCP is switched on in the device.',
  ENOTFOUND: UNKNOWN_NAME,
  EAI_AGAIN: UNKNOWN_NAME,
  EHOSTUNREACH: NO_WAY,
  ENETUNREACH: NO_WAY,
  ETIMEDOUT: 'Nobody answered the connection attempt. Check power, cable and address of the device, and firewalls between.',
};

/** Why a connection was not made; the failure's cause has the system's code. */
const connectFaultOf = (error: unknown): string => {
  const cause: unknown = isFailure(error) ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return connectFaults[code] ?? `The connection failed: ${messageOf(error)}.`;
};

const silenceOf = (failure: Failure, slaveId: number): string => {
  switch (failure.code) {
    case 'timeout':
      return `The port is open, but unit ${slaveId} did not answer a Modbus request. Try another unit id (1, 255 or the one of the manual), or scan.`;
    case 'linkDown':
      return 'The connection was accepted and closed at once: the device may allow only few connections and has them in use, or allows this address none.';
    default:
      return 'Something answers on this port, but not as Modbus TCP does. Check the port, and whether the gateway carries RTU frames (RTU over TCP).';
  }
};

/** Connects once and reads one register; the fault is said in words, with what to try next. */
export const testEndpoint = async (
  settings: ConnectionSettings,
  slaveId: number,
  { clock, random }: { clock: Clock; random: () => number },
): Promise<EndpointReport> => {
  const { signal } = new AbortController();
  const session = new LineSession(settings, { clock, random, signal });
  const startedMs = clock.monotonicMs();
  try {
    await session.open();
  } catch (error) {
    return { reached: false, connectMs: null, answersModbus: null, answerMs: null, words: connectFaultOf(error) };
  }
  const connectMs = round(clock.monotonicMs() - startedMs);
  const askedMs = clock.monotonicMs();
  const read = { kind: 'read', space: 'holding', address: 0, count: 1 } as const;
  try {
    const { rttMs } = await session.ask({ unit: slaveId, operation: read, timeoutMs: settings.timeoutMs, acceptAnyUnit: false });
    const words = `Connected in ${connectMs} ms; unit ${slaveId} answered Modbus in ${round(rttMs)} ms.`;
    return { reached: true, connectMs, answersModbus: true, answerMs: round(rttMs), words };
  } catch (error) {
    if (!isFailure(error)) throw error;
    const exception = error.code === 'exception' ? (error.details.exception ?? 0) : null;
    if (exception === null)
      return { reached: true, connectMs, answersModbus: false, answerMs: null, words: silenceOf(error, slaveId) };
    const answerMs = round(clock.monotonicMs() - askedMs);
    const isAway = exception === 10 || exception === 11;
    const words = isAway
      ? `Connected in ${connectMs} ms; a gateway answers, but unit ${slaveId} behind it does not. Check the unit id and the serial side.`
      : `Connected in ${connectMs} ms; unit ${slaveId} answers Modbus: it refused the test read with exception ${exception}, which is an answer.`;
    return { reached: true, connectMs, answersModbus: true, answerMs, words };
  } finally {
    await session.close();
  }
};

const round = (ms: number): number => Math.round(10 * ms) / 10;
