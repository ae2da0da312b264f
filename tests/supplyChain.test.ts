import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { advisory, compareVersions, findAffected } from './supplyChain/osv.ts';

const root = resolve(import.meta.dirname, '..');
const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  link?: boolean;
  name?: string;
};
const locked: Record<string, Locked> = json('package-lock.json').packages;
const { allowScripts, overrides } = json('package.json');

const libraries = Object.entries(locked).filter(([path]) => path !== '');
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('the libraries', () => {
  it('each have a hash, and come from no other place than the registry', () => {
    expect(libraries.length).toBeGreaterThan(500);
    for (const [path, { integrity, resolved }] of libraries) {
      expect(integrity, path).toMatch(/^sha(512|256|1)-/);
      expect(resolved ?? 'the registry', path).toMatch(/^(the registry$|https:)/);
    }
  });

  it('run no script at install, but the one that brings the runtime', () => {
    const withScripts = libraries.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
    expect(withScripts).toContain('node');
    for (const name of withScripts) expect(allowScripts[name], name).toBe(name === 'node');
    expect(Object.entries(allowScripts).filter(([, allowed]) => allowed)).toEqual([['node', true]]);
  });

  it('send nothing home: the telemetry of the documents’ pages is an empty package', () => {
    expect(overrides['@scarf/scarf']).toMatch(/^npm:empty-npm-package@/);
    const scarf = libraries.filter(([path]) => nameOf(path) === '@scarf/scarf').map(([, one]) => one.name);
    expect(new Set(scarf)).toEqual(new Set(['empty-npm-package']));
  });

  it('are listed by npm run sbom in CycloneDX', () => {
    const bom = JSON.parse(
      execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
        cwd: root,
        maxBuffer: 64 * 1_048_576,
      }).toString(),
    );
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.\d$/) });
    const purls = new Set(bom.components.map(({ purl }: { purl: string }) => purl));
    for (const name of ['express', 'better-sqlite3', 'jose']) {
      const { version } = locked[`node_modules/${name}`] ?? {};
      expect([...purls], name).toContain(`pkg:npm/${name}@${version}`);
    }
  });
});

describe('advisories', () => {
  const of = (events: object[], versions: string[] = []) =>
    advisory.parse({
      id: 'GHSA-1',
      summary: 'bad',
      affected: [{ package: { ecosystem: 'npm', name: 'multer' }, versions, ranges: [{ type: 'SEMVER', events }] }],
    });
  const isAffected = (one: ReturnType<typeof of>, version: string): boolean =>
    findAffected([one], [{ name: 'multer', version }]).length === 1;

  it('are matched by their ranges and versions, and by the name of the library alone', () => {
    const range = of([{ introduced: '1.4.4' }, { fixed: '2.0.2' }, { introduced: '3.0.0-rc.1' }, { last_affected: '3.0.1' }]);
    const versions = ['1.4.3', '1.4.4', '2.0.1', '2.0.2', '2.9.9', '3.0.0-beta.2', '3.0.0-rc.1', '3.0.0', '3.0.1', '3.0.2'];
    expect(versions.map((version) => isAffected(range, version))).toEqual([
      ...[false, true, true, false, false, false, true, true, true, false],
    ]);
    expect(isAffected(of([], ['9.9.9']), '9.9.9')).toBe(true);
    expect(isAffected(of([{ introduced: '0' }]), '0.0.1')).toBe(true);
    expect(findAffected([of([{ introduced: '0' }])], [{ name: 'express', version: '1.0.0' }])).toEqual([]);
    expect(isAffected({ ...of([{ introduced: '0' }]), withdrawn: '2026-01-01' }, '1.0.0')).toBe(false);
  });

  it('order versions as SemVer 2.0 does', () => {
    const order = [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
      '1.0.10',
    ];
    expect(order.toReversed().toSorted(compareVersions)).toEqual(order);
  });

  it('are said to be not checked while there are none', () => {
    const { stdout, status } = spawnSync(join(root, 'node_modules', '.bin', 'node'), ['tests/supplyChain/advisories.ts'], {
      cwd: root,
    });
    if (existsSync(join(root, 'security', 'advisories'))) expect([0, 1]).toContain(status);
    else expect([status, stdout.toString()]).toEqual([2, expect.stringContaining('not checked')]);
  });
});
