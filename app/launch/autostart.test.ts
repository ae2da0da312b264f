import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Autostart, type LoginItems } from './autostart.ts';

const noItems: LoginItems = { getLoginItemSettings: () => ({ openAtLogin: false }), setLoginItemSettings: () => undefined };
const onLinux = (program: string) => {
  const configFolder = mkdtempSync(join(tmpdir(), 'autostart-'));
  onTestFinished(() => rmSync(configFolder, { recursive: true, force: true }));
  const file = join(configFolder, 'autostart', 'headworks.desktop');
  return { autostart: new Autostart({ platform: 'linux', program, configFolder, items: noItems }), file };
};

it('on Linux writes an entry that starts hidden, and takes it away', () => {
  const { autostart, file } = onLinux('/opt/Head works/head"works');
  expect([autostart.isOn, autostart.set(true)]).toEqual([false, true]);
  expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/Head works/head\\"works" --hidden\n');
  expect(autostart.set(false)).toBe(false);
});

it('says off where the desktop switched the entry off', () => {
  const { autostart, file } = onLinux('/opt/headworks');
  autostart.set(true);
  writeFileSync(file, readFileSync(file, 'utf8').replace('enabled=true', 'enabled=false'));
  expect(autostart.isOn).toBe(false);
});

it('on Windows says what will happen, not what was wished: the Task Manager may have switched it off', () => {
  const asked: object[] = [];
  const items: LoginItems = {
    getLoginItemSettings: () => ({ openAtLogin: true, executableWillLaunchAtLogin: false }),
    setLoginItemSettings: (settings) => void asked.push(settings),
  };
  expect(new Autostart({ platform: 'win32', program: 'C:\\H.exe', configFolder: '', items }).set(true)).toBe(false);
  expect(asked).toEqual([{ openAtLogin: true, args: ['--hidden'], name: 'Headworks' }]);
});
