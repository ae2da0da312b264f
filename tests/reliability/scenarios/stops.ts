import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { PlantServer } from '../plantServer.ts';
import { Faults, quantile, type Scenario } from '../scenario.ts';
import { Writers } from '../writers.ts';

const STOP_WITHIN_MS = 2000;

/** A request whose body never comes whole. */
const halfRequest = (port: number, token: string): Socket => {
  const socket = connect({ port, host: '127.0.0.1' }, () =>
    socket.write(
      `POST /api/plant/readings/manual HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"unitId":`,
    ),
  );
  socket.on('error', () => undefined);
  return socket;
};

/** How late timers of this process are: what a busy machine adds to everything that is measured. */
const latenessMs = async (): Promise<number> => {
  const startedMs = performance.now();
  await wait(500);
  return performance.now() - startedMs - 500;
};

/** Asked to end while eight clients write and twenty requests are half sent. */
export const stops: Scenario = {
  ids: 'S-m13',
  name: 'SIGTERM while eight clients write and twenty requests are half sent',
  isShort: true,
  run: async (isShort) => {
    const rounds = isShort ? 3 : 20;
    const faults = new Faults();
    const server = new PlantServer();
    const stopsMs: number[] = [];
    try {
      await server.fill();
      const writers = new Writers(server);
      for (let round = 0; round < rounds; round += 1) {
        await server.start();
        await writers.prepare();
        const token = await server.login();
        writers.start();
        const half = Array.from({ length: 20 }, () => halfRequest(server.port, token));
        await wait(500);
        const lateMs = await latenessMs();
        const startedMs = performance.now();
        const code = await server.end();
        const tookMs = performance.now() - startedMs;
        stopsMs.push(tookMs);
        await writers.stop();
        for (const socket of half) socket.destroy();
        const long = /"part":"[^}]*took long to stop/g.exec(server.output())?.[0] ?? '';
        faults.expect(code === 0, `round ${round}: it ended with ${code}`);
        faults.expect(tookMs - lateMs <= STOP_WITHIN_MS, `round ${round}: it took ${tookMs.toFixed(0)} ms ${long}`);
        const { lost, integrity } = writers.lost();
        faults.expect(lost === 0, `round ${round}: ${lost} acknowledged writes are not there`);
        faults.expect(integrity === 'ok', `round ${round}: ${integrity}`);
      }
      const figures = {
        stops: rounds,
        'p50 ms': Math.round(quantile(stopsMs, 0.5)),
        'most ms': Math.round(Math.max(...stopsMs)),
      };
      return { figures: { ...figures, acknowledged: writers.acknowledged.size }, faults: faults.list };
    } finally {
      await server.remove();
    }
  },
};
