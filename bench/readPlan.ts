import { performance } from 'node:perf_hooks';
import { decodeSpec, deviceLimits, type RegisterType } from '../server/contract/model/field.ts';
import type { FieldTag } from '../server/core/field/field.ts';
import { type Block, planReads } from '../server/field/polling/readPlan.ts';
import { spanOf } from '../server/field/polling/span.ts';

const count = 10_000;
const runs = 15;
const goalMs = 50;
const types: readonly RegisterType[] = ['uint16', 'int16', 'uint32', 'float32', 'float64', 'uint64', 'bcd32', 'string'];

let state = 20_260_101;
const random = (below: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};

const randomTag = (i: number): FieldTag => {
  const type = types[random(types.length)] ?? 'uint16';
  const decode = decodeSpec.parse({
    space: random(2) ? 'holding' : 'input',
    address: random(65_000),
    type,
    ...(type === 'string' && { length: 1 + random(20) }),
  });
  return {
    id: `t${i}`,
    deviceId: 'd',
    name: `tag ${i}`,
    kind: 'gauge',
    decode,
    periodMs: [1000, 5000, 60_000][random(3)] ?? 1000,
  };
};

const tags = Array.from({ length: count }, (_, i) => randomTag(i));
const atomic = Array.from({ length: 50 }, (_, i) => ({ space: 'holding' as const, from: i * 1000, to: i * 1000 + 19 }));
const limits = deviceLimits.parse({ maxRegisters: 100, atomic });

const timesMs: number[] = [];
let blocks: Block[] = [];
for (let run = 0; run < runs; run += 1) {
  const startedMs = performance.now();
  blocks = planReads(tags, limits, { maxGapRegisters: 50 });
  timesMs.push(performance.now() - startedMs);
}
const [firstMs = 0] = timesMs;
const medianMs = timesMs.sort((a, b) => a - b)[runs >> 1] ?? 0;

const covered = blocks.flatMap((block) => block.tags.map(({ tag }) => tag.id));
const torn = blocks.flatMap((block) =>
  block.tags.filter(({ tag, offset }) => {
    const span = spanOf(tag.decode);
    return block.address + offset !== span.address || offset + span.count > block.count;
  }),
).length;
const missed = count - new Set(covered).size + (covered.length - new Set(covered).size);

console.log(
  `read plan of ${count} tags ${medianMs.toFixed(1)} ms (goal ${goalMs}, median of ${runs}, the first ${firstMs.toFixed(1)}, ${blocks.length} blocks)`,
);
console.log(`tags missed or read twice ${missed} tags (goal 0)`);
console.log(`tags torn ${torn} tags (goal 0)`);
if (medianMs >= goalMs || missed > 0 || torn > 0) process.exitCode = 1;
