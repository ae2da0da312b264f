export { estimateSigma, meterSigma } from './amounts.ts';
export { type Balances, createBalance } from './create.ts';
export { BalanceGraphs } from './graphs.ts';
export { balanceRoutes } from './routes.ts';
export { BalanceService } from './service.ts';
export { stockAt, stockChangeBetween } from './stockChanges.ts';
export { isEvaluated } from './verdict.ts';
