import type { ConnectionSettings } from '../../contract/model/field.ts';
import type { PortDeps, StrictPort } from './port.ts';
import { StrictRtuTcpPort } from './strictRtuTcpPort.ts';
import { StrictSerialPort } from './strictSerialPort.ts';
import { StrictTcpPort } from './strictTcpPort.ts';

/** A port for one connection of a line, not yet open. */
export const createPort = (settings: ConnectionSettings, deps: PortDeps): StrictPort => {
  switch (settings.kind) {
    case 'tcp':
      return new StrictTcpPort(settings, deps);
    case 'rtuTcp':
      return new StrictRtuTcpPort(settings, deps);
    case 'serial':
      return new StrictSerialPort(settings, deps);
  }
};
