export { answerSync } from './answerStore.ts';
export { createSync } from './create.ts';
export { syncQuestion } from './questions.ts';
export { syncRoutes } from './routes.ts';
