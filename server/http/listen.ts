import { Server as Listener } from 'node:net';
import { Failure } from '../core/fail.ts';
import { holderOf } from './portHolder.ts';

const reasons: Record<string, string> = {
  EACCES: 'may not be opened by this user: choose one from 1024 on, with --port or in headworks.json',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not a known host',
};

const explain = (error: NodeJS.ErrnoException, host: string, port: number): Failure => {
  const place = `cannot listen on ${host}:${port}: it`;
  if (error.code === 'EADDRINUSE')
    return new Failure(
      'portInUse',
      `${place} is in use by ${holderOf(port) ?? 'another program'}. End that program, or choose another port with --port or in headworks.json`,
      { cause: error },
    );
  const code = error.code === 'EACCES' ? 'parameter' : 'unavailable';
  return new Failure(code, `${place} ${reasons[error.code ?? ''] ?? `failed (${error.message})`}`, { cause: error });
};

export const listen = async (server: Listener, host: string, port: number): Promise<void> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
  server.removeAllListeners('error');
};

/** Before work that takes long: whether the port will be there for it. @throws Failure as `HttpServer.start` does. */
export const assertPortFree = async (host: string, port: number): Promise<void> => {
  const server = new Listener();
  await listen(server, host, port);
  await new Promise((resolve) => server.close(resolve));
};
