import { setTimeout as wait } from 'node:timers/promises';
import { PlantServer } from '../plantServer.ts';
import { Faults, quantile, type Scenario } from '../scenario.ts';
import { statusText, Writers } from '../writers.ts';

/** The server is killed while eight clients write; everything acknowledged must be there, each time. */
export const kills: Scenario = {
  ids: 'A1',
  name: 'kill -9 while eight clients write',
  isShort: true,
  run: async (isShort) => {
    const rounds = isShort ? 6 : 200;
    const faults = new Faults();
    const server = new PlantServer();
    const startsMs: number[] = [];
    try {
      await server.fill();
      await server.start();
      const writers = new Writers(server);
      for (let round = 0; round < rounds; round += 1) {
        await writers.prepare();
        writers.start();
        await writers.acknowledgeMore(4);
        await wait((round * 137) % 500);
        await server.kill();
        await writers.stop();
        const { lost, integrity } = writers.lost();
        faults.expect(lost === 0, `round ${round}: ${lost} acknowledged writes are not there`);
        faults.expect(integrity === 'ok', `round ${round}: ${integrity}`);
        await server.start();
        startsMs.push(server.startMs);
      }
      faults.expect(writers.acknowledged.size > rounds * 3, `only ${writers.acknowledged.size} writes were acknowledged`);
      return {
        figures: {
          kills: rounds,
          acknowledged: writers.acknowledged.size,
          answers: statusText(writers.statuses),
          'ready again p50 ms': Math.round(quantile(startsMs, 0.5)),
          'ready again p95 ms': Math.round(quantile(startsMs, 0.95)),
        },
        faults: faults.list,
      };
    } finally {
      await server.remove();
    }
  },
};
