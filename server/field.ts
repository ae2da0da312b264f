import { join } from 'node:path';
import type { DeviceTemplate } from './contract/model/deviceTemplates.ts';
import type { Clock } from './core/clock.ts';
import type { Log } from './core/log.ts';
import { ModbusCommands } from './field/commands.ts';
import { validateDecode } from './field/decode/validateDecode.ts';
import { busLoadPct } from './field/doctor/busLoad.ts';
import { ModbusGateway } from './field/gateway.ts';
import { adapterNames } from './field/ports/adapterNames.ts';
import { openSerial } from './field/ports/modemLine.ts';
import { LoopbackTwins } from './field/simulator/twinHost.ts';
import { loadTemplates } from './field/templates.ts';
import { ModbusTools } from './field/tools.ts';

type FieldParts = { templateFolder: string; dataFolder: string; clock: Clock; log: Log };

/** The field: lines, commands, tools at the line, simulated twins, and the rules that configuration is checked by. */
export const createField = ({ templateFolder, dataFolder, clock, log }: FieldParts) => {
  adapterNames.keepIn(join(dataFolder, 'adapters.json'));
  const gateway = new ModbusGateway({ clock, log });
  let templates: readonly DeviceTemplate[] | undefined;
  return {
    gateway,
    commands: new ModbusCommands(gateway),
    tools: new ModbusTools(gateway, clock),
    twinHost: new LoopbackTwins(clock),
    /** Those of the installation, read when they are first asked for. */
    templates: (): readonly DeviceTemplate[] => (templates ??= loadTemplates(templateFolder)),
    rules: { decodeRule: validateDecode, loadRule: busLoadPct },
    openSerial,
  };
};
