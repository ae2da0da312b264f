/** The part of the package that the tests use; it brings no types of its own. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  type Account = { accountId: string; claims(): Promise<{ sub: string } & Record<string, unknown>> };

  export class Provider {
    constructor(issuer: string, configuration: { findAccount(context: unknown, id: string): Account } & Record<string, unknown>);
    callback(): RequestListener;
  }
}
