import { expect, it } from 'vitest';
import { amountsOf, balancerOf, edge, graph, node, plantWith } from '../../../test/balanceRig.ts';
import { seededRandom } from '../../../test/doors/seededRandom.ts';
import { evaluateWindow } from './nodeBalance.ts';
import { summaryOf } from './summary.ts';

/** From, to and the meter of each pipe: raw water and rain into a tank, use, evaporation, waste and what is used again. */
const pipes = [
  ['well', 'tank', 'wellMeter'],
  ['roof', 'tank', 'roofMeter'],
  ['tank', 'works', 'worksMeter'],
  ['works', 'air', 'airMeter'],
  ['works', 'line', 'lineMeter'],
  ['works', 'treatment', 'wasteMeter'],
  ['treatment', 'tank', 'againMeter'],
  ['treatment', 'river', 'riverMeter'],
] as const;
const closing = ['tank', 'works', 'treatment'] as const;
const MPE = 2;

it.each(Array.from({ length: 40 }, (_, seed) => seed))('the balance of plant %d is what its meters come to', (seed) => {
  const random = seededRandom(seed);
  const lossPct = Math.round(random() * 50) / 10;
  const body = graph(
    [
      node('well', 'source'),
      node('roof', 'source'),
      node('tank', 'tank', { stockUnitIds: ['level'] }),
      node('works', 'treatment', { knownLossPct: lossPct }),
      node('treatment', 'treatment'),
      node('air', 'loss'),
      node('line', 'consumer'),
      node('river', 'discharge'),
    ],
    pipes.map(([from, to, meter]) => edge(meter, `${from}>${to}`, [meter])),
  );
  const meters = pipes.map(([, , meter]) => meter);
  const balancer = balancerOf(body, plantWith(meters, ['level']));
  // some of them ran backwards, and some were estimated in part
  const kl = Object.fromEntries(meters.map((meter) => [meter, Math.round((random() < 0.2 ? -10 : 100) * random() * 100) / 100]));
  const estimatedKL = Object.fromEntries(meters.map((meter) => [meter, random() < 0.2 ? Math.abs(kl[meter] ?? 0) * 0.3 : 0]));
  const completeness = Object.fromEntries(meters.map((meter) => [meter, random() < 0.1 ? 0.85 : 1]));
  const level = Math.round((random() - 0.5) * 4000) / 100;
  const found = evaluateWindow(balancer, amountsOf(balancer, { ...kl, level }, { estimatedKL, completeness }));
  const sigmaOf = (meter: string): number =>
    Math.hypot(((MPE / 100) * (kl[meter] ?? 0)) / Math.sqrt(3), 0.2 * (estimatedKL[meter] ?? 0));
  const of = (members: readonly string[]) => {
    let [net, variance, into, out, whole] = [0, 0, 0, 0, true];
    for (const [from, to, meter] of pipes) {
      const sign = Number(members.includes(to)) - Number(members.includes(from));
      if (sign === 0) continue;
      const volume = sign * (kl[meter] ?? 0);
      net += volume;
      variance += sigmaOf(meter) ** 2;
      if (volume >= 0) into += volume;
      else out -= volume;
      whole &&= (completeness[meter] ?? 1) >= 0.9;
    }
    const stock = members.includes('tank') ? level : 0;
    if (members.includes('tank')) variance += 0.283 ** 2;
    const intoWorks = pipes.reduce((sum, [from, to, meter]) => {
      const volume = (Number(to === 'works') - Number(from === 'works')) * (kl[meter] ?? 0);
      return sum + Math.max(0, volume);
    }, 0);
    const known = members.includes('works') ? (lossPct / 100) * intoWorks : 0;
    const lost = net - stock - known;
    const z = lost / Math.sqrt(variance);
    const status = whole ? (z >= 2 ? 'loss' : z <= -2 ? 'gain' : 'balanced') : 'incomplete';
    return { into, out, stock, known, lost, sigma: Math.sqrt(variance), z, status };
  };
  const shownOf = (balance: (typeof found)['whole']) => ({
    into: (balance.inflowL ?? Number.NaN) / 1000,
    out: (balance.outflowL ?? Number.NaN) / 1000,
    stock: (balance.stockChangeL ?? Number.NaN) / 1000,
    known: (balance.knownLossL ?? Number.NaN) / 1000,
    lost: (balance.imbalanceL ?? Number.NaN) / 1000,
    sigma: (balance.sigmaL ?? Number.NaN) / 1000,
    z: balance.z ?? Number.NaN,
    status: balance.status,
  });
  const same = (shown: ReturnType<typeof shownOf>, expected: ReturnType<typeof of>): void => {
    const close = Object.fromEntries(
      Object.entries(expected).map(([name, value]) => [name, typeof value === 'number' ? expect.closeTo(value, 6) : value]),
    );
    expect(shown).toEqual(close);
  };
  for (const id of closing)
    same(shownOf(found.nodes[balancer.plan.nodes.findIndex((one) => one.node.id === id)] ?? found.whole), of([id]));
  same(shownOf(found.whole), of(closing));
  const measure = { unit: 'KL', divisor: 1000, places: 2 } as never;
  const lines = new Map(summaryOf({ balancer, evaluated: found, measure }).map(({ displayName, value }) => [displayName, value]));
  expect(lines.get('Unaccounted')).toBeCloseTo(
    closing.reduce((sum, id) => sum + of([id]).lost, 0),
    2,
  );
  expect(lines.get('Stock change')).toBeCloseTo(level, 2);
  // a pipe that ran backwards brought nothing to where it leads
  const brought = (...names: readonly string[]): number => names.reduce((sum, meter) => sum + Math.max(0, kl[meter] ?? 0), 0);
  expect(lines.get('Known losses')).toBeCloseTo(brought('airMeter') + of(['works']).known, 2);
  expect(lines.get('Inflow')).toBeCloseTo(brought('wellMeter', 'roofMeter'), 2);
  expect(lines.get('Discharge')).toBeCloseTo(brought('riverMeter'), 2);
  expect(lines.get('Delivered to use')).toBeCloseTo(brought('lineMeter'), 2);
});
