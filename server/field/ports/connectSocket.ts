import { connect, isIP, type Socket } from 'node:net';
import { sayRemark } from '../../contract/model/commandRemarks.ts';
import { Failure, messageOf } from '../../core/fail.ts';
import { hostAddresses } from './hostAddresses.ts';

export type SocketSettings = { host: string; port: number; connectTimeoutMs: number };

/** An answer of Modbus TCP has 260 bytes at most; longer input comes in pieces. */
const readBytes = 1024;

/** Of all lines, which share the threads of the process. */
const findAddress = hostAddresses();

/** As the system's own: with a code, by which callers recognise it. */
const timedOut = (ms: number): Error => Object.assign(new Error(`no answer within ${ms} ms`), { code: 'ETIMEDOUT' });

/**
 * A new socket and the promise that it is connected, failing with `linkDown`. When the connect time is over the
 * socket is destroyed, so that it cannot come up later unseen. Destroying it earlier fails the promise. The time begins once the
 * address of a host name is known: a first name server that is gone costs more than it, and each try given up leaves a search behind.
 * @param onRead gets what comes, in a buffer that is written over by the next read, in place of `data` events: Node makes a buffer of
 * 64 KiB for each of those.
 */
export const connectSocket = (
  { host, port, connectTimeoutMs }: SocketSettings,
  onRead?: (chunk: Buffer) => void,
): { socket: Socket; connected: Promise<void> } => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const buffer = Buffer.allocUnsafeSlow(readBytes);
  const callback = (length: number): boolean => {
    onRead?.(buffer.subarray(0, length));
    return true;
  };
  const options = { host, port, lookup: findAddress, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 };
  const socket = connect(onRead ? { ...options, onread: { buffer, callback } } : options);
  const fail = (error: unknown): void => {
    settle();
    reject(
      new Failure('linkDown', sayRemark('cannotConnect', { address: `${host}:${port}`, why: messageOf(error) }), {
        cause: error,
      }),
    );
  };
  const onClose = (): void => fail(new Error('closed while connecting'));
  const onConnect = (): void => {
    settle();
    resolve();
  };
  let timer: NodeJS.Timeout | undefined;
  const onAddress = (): void => {
    timer ??= setTimeout(() => socket.destroy(timedOut(connectTimeoutMs)), connectTimeoutMs);
  };
  const settle = (): void => {
    clearTimeout(timer);
    socket.off('lookup', onAddress).off('close', onClose).off('connect', onConnect);
  };
  if (isIP(host)) onAddress();
  else socket.on('lookup', onAddress);
  socket.once('error', fail).once('close', onClose).once('connect', onConnect);
  return { socket, connected: promise };
};

/** Ends a connection now. `isWriting`: what may still wait in the system's buffer must not reach the device when the network comes back. */
export const endSocket = (socket: Socket | null, isWriting: boolean): void => {
  if (isWriting) socket?.resetAndDestroy();
  else socket?.destroy();
};
