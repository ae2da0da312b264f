import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { isFailure } from '../../../core/fail.ts';
import { someCaller } from '../../../test/httpRig.ts';
import type { AuditEntry } from '../../audit/index.ts';
import { issuerHosts } from './issuerHosts.ts';
import { SsoIssuers, type SsoIssuersParts } from './ssoIssuers.ts';
import type { SsoIssuer } from './ssoStore.ts';

const origin = { ip: '10.0.0.1', requestId: 'r' };
const demo = someCaller({ userId: 'asha', industryId: 'DEMO' });
const north = someCaller({ userId: 'nora', industryId: 'NORTH' });
const spec = (more: Partial<SsoIssuer> = {}) => ({
  name: 'IdP',
  issuer: 'https://id.example',
  audience: 'client',
  jwksUrl: null,
  tenantId: null,
  tenantClaim: null,
  ...more,
});

const rigOf = () => {
  const disk: SsoIssuer[] = [];
  const audited: AuditEntry[] = [];
  const forgotten: string[] = [];
  const failing = { write: false };
  const put = (issuer: SsoIssuer): void => {
    const at = disk.findIndex(({ id }) => id === issuer.id);
    disk.splice(at < 0 ? disk.length : at, at < 0 ? 0 : 1, issuer);
  };
  const issuers = new SsoIssuers({
    store: {
      issuers: async () => [...disk],
      transaction: (work: (tx: unknown) => void) => {
        if (failing.write) throw new Error('disk full');
        work({});
      },
      insertIssuer: (_: unknown, issuer: SsoIssuer) => put(issuer),
      updateIssuer: (_: unknown, issuer: SsoIssuer) => put(issuer),
      deleteIssuer: (_: unknown, id: string) =>
        void disk.splice(
          disk.findIndex((one) => one.id === id),
          1,
        ),
    },
    keys: { forget: async ({ issuer }: SsoIssuer) => void forgotten.push(issuer) },
    hosts: issuerHosts(['id.example', 'keys.example']),
    audit: { append: (_: unknown, entry: AuditEntry) => void audited.push(entry) },
    clock: new ManualClock(0),
  } as unknown as SsoIssuersParts);
  const codeOf = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
      return 'taken';
    } catch (error) {
      if (!isFailure(error)) throw error;
      return `${error.code} ${error.details.errors?.[0]?.path ?? ''}`.trim();
    }
  };
  return { issuers, disk, audited, forgotten, failing, codeOf };
};

describe('an identity provider', () => {
  it('is kept with its audit entry, changed with its version, and deleted; its keys are forgotten', async () => {
    const { issuers, disk, audited, forgotten } = rigOf();
    const made = await issuers.create(demo, spec(), origin);
    expect(made).toMatchObject({ industryId: 'DEMO', version: 1, issuer: 'https://id.example' });
    expect(disk).toEqual([made]);
    const changed = await issuers.change(demo, made.id, { ...spec({ name: 'Other' }), version: 1 }, origin);
    expect(changed).toEqual({ ...made, name: 'Other', version: 2 });
    expect([disk, issuers.of('DEMO'), forgotten]).toEqual([[changed], [changed], ['https://id.example']]);
    await issuers.delete(demo, made.id, 2, origin);
    expect([disk, issuers.of('DEMO'), forgotten.length]).toEqual([[], [], 2]);
    const entry = { kind: 'sso.issuer', outcome: 'done', userId: 'asha', industryId: 'DEMO', subject: made.id, ...origin };
    expect(audited).toEqual([
      { ...entry, before: undefined, after: made },
      { ...entry, before: made, after: changed },
      { ...entry, before: changed, after: undefined },
    ]);
  });

  it('is not changed or deleted from a stale version, nor by another industry', async () => {
    const { issuers, codeOf, disk } = rigOf();
    const { id } = await issuers.create(demo, spec(), origin);
    const before = [...disk];
    expect(await codeOf(issuers.change(demo, id, { ...spec(), version: 2 }, origin))).toBe('conflict version');
    expect(await codeOf(issuers.delete(demo, id, 2, origin))).toBe('conflict version');
    expect(await codeOf(issuers.change(north, id, { ...spec(), version: 1 }, origin))).toBe('notFound');
    expect(await codeOf(issuers.delete(north, id, 1, origin))).toBe('notFound');
    expect([disk, issuers.of('DEMO')]).toEqual([before, before]);
    expect(await codeOf(issuers.delete(demo, id, undefined, origin))).toBe('taken');
  });

  it('is one that the owner of the site lists, with its keys', async () => {
    const { issuers, codeOf } = rigOf();
    expect(await codeOf(issuers.create(demo, spec({ issuer: 'https://other.example' }), origin))).toBe('badRequest issuer');
    expect(await codeOf(issuers.create(demo, spec({ jwksUrl: 'https://other.example/k' }), origin))).toBe('badRequest jwksUrl');
    expect(await codeOf(issuers.create(demo, spec({ jwksUrl: 'https://keys.example/k' }), origin))).toBe('taken');
  });

  it('has a tenant id of its own, and with its audience is there once in an industry', async () => {
    const { issuers, codeOf } = rigOf();
    const first = await issuers.create(demo, spec({ tenantId: 't', tenantClaim: 'tid' }), origin);
    const again = (more: Partial<SsoIssuer>, by = demo) => codeOf(issuers.create(by, spec(more), origin));
    expect(await again({ tenantId: 't', tenantClaim: 'tid', audience: 'b' })).toBe('conflict tenantId');
    expect(await again({})).toBe('conflict issuer');
    expect(await again({ audience: 'b' })).toBe('taken');
    expect(issuers.byTenant('t')).toEqual(first);
    expect(issuers.byTenant('u')).toBeUndefined();
    // it is no conflict with itself
    expect(
      await codeOf(issuers.change(demo, first.id, { ...spec({ tenantId: 't', tenantClaim: 'tid' }), version: 1 }, origin)),
    ).toBe('taken');
  });

  it('of several industries names its tenants in each', async () => {
    const tenant = (id: string): Partial<SsoIssuer> => ({ tenantId: id, tenantClaim: 'tid' });
    const both = async (one: Partial<SsoIssuer>, other: Partial<SsoIssuer>): Promise<string> => {
      const { issuers, codeOf } = rigOf();
      await issuers.create(demo, spec(one), origin);
      return codeOf(issuers.create(north, spec(other), origin));
    };
    expect(await both(tenant('a'), tenant('b'))).toBe('taken');
    expect(await both({}, tenant('b'))).toBe('conflict issuer');
    expect(await both(tenant('a'), {})).toBe('conflict issuer');
    expect(await both(tenant('a'), { tenantId: 'b' })).toBe('conflict issuer');
    expect(await both({ tenantClaim: 'tid' }, tenant('b'))).toBe('conflict issuer');
  });

  it('is in memory what it is on the disk, also where that refuses', async () => {
    const { issuers, failing } = rigOf();
    const made = await issuers.create(demo, spec(), origin);
    failing.write = true;
    await expect(issuers.create(demo, spec({ audience: 'b' }), origin)).rejects.toThrow('disk full');
    await expect(issuers.change(demo, made.id, { ...spec({ name: 'X' }), version: 1 }, origin)).rejects.toThrow('disk full');
    await expect(issuers.delete(demo, made.id, 1, origin)).rejects.toThrow('disk full');
    expect(issuers.of('DEMO')).toEqual([made]);
  });
});
