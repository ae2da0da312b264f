import { connect, type Socket } from 'node:net';
import { sayRemark } from '../../contract/model/commandRemarks.ts';
import { Failure, messageOf } from '../../core/fail.ts';

export type SocketSettings = { host: string; port: number; connectTimeoutMs: number };

/** As the system's own: with a code, by which callers recognise it. */
const timedOut = (ms: number): Error => Object.assign(new Error(`no answer within ${ms} ms`), { code: 'ETIMEDOUT' });

/**
 * A new socket and the promise that it is connected, failing with `linkDown`. When the connect time is over the
 * socket is destroyed, so that it cannot come up later unseen. Destroying it earlier fails the promise.
 */
export const connectSocket = ({ host, port, connectTimeoutMs }: SocketSettings): { socket: Socket; connected: Promise<void> } => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 });
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
  const timer = setTimeout(() => socket.destroy(timedOut(connectTimeoutMs)), connectTimeoutMs);
  const settle = (): void => {
    clearTimeout(timer);
    socket.off('close', onClose).off('connect', onConnect);
  };
  socket.once('error', fail).once('close', onClose).once('connect', onConnect);
  return { socket, connected: promise };
};
