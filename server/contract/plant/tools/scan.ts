import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { num, ok } from '../../model/common.ts';
import { connectionSettings, typedHost } from '../../model/field.ts';
import { commissioning, idPath } from '../row.ts';
import { pauseConsent, toolJobFields } from './jobs.ts';

const serialPort = z
  .object({
    path: z.string(),
    manufacturer: z.string().nullable(),
    product: z.string().nullable(),
    serialNumber: z.string().nullable(),
    usedBy: z.string().nullable().meta({ description: 'name of the connection, or that it is in use' }),
  })
  .meta({ id: 'SerialPort' });
export type SerialPortView = z.infer<typeof serialPort>;

export const listSerialPorts = endpoint({
  ...commissioning,
  method: 'get',
  path: '/serial-ports',
  summary: 'Serial ports of this machine',
  faults: [],
  reply: z.object({ ports: z.array(serialPort) }),
});

const endpointReport = z
  .object({
    reached: z.boolean(),
    connectMs: num,
    answersModbus: z.boolean().nullable().meta({ description: 'null: not reached' }),
    answerMs: num,
    words: z.string().meta({ description: 'what was found, and what to try next' }),
  })
  .meta({ id: 'EndpointReport' });
export type EndpointReport = z.infer<typeof endpointReport>;

export const testEndpoint = endpoint({
  ...commissioning,
  method: 'post',
  path: '/endpoint-tests',
  audit: 'endpoint.test',
  summary: 'Connects to a host and asks whether it speaks Modbus',
  description:
    'One connection, one read of one register; an exception is an answer. A host that a connection uses is tested beside it.',
  faults: ['schema', 'badRequest'],
  body: z.object({
    kind: z.enum(['tcp', 'rtuTcp']).default('tcp'),
    host: typedHost,
    port: z.number().int().min(1).max(65_535).default(502),
    slaveId: z.number().int().min(0).max(255).default(1),
    timeoutMs: z.number().int().min(100).max(10_000).default(3000),
  }),
  reply: endpointReport,
});

const lineFormat = z.object({
  baudRate: z.number().int().min(300).max(921_600),
  parity: z.enum(['none', 'even', 'odd']),
  stopBits: z.union([z.literal(1), z.literal(2)]),
});
export type LineFormat = z.infer<typeof lineFormat>;

const scanSpec = z.object({
  connectionId: z.string().min(1).max(64).optional().meta({ description: 'a configured line; else `settings`' }),
  settings: connectionSettings.optional().meta({ description: 'a line that no connection uses' }),
  consent: pauseConsent.optional().meta({ description: 'needed for a line that is being read' }),
  from: z.number().int().min(0).max(255).default(1),
  to: z.number().int().min(0).max(255).default(247),
  baudRates: z.array(z.number().int().min(300).max(921_600)).min(1).max(12).optional(),
  parities: z
    .array(z.enum(['none', 'even', 'odd']))
    .min(1)
    .max(3)
    .optional(),
  stopBits: z
    .array(z.union([z.literal(1), z.literal(2)]))
    .min(1)
    .max(2)
    .optional(),
  space: z.enum(['holding', 'input']).default('holding').meta({ description: 'what is asked for: one register at address 0' }),
  timeoutMs: z
    .number()
    .int()
    .min(20)
    .max(10_000)
    .optional()
    .meta({ description: '120 on a serial line and 500 on a network where absent' }),
  everySetting: z.boolean().default(false).meta({ description: 'goes on with other settings after a device was found' }),
  identify: z.boolean().default(true),
});
export type ScanSpec = z.infer<typeof scanSpec>;

const scanEstimate = z
  .object({
    requests: z.number().int(),
    seconds: z.number().meta({ description: 'when nobody answers; identification of what is found comes on top' }),
    settings: z.array(lineFormat.nullable()).meta({ description: 'in the order they are tried; null on a network' }),
    pauses: z
      .string()
      .nullable()
      .meta({ description: 'name of the connection that is not read meanwhile; `consent` must name it' }),
  })
  .meta({ id: 'ScanEstimate' });
export type ScanEstimate = z.infer<typeof scanEstimate>;

const foundDevice = z
  .object({
    slaveId: z.number().int(),
    settings: lineFormat.nullable(),
    answer: z.enum(['value', 'exception', 'damaged']),
    exception: z.number().int().nullable(),
    answerMs: num,
    duplicateSuspected: z.boolean().meta({ description: 'good and damaged answers take turns: two devices share the unit id' }),
    vendor: z.string().nullable(),
    product: z.string().nullable(),
    revision: z.string().nullable(),
    serverId: z.string().nullable(),
    models: z
      .array(
        z.object({
          templateId: z.string(),
          name: z.string(),
          certainty: z.enum(['identified', 'likely', 'possible']),
          why: z.string(),
        }),
      )
      .meta({ description: 'known models that fit, the best first' }),
  })
  .meta({ id: 'FoundDevice' });
export type FoundDevice = z.infer<typeof foundDevice>;

/** What a scan can warn of; clients word it by its code and parameters in their own language. */
export const scanWarningCodes = ['garbage', 'sharedUnits', 'twins', 'unsure'] as const;
const scanWarning = z.object({
  code: z.enum(scanWarningCodes),
  params: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .meta({ description: 'the units, and the format of a serial line' }),
  text: z.string(),
});
export type ScanWarning = z.infer<typeof scanWarning>;

const scanResult = {
  found: z.array(foundDevice),
  warnings: z.array(scanWarning).meta({
    description: 'duplicates, noise, a gateway that answers for every unit: as a code with its parameters and in English words',
  }),
};
export type ScanResult = { found: FoundDevice[]; warnings: ScanWarning[] };

const scan = z
  .object({ ...toolJobFields, line: z.string(), pauses: z.string().nullable(), ...scanResult })
  .meta({ id: 'BusScan' });
export type ScanView = z.infer<typeof scan>;

const scanRules =
  'Likely settings come first. An exception counts as found. Reads only. A line that is being read needs `consent` with its name: polling pauses while the scan runs ' +
  'and goes on whatever happens to it.';

export const estimateScan = endpoint({
  ...commissioning,
  method: 'post',
  path: '/scan-estimates',
  summary: 'How long a scan takes at most, and what it would pause; asks nobody',
  faults: ['schema', 'badRequest', 'notFound', 'conflict'],
  body: scanSpec,
  reply: scanEstimate,
});

export const startScan = endpoint({
  ...commissioning,
  method: 'post',
  path: '/scans',
  creates: true,
  audit: 'scan.start',
  summary: 'Looks for devices on a line: unit ids, on a serial line times baud rate, parity and stop bits',
  description: scanRules,
  faults: ['schema', 'badRequest', 'notFound', 'conflict'],
  body: scanSpec,
  reply: scan,
});

export const listScans = endpoint({
  ...commissioning,
  method: 'get',
  path: '/scans',
  summary: 'Scans of this run of the server, newest first',
  faults: [],
  reply: z.object({ scans: z.array(scan) }),
});

export const readScan = endpoint({
  ...commissioning,
  method: 'get',
  path: '/scans/{id}',
  summary: 'How far a scan is and what it has found so far',
  faults: ['notFound'],
  params: idPath,
  reply: scan,
});

export const cancelScan = endpoint({
  ...commissioning,
  method: 'delete',
  path: '/scans/{id}',
  audit: 'scan.cancel',
  summary: 'Ends a scan; what it found stays',
  faults: ['notFound'],
  params: idPath,
  reply: ok,
});

export const plantToolsScanEndpoints = [
  listSerialPorts,
  testEndpoint,
  estimateScan,
  startScan,
  listScans,
  readScan,
  cancelScan,
] as const;
