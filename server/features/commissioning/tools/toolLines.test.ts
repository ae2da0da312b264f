import { expect, it } from 'vitest';
import { sayRemark } from '../../../contract/model/commandRemarks.ts';
import { Failure } from '../../../core/fail.ts';
import type { FieldTools } from '../../../core/field/fieldTools.ts';
import { someConnection } from '../../../test/configuredPlant.ts';
import { FieldRegistry } from '../registry.ts';
import { ToolLines } from './toolLines.ts';

const read = (error: Failure): Promise<unknown> => {
  const registry = new FieldRegistry();
  registry.connections.set('line', { ...someConnection(), id: 'line', industryId: 'DEMO', version: 1 });
  const lines = new ToolLines(registry, { read: () => Promise.reject(error) } as Partial<FieldTools> as FieldTools);
  return lines.read('DEMO', { connectionId: 'line', slaveId: 7 }, { space: 'holding', address: 0, count: 1 });
};

it.each([
  ['linkDown', sayRemark('notConnected', {})],
  ['linkDown', sayRemark('cannotConnect', { address: '10.0.0.5:502', why: 'ECONNREFUSED' })],
  ['cancelled', 'the work was ended'],
] as const)('why a read did not come about is said once and in its own words: %s, %s', async (code, message) => {
  await expect(read(new Failure(code, message))).rejects.toMatchObject({ code: 'unavailable', message });
});
