import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { answerIt, OracleServer } from '../field/testing/oracleServer.ts';

/** Requests of so many clients, each one after the other, every path in turn. */
export type Load = { port: number; paths: readonly string[]; clients: number; rounds: number; headers?: Record<string, string> };
export type LoadResult = { ms: number[]; status: number[]; bytes: number; etag: string };

const askOnce = (
  port: number,
  path: string,
  agent: Agent,
  headers: Record<string, string>,
): Promise<LoadResult & { one: number }> =>
  new Promise((done, fail) => {
    const startedMs = performance.now();
    get({ host: '127.0.0.1', port, path, agent, headers: { authorization: 'Bearer bench', ...headers } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () =>
        done({
          one: performance.now() - startedMs,
          ms: [],
          status: [response.statusCode ?? 0],
          bytes,
          etag: String(response.headers.etag ?? ''),
        }),
      );
    }).on('error', fail);
  });

const run = async ({ port, paths, clients, rounds, headers = {} }: Load): Promise<LoadResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const result: LoadResult = { ms: [], status: [], bytes: 0, etag: '' };
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let round = 0; round < rounds; round += 1) {
        const answer = await askOnce(port, paths[(client + round) % paths.length] ?? '/', agent, headers);
        result.ms.push(answer.one);
        result.status.push(...answer.status);
        result.bytes += answer.bytes;
        result.etag = answer.etag;
      }
    }),
  );
  agent.destroy();
  return result;
};

/** A process that asks a server, so that asking takes nothing of the server's own time. */
export class LoadProcess {
  readonly #child: ChildProcess = fork(import.meta.filename, ['--load'], { execArgv: [] });

  async ask(load: Load): Promise<LoadResult> {
    this.#child.send({ load });
    const [result] = await once(this.#child, 'message');
    return result as LoadResult;
  }

  /** Devices that answer every read, in the same process. */
  async devices(count: number): Promise<number[]> {
    this.#child.send({ devices: count });
    const [ports] = await once(this.#child, 'message');
    return ports as number[];
  }

  stop(): void {
    this.#child.kill();
  }
}

if (process.argv[2] === '--load')
  process.on('message', async (order: { load?: Load; devices?: number }) => {
    if (order.load) process.send?.(await run(order.load));
    else {
      const servers = Array.from({ length: order.devices ?? 0 }, () => new OracleServer('mbap', answerIt));
      await Promise.all(servers.map((server) => server.start()));
      process.send?.(servers.map(({ port }) => port));
    }
  });
