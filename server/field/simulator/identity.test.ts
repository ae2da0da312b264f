import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ScanResult } from '../../contract/plant/tools/scan.ts';
import { systemClock } from '../../core/clock.ts';
import { ModbusGateway } from '../gateway.ts';
import { loadTemplates } from '../templates.ts';
import { connection, quietLog, seeded } from '../testing/make.ts';
import { ModbusTools } from '../tools.ts';
import { tagsOfTemplate } from './device.ts';
import { deviceIdentificationPdu, identityOfTemplate, serverIdPdu } from './identity.ts';
import { answerPdu } from './pdu.ts';
import { RegisterBank } from './registerBank.ts';
import { Simulator } from './simulator.ts';

const templates = loadTemplates(join(import.meta.dirname, '../../../resources/devices'));
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

const scanAll = async (simulator: Simulator, kind: 'tcp' | 'rtuTcp', to: number): Promise<ScanResult> => {
  await simulator.start();
  const gateway = new ModbusGateway({ clock: systemClock, log: quietLog, random: seeded(1) });
  cleanUps.push(
    () => simulator.stop(),
    () => gateway.stop(),
  );
  const line = connection({ kind, host: '127.0.0.1', port: simulator.lines[0]?.port ?? 0, timeoutMs: 1000 });
  const spec = { from: 1, to, space: 'holding', everySetting: false, identify: true, timeoutMs: 300 } as const;
  const tools = new ModbusTools(gateway, systemClock, seeded(2));
  let result: ScanResult = { found: [], warnings: [] };
  const onProgress = (_: unknown, now: ScanResult): void => {
    result = now;
  };
  const { signal } = new AbortController();
  await tools.scan(tools.planScan(line.settings, spec), spec, { signal, lends: null, templates, onProgress });
  return result;
};

describe('a simulated device of a known model', () => {
  it.each(['tcp', 'rtuTcp'] as const)('gives maker and model to a scan over %s, whichever it is', async (kind) => {
    const simulator = new Simulator();
    const line = simulator.addLine({ kind });
    for (const [i, template] of templates.entries())
      line.addDevice({ slaveId: i + 1, tags: tagsOfTemplate(template), holes: 'zero', identity: identityOfTemplate(template) });
    const { found } = await scanAll(simulator, kind, templates.length);
    const plain = (text: string): string =>
      text
        .normalize('NFKD')
        .replaceAll(/[^ -~]/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim();
    expect(found.map(({ slaveId, vendor, product, revision }) => [slaveId, vendor, product, revision])).toEqual(
      templates.map(({ manufacturer, model }, i) => [i + 1, plain(manufacturer), plain(model), 'simulated']),
    );
    for (const [i, { serverId }] of found.entries())
      expect(serverId).toBe(plain(`${templates[i]?.manufacturer} ${templates[i]?.model}`));
    expect(found.map(({ models }) => models[0]?.templateId)).toEqual(templates.map(({ id }) => id));
  });

  it('that has no identification refuses both questions, as a plain meter does', () => {
    const bank = new RegisterBank('refuse');
    expect([...answerPdu(bank, Buffer.from([17]), undefined)]).toEqual([0x91, 1]);
    expect([...answerPdu(bank, Buffer.from([43, 14, 1, 0]), undefined)]).toEqual([0xab, 1]);
  });
});

describe('an identification', () => {
  const identity = { vendor: 'Krüger', product: 'x'.repeat(300), revision: '1.2' };

  it('is sent in parts where it is long, and in plain letters', () => {
    const first = deviceIdentificationPdu(identity, Buffer.from([43, 14, 1, 0])) as Buffer;
    expect([...first.subarray(0, 7)]).toEqual([43, 14, 1, 0x81, 0xff, 1, 1]);
    expect(first.subarray(9).toString('latin1')).toBe('Kruger');
    const second = deviceIdentificationPdu(identity, Buffer.from([43, 14, 1, 1])) as Buffer;
    expect([second.length, ...second.subarray(4, 7)]).toEqual([253, 0xff, 2, 1]);
    const third = deviceIdentificationPdu(identity, Buffer.from([43, 14, 1, 2])) as Buffer;
    expect([...third]).toEqual([43, 14, 1, 0x81, 0, 0, 1, 2, 3, ...Buffer.from('1.2')]);
    expect((serverIdPdu(identity, Buffer.from([17])) as Buffer).length).toBeLessThanOrEqual(253);
  });

  it('answers one object by its id, and refuses what is not there', () => {
    const one = deviceIdentificationPdu(identity, Buffer.from([43, 14, 4, 2])) as Buffer;
    expect([...one.subarray(4, 9)]).toEqual([0, 0, 1, 2, 3]);
    expect(deviceIdentificationPdu(identity, Buffer.from([43, 14, 4, 9]))).toBe(2);
    expect(deviceIdentificationPdu(identity, Buffer.from([43, 14, 7, 0]))).toBe(3);
    expect(deviceIdentificationPdu(identity, Buffer.from([43, 13, 1, 0]))).toBe(3);
    expect(deviceIdentificationPdu(identity, Buffer.from([43, 14, 1, 200]))).toEqual(
      deviceIdentificationPdu(identity, Buffer.from([43, 14, 1, 0])),
    );
  });
});
