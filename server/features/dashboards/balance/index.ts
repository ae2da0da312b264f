export { estimateSigma, meterSigma } from './amounts.ts';
export { BalanceGraphs } from './graphs.ts';
export { balanceRoutes } from './routes.ts';
export { BalanceService } from './service.ts';
export { stockAt, stockChange } from './stockChanges.ts';
