import { type ConnectionSettings, type DeviceLimits, hostFault } from '../../contract/model/field.ts';
import type { InputFault } from '../../core/refusal.ts';
import type { DecodeRule, Tag } from './model.ts';

/** Why a Modbus unit id cannot be on a line of this kind; undefined when it can. */
export const slaveIdFault = (kind: ConnectionSettings['kind'], slaveId: number): string | undefined => {
  if (slaveId >= 1 && slaveId <= 247) return undefined;
  if (kind !== 'tcp') return `slaveId ${slaveId} must be 1 to 247 on a serial line`;
  return slaveId === 0 || slaveId === 255 ? undefined : `slaveId ${slaveId} must be 1 to 247, or 0 or 255 of a TCP device itself`;
};

/** An address that leads elsewhere than it reads like. @param present settings, whose host is left as it is. */
export const hostFaults = (settings: ConnectionSettings, present?: ConnectionSettings): InputFault[] => {
  if (settings.kind === 'serial') return [];
  if (present && present.kind !== 'serial' && present.host === settings.host) return [];
  const message = hostFault(settings.host);
  return message === undefined ? [] : [{ path: 'settings.host', message }];
};

/** Tags that would no longer be within a device's limits. */
export const limitFaults = (tags: readonly Tag[], limits: DeviceLimits, decodeRule: DecodeRule): InputFault[] =>
  tags.flatMap(({ name, decode }) =>
    decodeRule(decode, limits).map(({ path, message }) => ({
      path: 'limits',
      message: `limits do not fit tag ${name}: decode.${path} ${message}`,
    })),
  );
