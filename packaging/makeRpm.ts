/**
 * `npx node packaging/makeRpm.ts headworks|headworks-server FOLDER OUT`: an RPM by rpmbuild alone, without a download, of the same files as the
 * Debian package.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, type Product, productOf, versionOf, withTree } from './product.ts';

/** Binaries are packed as they are: nothing is stripped, compiled or searched for what it links. */
const spec = ({ name, summary, depends, installed, files, afterInstall, beforeRemove }: Product, tree: string): string => `
%global __os_install_post %{nil}
%global debug_package %{nil}
%global _build_id_links none
%global _binary_payload w1.gzdio
Name: ${name}
Version: ${versionOf()}
Release: 1
Summary: ${summary}
License: Proprietary
AutoReqProv: no
Requires: ${depends.rpm.join(', ')}
%description
${summary}
%install
cp -a ${tree}/. %{buildroot}/
%post
${afterInstall}
%preun
if [ "$1" = 0 ]; then ${beforeRemove}; fi
%files
%defattr(-,root,root)
${installed}
${files.map(({ path }) => `/${path}`).join('\n')}
`;

const [, , name, folder = '', out = ''] = process.argv;
const product = productOf(name);
const top = mkdtempSync(join(tmpdir(), 'rpm-'));
try {
  withTree(product, resolve(folder), (tree) => {
    const file = join(top, 'package.spec');
    writeFileSync(file, spec(product, tree));
    build('rpmbuild', [
      '-bb',
      '--quiet',
      '--target',
      'x86_64',
      '--define',
      `_topdir ${top}`,
      '--define',
      '_rpmdir %{_topdir}',
      file,
    ]);
  });
  mkdirSync(resolve(out), { recursive: true });
  for (const made of readdirSync(join(top, 'x86_64'))) {
    cpSync(join(top, 'x86_64', made), join(resolve(out), made));
    process.stdout.write(`${join(resolve(out), made)}\n`);
  }
} finally {
  rmSync(top, { recursive: true, force: true });
}
