import { expect, it } from 'vitest';
import type { FieldConfiguration } from '../core/field/field.ts';
import { lineTo, Subject, serverOf } from '../test/gatewaySubject.ts';
import { device, tag } from './testing/make.ts';

it.each<[string, (plant: FieldConfiguration) => FieldConfiguration]>([
  ['another unit id', (plant) => ({ ...plant, devices: plant.devices.map((one) => ({ ...one, slaveId: 2 })) })],
  ['another line', (plant) => ({ ...plant, devices: plant.devices.map((one) => ({ ...one, connectionId: 'silent' })) })],
  [
    'another address of its line',
    (plant) => ({
      ...plant,
      connections: plant.connections.map((one, at) => ({
        ...one,
        settings: plant.connections[1 - at]?.settings ?? one.settings,
      })),
    }),
  ],
])('a device that is given %s shows nothing until it has answered there', async (_, moved) => {
  const server = await serverOf(({ unit, send, answer }) => void (unit === 1 && send(answer)));
  const silent = await serverOf(() => undefined);
  const lines = [lineTo(server, { timeoutMs: 60_000 }), lineTo(silent, { id: 'silent', timeoutMs: 60_000 })];
  const [meter, other] = [device(1), { ...device(1), id: 'other' }];
  const plant = { connections: lines, devices: [meter, other], tags: [tag('line-1', 7), tag('other', 7)] };
  const subject = new Subject(plant);
  await subject.good('other/7');
  await subject.good('line-1/7');

  const place = subject.gateway.placeOf('line-1');
  subject.gateway.configure(moved({ ...plant, devices: [meter] }));
  expect(subject.gateway.tag('line-1/7')).toMatchObject({ value: null, quality: 'STALE', lastGoodAtMs: null });
  expect(subject.gateway.placeOf('line-1')).not.toEqual(place);
});

it('a device whose line is given another time-out keeps what it showed', async () => {
  const server = await serverOf();
  const plant = { connections: [lineTo(server, { timeoutMs: 60_000 })], devices: [device(1)], tags: [tag('line-1', 7)] };
  const subject = new Subject(plant);
  await subject.good('line-1/7');
  const place = subject.gateway.placeOf('line-1');
  subject.gateway.configure({ ...plant, connections: [lineTo(server, { timeoutMs: 30_000 })] });
  expect(subject.gateway.tag('line-1/7')).toMatchObject({ value: 7, quality: 'GOOD' });
  expect(subject.gateway.placeOf('line-1')).toEqual(place);
});
