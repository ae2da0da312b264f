import type { ConnectionSettings } from '../../../server/contract/model/field.ts';

/** Where a line is: host and port, or serial port with its settings as they are usually written. */
export const addressOfLine = (settings: ConnectionSettings): string =>
  settings.kind === 'serial'
    ? `${settings.path} ${settings.baudRate} ${settings.dataBits}${settings.parity.charAt(0).toUpperCase()}${settings.stopBits}`
    : `${settings.host}:${settings.port}`;
