/** Clients that ask contestants of one run in turns: processor time of the server a request, and requests a second. */
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';

const CLIENTS = 50;
const TICKS_PER_SECOND = 100;

/** Processor time of a process so far, all threads of it, in microseconds. */
export const cpuUs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / TICKS_PER_SECOND;
};

export type Contestant = { name: string; url: string; pid: number; headers: Record<string, string> };
export type Cost = { cpuUs: number; perSecond: number };

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
const ask = ({ url, headers }: Contestant): Promise<void> =>
  new Promise((done, failed) => {
    get(url, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode === 200) done();
        else failed(new Error(`${url}: ${response.statusCode}`));
      });
    }).on('error', failed);
  });

const load = async (contestant: Contestant, count: number): Promise<void> => {
  let left = count;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await ask(contestant);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
};

/** Of each the round that other work disturbed least. */
export const contest = async (
  contestants: readonly Contestant[],
  { warm, requests, rounds }: { warm: number; requests: number; rounds: number },
): Promise<(name: string) => Cost> => {
  const costs = new Map(contestants.map(({ name }) => [name, [] as Cost[]]));
  for (const one of contestants) await load(one, warm);
  for (let round = 0; round < rounds; round += 1)
    for (const one of contestants) {
      const [beganUs, beganMs] = [cpuUs(one.pid), performance.now()];
      await load(one, requests);
      costs.get(one.name)?.push({
        cpuUs: (cpuUs(one.pid) - beganUs) / requests,
        perSecond: (1000 * requests) / (performance.now() - beganMs),
      });
    }
  return (name) => {
    const found = costs.get(name) ?? [];
    return { cpuUs: Math.min(...found.map((one) => one.cpuUs)), perSecond: Math.max(...found.map((one) => one.perSecond)) };
  };
};

/** Milliseconds of single requests, one after another, the contestants in turns. */
export const alone = async (contestants: readonly Contestant[], count: number): Promise<Map<string, number[]>> => {
  const times = new Map(contestants.map(({ name }) => [name, [] as number[]]));
  for (let at = 0; at < count; at += 1)
    for (const one of contestants) {
      const beganMs = performance.now();
      await ask(one);
      times.get(one.name)?.push(performance.now() - beganMs);
    }
  return times;
};

export const endClients = (): void => agent.destroy();
