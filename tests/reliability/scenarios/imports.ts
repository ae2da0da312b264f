import { rowsWorkbook } from '../../../server/test/rowsWorkbook.ts';
import { PlantServer } from '../plantServer.ts';
import { Faults, quantile, type Scenario } from '../scenario.ts';

const MIB_MOST = 300;

/** Six workbooks of 900,000 rows at once, again and again: neither memory nor other answers may pay for them. */
export const imports: Scenario = {
  ids: 'A17, A22',
  name: 'imports of 900,000 rows, six at once',
  isShort: true,
  lacks: () => (process.platform === 'linux' ? undefined : 'memory is read from /proc'),
  run: async (isShort) => {
    const checks = new Faults();
    const server = new PlantServer();
    try {
      await server.fill();
      await server.start();
      const token = await server.login('technician');
      const file = Uint8Array.from(await rowsWorkbook(900_000));
      const before = server.memoryMiB().now;
      const waits: number[] = [];
      let isOn = true;
      const asking = (async (): Promise<void> => {
        while (isOn) {
          const startedMs = performance.now();
          await server.ask('/api/plant/overview', token);
          waits.push(performance.now() - startedMs);
        }
      })();
      const send = async (): Promise<number> => {
        const form = new FormData();
        form.set('file', new Blob([file]), 'field.xlsx');
        const headers = { authorization: `Bearer ${token}` };
        const reply = await fetch(`${server.url}/api/plant/configuration/import?dryRun=true`, {
          method: 'POST',
          headers,
          body: form,
        });
        const text = await reply.text();
        checks.expect(
          reply.status === 400 || reply.status === 429,
          `an import was answered ${reply.status}: ${text.slice(0, 100)}`,
        );
        return reply.status;
      };
      const statuses: number[] = [];
      for (let round = 0; round < (isShort ? 2 : 10); round += 1)
        statuses.push(...(await Promise.all(Array.from({ length: 6 }, send))));
      isOn = false;
      await asking;
      const { now, most } = server.memoryMiB();
      checks.expect(statuses.includes(400), 'no import was read');
      checks.expect(most < MIB_MOST, `the server took ${most.toFixed(0)} MiB`);
      return {
        figures: {
          imports: statuses.length,
          'refused for their rows': statuses.filter((status) => status === 400).length,
          'memory MiB before, most, after': `${before.toFixed(0)}, ${most.toFixed(0)}, ${now.toFixed(0)}`,
          'other answers p50, p99 ms': `${quantile(waits, 0.5).toFixed(0)}, ${quantile(waits, 0.99).toFixed(0)}`,
        },
        faults: checks.list,
      };
    } finally {
      await server.remove();
    }
  },
};
