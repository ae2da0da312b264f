import { expect, it } from 'vitest';
import { plantAddress } from './routes.ts';

const at = (publicUrl: string | undefined, ...found: string[]) => plantAddress({ publicUrl, addresses: () => found });

it('links begin with what the owner calls the server, else with its best address, and with none where only this PC is served', () => {
  expect(at('https://water.plant.example/panel/', '192.168.7.20:8443')).toBe('https://water.plant.example');
  expect(at(undefined, '192.168.7.20:443', '[fd00::7]:443')).toBe('https://192.168.7.20');
  expect(at(undefined, '[fd00::7]:8443')).toBe('https://[fd00::7]:8443');
  expect(at(undefined)).toBeNull();
});
