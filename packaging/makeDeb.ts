/**
 * `npx node packaging/makeDeb.ts headworks|headworks-server FOLDER OUT`: a Debian package by dpkg-deb alone, without a download. FOLDER is what
 * electron-builder left for the desktop, what makeServer.ts left for the service. A plant's data is never removed.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, bytesIn, KIBIBYTE, type Product, productOf, versionOf, withTree, write } from './product.ts';

const control = ({ name, depends, summary }: Product, kibibytes: number): string => `Package: ${name}
Version: ${versionOf()}
Architecture: amd64
Maintainer: Headworks
Installed-Size: ${kibibytes}
Depends: ${depends.deb.join(', ')}
Section: science
Priority: optional
Description: ${summary}
`;

const script = (lines: string): string => `#!/bin/sh\nset -e\n${lines}\n`;

const [, , name, folder = '', out = ''] = process.argv;
const product = productOf(name);
const path = join(resolve(out), `${product.name}_${versionOf()}_amd64.deb`);
withTree(product, resolve(folder), (tree) => {
  write(join(tree, 'DEBIAN/control'), control(product, Math.ceil(bytesIn(tree) / KIBIBYTE)), 0o644);
  write(join(tree, 'DEBIAN/postinst'), script(product.afterInstall), 0o755);
  write(join(tree, 'DEBIAN/prerm'), script(product.beforeRemove), 0o755);
  mkdirSync(resolve(out), { recursive: true });
  build('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, path]);
});
process.stdout.write(`${path}\n`);
