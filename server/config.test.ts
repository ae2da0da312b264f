import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from './config.ts';

const discard = (folder: string): void => onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

const isText = (settings: unknown): settings is string | Buffer => typeof settings === 'string' || Buffer.isBuffer(settings);

const folderWith = (settings?: unknown): string => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-config-'));
  discard(folder);
  if (settings !== undefined)
    writeFileSync(join(folder, 'headworks.json'), isText(settings) ? settings : JSON.stringify(settings));
  return folder;
};

describe('the configuration', () => {
  it('takes origins of pages and of apps', () => {
    const allowedOrigins = ['https://portal.example', 'http://localhost', 'capacitor://localhost', 'ionic://localhost', 'app://'];
    expect(readConfig(['--data', folderWith({ allowedOrigins })], {}).allowedOrigins).toEqual(allowedOrigins);
  });

  it('has the defaults of the documents', () => {
    const data = folderWith();
    expect(readConfig(['--data', data], {})).toMatchObject({
      dataFolder: data,
      temporary: false,
      port: 8080,
      host: '0.0.0.0',
      demo: false,
      allowedHosts: [],
      allowedOrigins: [],
      logLevel: 'info',
      testIndustries: [],
      limits: {
        profile: 'plant',
        default: [
          { max: 200, seconds: 86_400 },
          { max: 50, seconds: 3600 },
        ],
        login: [
          { max: 10, seconds: 60 },
          { max: 50, seconds: 3600 },
        ],
        plant: [
          { max: 6000, seconds: 86_400 },
          { max: 600, seconds: 3600 },
        ],
        panel: [
          { max: 12_000, seconds: 86_400 },
          { max: 1200, seconds: 3600 },
        ],
        userCreate: [
          { max: 20, seconds: 86_400 },
          { max: 5, seconds: 3600 },
        ],
      },
    });
  });

  it('puts arguments above variables, those above headworks.json, that above the defaults', () => {
    const data = folderWith({ port: 1, host: 'file', logLevel: 'warn' });
    const env = { HEADWORKS_DATA: data, HEADWORKS_PORT: '2', HEADWORKS_HOST: 'env' };
    expect(readConfig(['--port', '3', '--host', 'arg'], env)).toMatchObject({ port: 3, host: 'arg', logLevel: 'warn' });
    expect(readConfig([], env)).toMatchObject({ port: 2, host: 'env' });
    expect(readConfig([], { HEADWORKS_DATA: data })).toMatchObject({ port: 1, host: 'file' });
    expect(readConfig(['--data', folderWith()], env)).toMatchObject({ logLevel: 'info' });
  });

  it('gives a demo loopback and a fresh folder of its own', () => {
    const [one, two] = [readConfig(['--demo'], {}), readConfig([], { HEADWORKS_DEMO: 'true' })];
    for (const config of [one, two]) {
      discard(config.dataFolder);
      expect(config).toMatchObject({ demo: true, host: '127.0.0.1', temporary: true });
      expect(existsSync(config.dataFolder)).toBe(true);
    }
    expect(one.dataFolder).not.toBe(two.dataFolder);
    const data = folderWith();
    expect(readConfig(['--demo', '--data', data, '--host', '0.0.0.0'], {})).toMatchObject({
      dataFolder: data,
      temporary: false,
      host: '0.0.0.0',
    });
    expect(readConfig([], { HEADWORKS_DEMO: '0', HEADWORKS_DATA: data }).demo).toBe(false);
  });

  it('makes the data folder where it is missing', () => {
    const data = join(folderWith(), 'deep', 'er');
    expect(readConfig(['--data', data], {}).dataFolder).toBe(data);
    expect(existsSync(data)).toBe(true);
  });

  it.runIf(process.platform === 'linux')('says at once that a folder cannot be made where the system refuses all', () => {
    expect(() => readConfig(['--data', '/proc/headworks/deep'], {})).toThrow(
      /^data folder \/proc\/headworks\/deep cannot be made: /,
    );
  });

  it('has a place of its own on each system', () => {
    const home = folderWith();
    expect(readConfig([], { XDG_DATA_HOME: home }, 'linux').dataFolder).toBe(join(home, 'headworks'));
    expect(readConfig([], { LOCALAPPDATA: home }, 'win32').dataFolder).toBe(join(home, 'Headworks'));
  });

  it('lifts a limit by an empty list and changes one number by itself', () => {
    const { limits } = readConfig(
      ['--data', folderWith({ limits: { profile: 'plant', default: [], login: [{ max: 5, seconds: 60 }] } })],
      {},
    );
    expect(limits).toMatchObject({ profile: 'plant', default: [], login: [{ max: 5, seconds: 60 }] });
    expect(limits.panel).toHaveLength(2);
  });

  it.each([
    [['--prot', '80'], {}, undefined, /--prot.*known are --data --port --host --demo --hub/],
    [['extra'], {}, undefined, /extra/],
    [['--port', '80a'], {}, undefined, /--port 80a is not a port/],
    [['--port', '65536'], {}, undefined, /--port 65536 is not a port/],
    [['--port', '-1'], {}, undefined, /port/],
    [[], { HEADWORKS_PORT: 'http' }, undefined, /HEADWORKS_PORT http is not a port/],
    [[], { HEADWORKS_DEMO: 'perhaps' }, undefined, /HEADWORKS_DEMO perhaps/],
    [[], {}, '{"port":', /headworks\.json is not valid JSON/],
    [[], {}, '{"port":80,"tls":{"http":"loopback","http":"network"}}', /headworks\.json: tls\.http is given twice/],
    [[], {}, '{"port":80.00000000000000000001}', /headworks\.json: port is a number that cannot be kept/],
    [[], {}, Buffer.from('{"email":{"password":"p\xe4ss"}}', 'latin1'), /headworks\.json is not UTF-8/],
    [['--data', ''], {}, undefined, /^--data names no folder$/],
    [['--host', ''], {}, undefined, /^--host names no address$/],
    [[], {}, { prot: 80 }, /headworks\.json: settings: has unknown fields: prot$/],
    [[], {}, { port: '80' }, /headworks\.json: port: must be a number$/],
    [[], {}, { tls: { http: 'lopback' } }, /headworks\.json: tls\.http: must be one of network, loopback$/],
    [[], {}, { limits: { default: [{ max: 0, seconds: 60 }] } }, /headworks\.json: limits\.default\.0\.max:/],
    [[], {}, { limits: { deflaut: [] } }, /deflaut/],
    [[], {}, { publicUrl: 'ftp://x' }, /publicUrl/],
    [[], {}, { allowedOrigins: ['portal'] }, /allowedOrigins\.0/],
    [[], {}, { allowedOrigins: ['javascript://x'] }, /allowedOrigins\.0/],
    [[], {}, { allowedOrigins: ['file:///'] }, /allowedOrigins\.0/],
    [[], {}, { trustedProxies: ['proxy'] }, /trustedProxies\.0/],
    [[], {}, { metricsToken: 'short' }, /metricsToken/],
  ] as [string[], NodeJS.ProcessEnv, unknown, RegExp][])(
    'refuses %o %o %o in one line that names it',
    (argv, env, settings, message) => {
      const data = folderWith(settings);
      const failed = (): unknown => readConfig(['--data', data, ...argv], env);
      expect(failed).toThrow(expect.objectContaining({ code: 'parameter', message: expect.stringMatching(message) }));
      expect(failed).toThrow(expect.objectContaining({ message: expect.not.stringContaining('\n') }));
    },
  );

  it('says in one line when headworks.json cannot be read', () => {
    const data = folderWith();
    mkdirSync(join(data, 'headworks.json'));
    expect(() => readConfig(['--data', data], {})).toThrow(
      expect.objectContaining({ code: 'parameter', message: expect.stringMatching(/headworks\.json cannot be read: EISDIR.*$/) }),
    );
  });

  it('says when the data folder cannot be made', () => {
    const file = join(folderWith({}), 'headworks.json');
    expect(() => readConfig(['--data', join(file, 'x')], {})).toThrow(
      `data folder ${join(file, 'x')} cannot be made: ${file} is a file`,
    );
    expect(() => readConfig(['--data', file], {})).toThrow(`data folder ${file} cannot be made: ${file} is a file`);
  });
});
