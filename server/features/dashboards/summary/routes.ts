import { summaryPage } from '../../../contract/user/summaryPage.ts';
import { type Route, route } from '../../../http/route.ts';
import type { SummaryService } from './service.ts';

/** The summary page. */
export const summaryRoutes = (summary: Pick<SummaryService, 'page'>): Route[] => [
  route(summaryPage)(({ query }, { caller, sharedEtag }) => summary.page(caller.industryId, query, sharedEtag)),
];
