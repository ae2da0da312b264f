import { describe, expect, it } from 'vitest';
import { issuerHosts } from './issuerHosts.ts';

const may = issuerHosts([
  'login.microsoftonline.com',
  '*.okta.com',
  'ID.Plant.Example',
  'http://localhost:9000',
  'http://10.0.0.5:80',
]);

describe('an identity provider', () => {
  it.each([
    'https://login.microsoftonline.com/tenant/v2.0',
    'https://kaveri.okta.com',
    'https://id.plant.example:8443/keys',
    'http://localhost:9000/realms/x',
  ])('is asked at %s', (address) => expect(may(address)).toBe(true));

  it.each([
    'http://login.microsoftonline.com/keys',
    'https://login.microsoftonline.com.evil.example',
    'https://evil.example/login.microsoftonline.com',
    'https://login.microsoftonline.com@evil.example/',
    'https://okta.com.evil.example',
    'https://notokta.com',
    'https://127.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'http://localhost:9001/',
    'http://127.0.0.1:9000/',
    'http://10.0.0.5/',
    'file:///etc/passwd',
    'nonsense',
  ])('is not asked at %s', (address) => expect(may(address)).toBe(false));
});
