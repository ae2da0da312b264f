export { accessRoutes } from './accessRoutes.ts';
export { createLogins, createSms } from './create.ts';
export type { NewUser, User, UserChange, UserDesk } from './model.ts';
export { authRoutes } from './routes.ts';
