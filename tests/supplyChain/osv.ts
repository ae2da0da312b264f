import { z } from 'zod';

/** An advisory in the form of OSV 1.x, as far as it is needed. */
export const advisory = z.object({
  id: z.string(),
  summary: z.string().optional(),
  withdrawn: z.string().optional(),
  affected: z
    .array(
      z.object({
        package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
        versions: z.array(z.string()).optional(),
        ranges: z
          .array(
            z.object({
              type: z.string(),
              events: z.array(
                z.object({
                  introduced: z.string().optional(),
                  fixed: z.string().optional(),
                  last_affected: z.string().optional(),
                }),
              ),
            }),
          )
          .optional(),
      }),
    )
    .default([]),
});
export type Advisory = z.infer<typeof advisory>;

type Installed = { name: string; version: string };

/** Numbers and the parts of a pre-release, for the order of SemVer 2.0, 11. */
const partsOf = (version: string): { numbers: number[]; pre: string[] } => {
  const bare = version.split('+', 1)[0] ?? '';
  const at = bare.indexOf('-');
  const numbers = (at < 0 ? bare : bare.slice(0, at)).split('.').map(Number);
  return { numbers, pre: at < 0 ? [] : bare.slice(at + 1).split('.') };
};

const comparePre = (a: string, b: string): number => {
  const [x, y] = [Number(a), Number(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
};

/** Below 0 when `a` comes before `b`. */
export const compareVersions = (a: string, b: string): number => {
  const [one, other] = [partsOf(a), partsOf(b)];
  for (let at = 0; at < 3; at += 1) {
    const difference = (one.numbers[at] ?? 0) - (other.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  // a version without a pre-release comes after all of its pre-releases
  if (one.pre.length === 0 || other.pre.length === 0) return other.pre.length - one.pre.length;
  for (let at = 0; at < Math.max(one.pre.length, other.pre.length); at += 1) {
    const [x, y] = [one.pre[at], other.pre[at]];
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1;
    const difference = comparePre(x, y);
    if (difference !== 0) return difference;
  }
  return 0;
};

type Events = NonNullable<Advisory['affected'][number]['ranges']>[number]['events'];

/** OSV's evaluation: the last event at or before the version decides. */
const isInRange = (version: string, events: Events): boolean => {
  let isAffected = false;
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined && (introduced === '0' || compareVersions(version, introduced) >= 0)) isAffected = true;
    if (fixed !== undefined && compareVersions(version, fixed) >= 0) isAffected = false;
    if (last !== undefined && compareVersions(version, last) > 0) isAffected = false;
  }
  return isAffected;
};

const touches = ({ affected, withdrawn }: Advisory, { name, version }: Installed): boolean =>
  withdrawn === undefined &&
  affected.some(
    (one) =>
      one.package?.ecosystem === 'npm' &&
      one.package.name === name &&
      (one.versions?.includes(version) === true ||
        (one.ranges ?? []).some(({ type, events }) => type === 'SEMVER' && isInRange(version, events))),
  );

/** What is installed and affected: `GHSA-… name@version: summary`. */
export const findAffected = (advisories: readonly Advisory[], installed: readonly Installed[]): string[] =>
  advisories.flatMap((one) =>
    installed
      .filter((library) => touches(one, library))
      .map(({ name, version }) => `${one.id} ${name}@${version}: ${one.summary ?? ''}`),
  );
