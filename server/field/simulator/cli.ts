import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exitCodes } from '../../contract/process/exitCodes.ts';
import { systemClock } from '../../core/clock.ts';
import { Failure, isFailure, messageOf } from '../../core/fail.ts';
import { loadTemplates } from '../templates.ts';
import { animate } from './animate.ts';
import { columnsByMap, recorderDevice } from './csvColumns.ts';
import { tagsOfTemplate } from './device.ts';
import { faultUsages, parseFaultArgument } from './faultArgument.ts';
import { identityOfTemplate } from './identity.ts';
import type { LineOptions, SimulatedLine } from './line.ts';
import { CsvReplay, csvColumnNames } from './replay.ts';
import { Simulator } from './simulator.ts';

const usage = `npm run simulate -- [options]      simulated Modbus devices, unit ids from 1 on

  --port N           TCP port, 5020
  --host ADDRESS     127.0.0.1; another address lets others in
  --rtu              RTU framing over TCP
  --serial PATH      RTU on a serial line instead of TCP, with --baud N (9600)
  --template ID      a device of this model; may be repeated; every model where absent
  --list             what models there are
  --strict           registers between signals refuse to be read, instead of being 0
  --still            values do not change
  --csv FILE         plays a recording, --speed N recorded seconds a second (1), --time COLUMN (first one)
  --map COLUMN=UNIT:TAG   where a column goes; may be repeated; where absent, a device of its own
                     serves every column as float64 holding registers
  --fault FAULT      may be repeated: ${faultUsages.join(', ')}
`;

const options = {
  port: { type: 'string', default: '5020' },
  host: { type: 'string', default: '127.0.0.1' },
  rtu: { type: 'boolean', default: false },
  serial: { type: 'string' },
  baud: { type: 'string', default: '9600' },
  template: { type: 'string', multiple: true, default: [] as string[] },
  list: { type: 'boolean', default: false },
  strict: { type: 'boolean', default: false },
  still: { type: 'boolean', default: false },
  csv: { type: 'string' },
  speed: { type: 'string', default: '1' },
  time: { type: 'string' },
  map: { type: 'string', multiple: true, default: [] as string[] },
  fault: { type: 'string', multiple: true, default: [] as string[] },
  help: { type: 'boolean', default: false },
} as const;

type Given = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

const templateDirectory = join(import.meta.dirname, '../../../resources/devices');

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const wholeNumber = (name: string, text: string, most: number): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new Failure('parameter', `--${name} ${text} is not 0 to ${most}`);
  return value;
};

const lineOptions = (given: Given): LineOptions =>
  given.serial === undefined
    ? { kind: given.rtu ? 'rtuTcp' : 'tcp', host: given.host, port: wholeNumber('port', given.port, 65_535) }
    : { kind: 'serial', path: given.serial, baudRate: wholeNumber('baud', given.baud, 921_600) };

/** The models asked for, each on the next unit id; returns what starts to move them and in turn what ends it. */
const addModels = (line: SimulatedLine, given: Given): (() => () => void)[] => {
  const known = loadTemplates(templateDirectory);
  const everyModel = given.csv === undefined || given.map.length > 0 ? known.map(({ id }) => id) : [];
  const asked = given.template.length > 0 ? given.template : everyModel;
  return asked.flatMap((id, i) => {
    const template = known.find((one) => one.id === id);
    if (!template) throw new Failure('parameter', `no model "${id}"; --list shows them`);
    const device = line.addDevice({
      slaveId: i + 1,
      name: template.id,
      tags: tagsOfTemplate(template),
      identity: identityOfTemplate(template),
      holes: given.strict ? 'refuse' : 'zero',
    });
    return given.still || given.map.length > 0 ? [] : [() => animate(device, template, systemClock)];
  });
};

const addRecording = async (line: SimulatedLine, file: string, given: Given): Promise<CsvReplay> => {
  const names = await csvColumnNames(file);
  const timeColumn = given.time ?? names[0] ?? '';
  if (given.map.length > 0)
    return CsvReplay.open({ file, timeColumn, columns: columnsByMap(given.map, line), clock: systemClock });
  const device = recorderDevice(
    line,
    line.devices.length + 1,
    names.filter((name) => name !== timeColumn),
  );
  const columns = Object.fromEntries(device.tagNames.map((tag) => [tag, { device, tag }]));
  return CsvReplay.open({ file, timeColumn, columns, clock: systemClock });
};

const injectFaults = (line: SimulatedLine, faults: readonly string[]): void => {
  for (const { unit, fault } of faults.map(parseFaultArgument)) {
    const device = line.devices.find(({ slaveId }) => slaveId === unit);
    if (!device) throw new Failure('parameter', `fault ${fault.kind}: no unit ${unit} is served`);
    device.inject(fault);
  }
};

const counted = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

const describe = (line: SimulatedLine): void => {
  for (const device of line.devices) {
    const faults = device.faults().map(({ kind }) => `  ! ${kind}`);
    print(`  unit ${device.slaveId}  ${device.name}  ${counted(device.tagNames.length, 'signal')}${faults.join('')}`);
  }
  print(`serving ${counted(line.devices.length, 'device')} on ${line.address}; Ctrl-C stops`);
};

const speedOf = (text: string): number => {
  const speed = Number(text);
  if (!(speed > 0 && Number.isFinite(speed))) throw new Failure('parameter', `--speed ${text} is not above 0`);
  return speed;
};

const run = async (given: Given): Promise<void> => {
  const speed = speedOf(given.speed);
  const simulator = new Simulator();
  const line = simulator.addLine(lineOptions(given));
  const moves = addModels(line, given);
  const replay = given.csv === undefined ? undefined : await addRecording(line, given.csv, given);
  injectFaults(line, given.fault);
  await simulator.start();
  const stops = moves.map((move) => move());
  replay?.start(speed, () => print('the recording has ended; its last values stay'));
  describe(line);
  const stop = () => {
    replay?.stop();
    for (const end of stops) end();
    void simulator.stop();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
};

/** Arguments, and a line that the system does not give, are for a person to mend. */
const codeOf = (error: unknown): number => {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  if (cause?.code === 'EADDRINUSE') return exitCodes.locked;
  const isRefused = isFailure(error, 'parameter') || isFailure(error, 'linkDown') || String(code).startsWith('ERR_PARSE_ARGS_');
  return isRefused ? exitCodes.configuration : exitCodes.fault;
};

try {
  const given = parseArgs({ options }).values;
  if (given.help) process.stdout.write(usage);
  else if (given.list)
    for (const { id, manufacturer, model } of loadTemplates(templateDirectory)) print(`${id}  ${manufacturer} ${model}`);
  else await run(given);
} catch (error) {
  process.stderr.write(`simulate: ${messageOf(error)}\n`);
  process.exitCode = codeOf(error);
}
