import type { Clock } from '../../../core/clock.ts';
import type { FieldTools } from '../../../core/field/fieldTools.ts';
import type { Route } from '../../../http/route.ts';
import type { FieldRegistry } from '../registry.ts';
import type { TemplateCatalog } from '../templates/catalog.ts';
import { DisplayService } from './displayService.ts';
import { LineService } from './lineService.ts';
import { RegisterService } from './registerService.ts';
import { toolRoutes } from './routes.ts';
import { ScanService } from './scanService.ts';
import { ToolLines } from './toolLines.ts';

export type ToolsParts = { tools: FieldTools; registry: FieldRegistry; catalog: TemplateCatalog; clock: Clock };

/** Scan, register browser, traffic log and line doctor. What runs is ended by `stop`, before the field is. */
export const createTools = ({ tools, registry, ...parts }: ToolsParts): { routes: Route[]; stop(): Promise<void> } => {
  const busy = new Set<string>();
  const common = { ...parts, tools, busy, lines: new ToolLines(registry, tools) };
  const scans = new ScanService(common);
  const registers = new RegisterService(common);
  const displays = new DisplayService(tools, common.lines);
  const lines = new LineService(common);
  return {
    routes: toolRoutes({ scans, registers, displays, lines }),
    stop: async () => {
      await Promise.all([scans.stop(), registers.stop(), lines.stop()]);
    },
  };
};
