import { describe, expect, it } from 'vitest';
import { DAY_MS, listen, start, startProvider } from '../../../test/identityProvider.ts';

describe('the keys of a provider', () => {
  it('serve from disk while it is away, also after a restart, but not for ever', async () => {
    const { at, provider, byTenant, restart } = await start();
    expect((await byTenant(await provider.token())).status).toBe(200);
    provider.state.isUp = false;
    await restart();
    expect((await byTenant(await provider.token({ jti: 'later' }))).status).toBe(200);
    at.clock.advance(2 * DAY_MS);
    const times = { iat: at.clock.now() / 1000, exp: at.clock.now() / 1000 + 60 };
    expect((await byTenant(await provider.token(times))).status).toBe(200);
    at.clock.advance(31 * DAY_MS);
    const late = { iat: at.clock.now() / 1000, exp: at.clock.now() / 1000 + 60 };
    expect(await byTenant(await provider.token(late))).toMatchObject({
      status: 503,
      body: { message: 'The identity provider does not answer' },
    });
  });

  it('are fetched anew for a key id that is not known, but not again and again', async () => {
    const { at, provider, byTenant } = await start();
    await byTenant(await provider.token());
    await provider.rotate();
    at.clock.advance(31_000);
    expect((await byTenant(await provider.token())).status).toBe(200);
    const asked = provider.state.asked.length;
    for (let i = 0; i < 5; i += 1) await byTenant(await provider.token({}, { kid: `forged-${i}` }));
    expect(provider.state.asked).toHaveLength(asked);
  });

  it('are not fetched from where it redirects to', async () => {
    const { provider, byTenant } = await start();
    let wasAsked = false;
    provider.state.redirectTo = await listen((_, response) => {
      wasAsked = true;
      response.end('{"keys":[]}');
    });
    expect((await byTenant(await provider.token())).status).toBe(503);
    expect(wasAsked).toBe(false);
  });

  it('may have an address of their own', async () => {
    const own = await startProvider();
    const { provider, byTenant } = await start({ jwksUrl: `${own.issuer}/jwks` });
    Object.assign(own.state, { publicKey: provider.state.publicKey });
    expect((await byTenant(await provider.token())).status).toBe(200);
    expect(provider.state.asked).toEqual([]);
    expect(own.state.asked).toEqual(['/jwks']);
  });
});
