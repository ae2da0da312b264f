import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export const audience = 'plant-client';
export const tenant = 'tenant-1';

export type IdentityProvider = {
  issuer: string;
  /** An identity token that it signs at this moment; another key signs one that is forged. */
  token(nowMs: number, claims: JWTPayload, key?: 'own' | 'other'): Promise<string>;
  stop(): Promise<void>;
};

/** An identity provider with its keys, as a server on this machine. */
export const startIdentityProvider = async (): Promise<IdentityProvider> => {
  const [own, other] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
  const jwks = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }] };
  const server = createServer((request, response) => {
    const body = request.url === '/jwks' ? jwks : { issuer, jwks_uri: `${issuer}/jwks` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    token: (nowMs, claims, key = 'own') => {
      const iat = Math.floor(nowMs / 1000);
      const payload = { iss: issuer, aud: audience, tid: tenant, iat, exp: iat + 600, jti: crypto.randomUUID(), ...claims };
      const signer = key === 'own' ? own : other;
      return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'k1' }).sign(signer.privateKey);
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
