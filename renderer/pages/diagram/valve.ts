import type { z } from 'zod';
import type { listValves } from '../../../server/contract/plant/commands.ts';
import type { ScadaNode } from '../../../server/contract/user/scada.ts';
import type { Body } from './Symbol.tsx';

export type Valve = z.output<(typeof listValves)['reply']>['valves'][number];

/** The valve that a symbol shows: by its write point. */
export const valveOf = ({ control }: Pick<ScadaNode, 'control'>, valves: readonly Valve[]): Valve | undefined =>
  control === undefined ? undefined : valves.find(({ id, asset }) => id === control.deviceId || asset === control.deviceId);

/** A body is what the feedback says, never what was asked. */
export const bodyOfValve = (valve: Valve | undefined): Body =>
  valve === undefined || valve.state === 'unknown'
    ? 'unknown'
    : valve.state === 'moving'
      ? 'moving'
      : valve.state === 'open'
        ? 'run'
        : 'stop';
