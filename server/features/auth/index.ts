export { accessRoutes } from './accessRoutes.ts';
export { createAuth, createSms } from './create.ts';
export type { PairingFacts } from './devices/pairings.ts';
export type { NewUser, User, UserChange, UserDirectory } from './model.ts';
export { openAccount } from './openAccount.ts';
export { authRoutes } from './routes.ts';
export { issuerHosts } from './sso/issuerHosts.ts';
