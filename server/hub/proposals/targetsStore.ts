import type { PoolClient } from 'pg';
import { z } from 'zod';
import { type Proposal, proposablePermissions } from '../../contract/hub/proposals.ts';
import { reportSettings } from '../../contract/model/reportSettings.ts';

type Values = Proposal['values'];
type Row = Readonly<Record<string, unknown>>;

const unitMeta = z.looseObject({
  params: z.record(z.string(), z.looseObject({ lt: z.number().nullable(), ht: z.number().nullable() })).optional(),
});
export type KnownUnit = {
  id: string;
  name: string;
  limits: Values;
  parameters: { name: string; lt: number | null; ht: number | null }[];
};
export type KnownPerson = { id: string; name: string; phone: string | null; disabled: boolean; permissions: string[] };
/** What the hub knows of an industry of a plant, as far as something of it may be proposed; people are null where they are not shared. */
export type KnownTargets = { units: KnownUnit[]; people: KnownPerson[] | null; schedules: Values[string] };

const limitNames = ['unitThreshold', 'monthlyThreshold', 'lowThreshold', 'highThreshold', 'flowLow', 'flowHigh'] as const;
const lookers: ReadonlySet<string> = new Set(proposablePermissions.options);

const documents = async (client: PoolClient, plantId: number, kind: string, industryId: string): Promise<Row[]> => {
  const { rows } = await client.query<{ body: string }>(
    `select body from document where plant_id = $1 and kind = $2 and not deleted and body::jsonb ->> 'industry_id' = $3 order by id`,
    [plantId, kind, industryId],
  );
  return rows.map(({ body }) => JSON.parse(body) as Row);
};

const unitOf = (row: Row): KnownUnit => {
  const meta = unitMeta.parse(JSON.parse(String(row.meta)));
  const limits = Object.fromEntries(limitNames.map((name) => [name, (meta[name] as number | undefined) ?? null]));
  return {
    ...{ id: String(row.id), name: String(row.name) },
    limits: { ...limits, maxCapacity: (row.max_capacity as number | null) ?? null },
    parameters: Object.entries(meta.params ?? {}).map(([name, { lt, ht }]) => ({ name, lt, ht })),
  };
};

const personOf = (row: Row): KnownPerson => ({
  id: String(row.id),
  name: String(row.name || row.username),
  phone: typeof row.phone === 'string' ? row.phone : null,
  disabled: row.disabled === 1,
  permissions: z
    .array(z.string())
    .parse(JSON.parse(String(row.permissions)))
    .toSorted(),
});

/** What of an industry may be proposed, with its values as the plant sent them last. */
export const knownTargets = async (client: PoolClient, plantId: number, industryId: string): Promise<KnownTargets> => {
  const units = (await documents(client, plantId, 'unit', industryId)).map(unitOf);
  const users = (await documents(client, plantId, 'user', industryId)).filter(({ internal }) => internal !== 1).map(personOf);
  const saved = (await documents(client, plantId, 'settings_document', industryId))
    .filter(({ section }) => section === 'reports')
    .toSorted((a, b) => Number(b.version) - Number(a.version));
  const reports = reportSettings.parse(saved[0] ? JSON.parse(String(saved[0].document)) : {});
  return { units, people: users.length === 0 ? null : users, schedules: reports.schedules as Values[string] };
};

/** The same values as the hub knows them; null for kinds that have none, undefined where it knows no such target. */
export const baseOf = (
  { units, people, schedules }: KnownTargets,
  { kind, target, values }: Pick<Proposal, 'kind' | 'target' | 'values'>,
): Values | null | undefined => {
  const unit = units.find(({ id }) => id === target);
  const person = people?.find(({ id }) => id === target);
  const named = (known: Values): Values => Object.fromEntries(Object.keys(values).map((name) => [name, known[name] ?? null]));
  switch (kind) {
    case 'limits':
      return unit && named(unit.limits);
    case 'unitName':
      return unit && { name: unit.name };
    case 'parameterLimits': {
      const at = target.lastIndexOf('/');
      const of = units.find(({ id }) => id === target.slice(0, at));
      const parameter = of?.parameters.find(({ name }) => name === target.slice(at + 1));
      return parameter && named({ lt: parameter.lt, ht: parameter.ht });
    }
    case 'accountCreate':
      return people ? { name: people.find(({ phone }) => phone === target)?.name ?? null } : undefined;
    case 'accountDisable':
      return person && { disabled: person.disabled };
    case 'accountPermissions':
      // somebody who may do more than look keeps what they may do: no proposal could name it
      return person?.permissions.every((one) => lookers.has(one)) ? { permissions: person.permissions } : undefined;
    case 'reportSchedules':
      return people ? { schedules } : undefined;
    case 'updateOffer':
    case 'message':
      return null;
  }
};
