import { Failure } from '../../core/fail.ts';
import type { OpenSerial } from '../../core/field/serialLine.ts';

/** Opens a serial adapter for text, exclusively. */
export const openSerial: OpenSerial = async ({ path, baudRate }) => {
  // loaded on first use: a plant without serial lines needs no native addon
  const { SerialPort } = await import('serialport');
  const port = new SerialPort({ path, baudRate, lock: true, autoOpen: false });
  await new Promise<void>((resolve, reject) => {
    port.open((error) => {
      if (error) reject(new Failure('linkDown', `cannot open ${path}: ${error.message}`, { cause: error }));
      else resolve();
    });
  });
  // an adapter that is unplugged says so here; whoever waits for an answer runs into their time limit
  port.on('error', () => undefined);
  return {
    write: (text) => void port.write(text, 'latin1'),
    onText: (listener) => void port.on('data', (chunk: Buffer) => listener(chunk.toString('latin1'))),
    close: () =>
      new Promise((resolve) => {
        if (!port.isOpen || port.closing) resolve();
        else port.close(() => resolve());
      }),
  };
};
