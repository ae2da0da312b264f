export { summaryRoutes } from './routes.ts';
export { SummaryService } from './service.ts';
