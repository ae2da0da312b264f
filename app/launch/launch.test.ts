import { describe, expect, it } from 'vitest';
import { readLaunch } from './arguments.ts';
import { pageOfLink } from './deepLink.ts';

describe('the command line', () => {
  it('gives the server its own options and nothing of Chromium, a debugger, autostart or a dropped file', () => {
    const argv = [
      '--no-sandbox',
      '--inspect=0',
      '--remote-debugging-port=0',
      '--demo',
      '--port',
      '8090',
      '--hidden',
      '/tmp/file.txt',
    ];
    expect(readLaunch(argv)).toEqual({
      server: ['--port', '8090', '--demo'],
      dataFolder: undefined,
      isHidden: true,
      link: undefined,
    });
  });

  it('takes a data folder apart from the rest, written either way', () => {
    expect(readLaunch(['--data=/srv/plant']).dataFolder).toBe('/srv/plant');
    expect(readLaunch(['--data', '/srv/plant', '--host', '0.0.0.0'])).toMatchObject({
      dataFolder: '/srv/plant',
      server: ['--host', '0.0.0.0'],
    });
  });

  it.each([[['--port']], [['--data']], [['--demo=yes']], [['--', '--port', '80']], [['-p', '80']], [['']]])(
    'sets nothing by %j',
    (argv) => {
      expect(readLaunch(argv)).toMatchObject({ server: [], dataFolder: undefined });
    },
  );

  it('sets nothing where it contains a link: a web page may have written the rest', () => {
    const link = 'headworks://open/unit/U1';
    expect(readLaunch(['--host', '0.0.0.0', link, '--demo', '--data', '/etc'])).toEqual({
      server: [],
      dataFolder: undefined,
      isHidden: false,
      link,
    });
  });
});

describe('a link', () => {
  it.each([
    ['headworks://open/alarm/8c1f-22', '/alarms?alarm=8c1f-22'],
    ['headworks://open/unit/STP_1', '/units/STP_1'],
    ['headworks://pair', '/settings?tab=devices'],
    ['HEADWORKS://pair/', '/settings?tab=devices'],
  ])('%s shows %s', (link, page) => {
    expect(pageOfLink(link)).toBe(page);
  });

  it.each([
    'headworks://open/alarm/8c1f?acknowledge=1',
    'headworks://open/alarm/8c1f#x',
    'headworks://open/unit/../../settings',
    'headworks://open/unit/%2e%2e%2fsettings',
    'headworks://open/unit/a/b',
    'headworks://open/unit/',
    'headworks://open/command/valve1',
    'headworks://do/alarm/8c1f',
    'headworks://pair/now',
    'headworks://user@open/unit/U1',
    'headworks://open:80/unit/U1',
    'https://open/unit/U1',
    'javascript:alert(1)',
    `headworks://open/unit/${'a'.repeat(101)}`,
    `headworks://open/unit/${'a'.repeat(3000)}`,
    'nonsense',
  ])('%s shows nothing', (link) => {
    expect(pageOfLink(link)).toBeUndefined();
  });
});
