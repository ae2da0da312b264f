import { type WritePointSpec, writePointSpec } from '../../contract/model/writePoint.ts';
import { idIn } from '../setup.ts';
import type { DemoDevice } from './model.ts';

/** A relay board with two motor valves on it and a horn. */
export const valveBoard: DemoDevice = {
  key: 'valveBoard',
  name: 'Valve board',
  template: 'waveshare-relay-8',
  connection: 'process',
  slaveId: 20,
  signals: [],
};

/** Which relay drives a valve, and where its two end switches arrive. */
export const demoValves = [
  { key: 'line3Valve', name: 'Line 3 inlet valve', asset: 'LINE3_VALVE', relay: 0, openInput: 0, closedInput: 1 },
  { key: 'gardenValve', name: 'Garden valve', asset: 'GARDEN_VALVE', relay: 1, openInput: 2, closedInput: 3 },
] as const;

const HORN_RELAY = 7;

const relay = (industryId: string, more: object): WritePointSpec =>
  writePointSpec.parse({
    deviceId: idIn(industryId, valveBoard.key),
    fn: 5,
    type: 'bool',
    min: 0,
    max: 1,
    permission: 'RELAY_CONTROL',
    ...more,
  });

/** What an operator of the demo may switch, by id. */
export const beveragePoints = (industryId: string): ReadonlyMap<string, WritePointSpec> =>
  new Map([
    ...demoValves.map(({ key, name, asset, relay: address, openInput, closedInput }) => {
      const valve = {
        openFeedback: { space: 'discrete', address: openInput },
        closedFeedback: { space: 'discrete', address: closedInput },
        travelMs: 8000,
      };
      const confirmText = `${name}: it takes about 3 s to move.`;
      return [idIn(industryId, key), relay(industryId, { name, asset, kind: 'valve', address, valve, confirmText })] as const;
    }),
    [
      idIn(industryId, 'horn'),
      relay(industryId, { name: 'Control room horn', asset: 'HORN', kind: 'relay', address: HORN_RELAY, valve: {} }),
    ],
  ]);
