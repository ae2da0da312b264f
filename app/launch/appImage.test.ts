import { expect, it } from 'vitest';
import { ownAppImage } from './appImage.ts';

const APPIMAGE = '/home/plant/Headworks-0.1.0-x86_64.AppImage';

it.each<[string, string, NodeJS.ProcessEnv, string | undefined]>([
  ['out of its own file', '/tmp/.mount_HeadwoX1/headworks', { APPIMAGE, APPDIR: '/tmp/.mount_HeadwoX1' }, APPIMAGE],
  ['whose folder ends in a stroke', '/tmp/.mount_HeadwoX1/headworks', { APPIMAGE, APPDIR: '/tmp/.mount_HeadwoX1/' }, APPIMAGE],
  ['installed', '/opt/headworks/headworks', {}, undefined],
  ['installed, and started by an AppImage', '/opt/headworks/headworks', { APPIMAGE, APPDIR: '/tmp/.mount_EditorX2' }, undefined],
  ['installed, and started by an odd one', '/opt/headworks/headworks', { APPIMAGE }, undefined],
])('a program %s knows what file it is', (_name, program, env, expected) => {
  expect(ownAppImage(program, env)).toBe(expected);
});
