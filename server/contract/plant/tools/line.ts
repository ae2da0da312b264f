import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { isoTime, num, ok, wholeNumber } from '../../model/common.ts';
import { space } from '../../model/field.ts';
import { commissioning, idPath } from '../row.ts';
import { toolJobFields, toolTarget } from './jobs.ts';

const trafficFilter = z.object({
  unit: wholeNumber(0, 255).optional(),
  fc: wholeNumber(1, 127).optional().meta({ description: 'function code; exceptions to it too' }),
  direction: z.enum(['sent', 'received']).optional(),
  from: isoTime.optional(),
  to: isoTime.optional(),
});
export type TrafficFilter = z.infer<typeof trafficFilter>;

const frame = z
  .object({
    sequence: z.number().int().meta({ description: 'counts the frames of the line' }),
    at: z.string().meta({ description: 'UTC with microseconds' }),
    direction: z.enum(['sent', 'received']),
    hex: z.string(),
    unit: z.number().int().nullable(),
    functionCode: z.number().int().nullable(),
    text: z.string().meta({ description: 'the frame in words; rubbish is called that' }),
  })
  .meta({ id: 'TrafficFrame' });
export type TrafficFrame = z.infer<typeof frame>;

export const readTraffic = endpoint({
  ...commissioning,
  method: 'get',
  path: '/connections/{id}/traffic',
  summary: 'The last frames of a line, newest last',
  description:
    'Every line keeps up to 5,000; on plants with many lines fewer, until its log is asked for. A scan with settings of its own is not in it. `after` continues where an earlier answer ended.',
  faults: ['notFound', 'badRequest'],
  params: idPath,
  query: trafficFilter.extend({
    after: wholeNumber(0).optional().meta({ description: 'sequence of the last frame seen' }),
    limit: wholeNumber(1, 5000).prefault(200),
  }),
  reply: z.object({ kept: z.number().int(), frames: z.array(frame) }).meta({ id: 'Traffic' }),
});

export const exportTraffic = endpoint({
  ...commissioning,
  method: 'get',
  path: '/connections/{id}/traffic/export',
  summary: 'The last frames of a line as CSV, or as pcap for Wireshark',
  description:
    'The pcap opens without settings: Modbus TCP as IP packets whose device is at port 502, whatever its real port; RTU frames as exported PDUs of the Modbus RTU dissector. ' +
    'Noise is in the CSV; the pcap holds whole frames.',
  faults: ['notFound', 'badRequest'],
  params: idPath,
  query: trafficFilter.extend({ format: z.enum(['csv', 'pcap']).default('csv') }),
  media: ['text/csv', 'application/vnd.tcpdump.pcap'],
  reply: z.any(),
});

const deviceLine = z.object({
  deviceId: z.string(),
  name: z.string(),
  slaveId: z.number().int(),
  requests: z.number().int(),
  answeredPct: num,
  timeoutPct: num,
  crcPct: num,
  turnaroundMsP50: num.meta({ description: 'answer time without the time on the wire' }),
  turnaroundMsP95: num,
});

/** What can be said of a line; clients word it by its code and parameters in their own language. */
export const lineFindingCodes = [
  'notSerial',
  'serialLost',
  'hostLost',
  'late',
  'rtuOnTcp',
  'noDeviceTcp',
  'noDeviceRtuTcp',
  'notAnAnswer',
  'onlyEcho',
  'nothingReceived',
  'echoKept',
  'echoMissing',
  'damagedOne',
  'damagedAll',
  'missingSome',
  'missingAllSerial',
  'missingAllNetwork',
  'lateSome',
  'noise',
  'overloaded',
  'busyLine',
  'protocol',
  'notAlone',
  'untrusted',
  'tooFew',
  'good',
  'noRegister',
  'impossibleValue',
  'foreignAnswer',
  'unknownFunction',
  'tooManyRegisters',
  'deviceFailure',
  'deviceWorking',
  'deviceBusy',
  'noWay',
  'unitSilent',
  'exception',
  'notRead',
  'notReadYet',
] as const;

const lineReport = z
  .object({
    connectionId: z.string(),
    name: z.string(),
    at: isoTime,
    state: z.string(),
    requests: z.number().int(),
    answeredPct: num,
    timeoutPct: num,
    crcPct: num,
    lateAnswers: z.number().int(),
    noiseBytes: z.number().int().meta({ description: 'received bytes that belong to no answer, since the line began' }),
    echo: z.boolean().nullable().meta({ description: 'the adapter sends back what it is given; null: nothing was received yet' }),
    utilisationPct: z.number(),
    plannedLoadPct: num.meta({ description: 'share of the line’s time that the configured reads need' }),
    turnaroundMs: z
      .array(z.object({ upToMs: num, count: z.number().int() }))
      .meta({ description: 'histogram over the frames kept; null: slower than all of them' }),
    devices: z.array(deviceLine),
    verdict: z.enum(['good', 'watch', 'bad', 'unknown']),
    findings: z
      .array(
        z.object({
          severity: z.enum(['info', 'watch', 'bad']),
          code: z.enum(lineFindingCodes),
          params: z
            .record(z.string(), z.union([z.string(), z.number()]))
            .meta({ description: 'what the words of the code name: devices, numbers, the reason of the operating system' }),
          text: z.string(),
          next: z.string(),
        }),
      )
      .meta({
        description: 'what is wrong and what to try next, as a code with its parameters and in English words; the worst first',
      }),
  })
  .meta({ id: 'LineReport' });
export type LineReport = z.infer<typeof lineReport>;
export type LineFinding = LineReport['findings'][number];
export type LineFindingCode = LineFinding['code'];

export const readLineReport = endpoint({
  ...commissioning,
  method: 'get',
  path: '/connections/{id}/doctor',
  summary: 'How well a line works, what is wrong in words, and what to try next',
  faults: ['notFound', 'badRequest'],
  params: idPath,
  reply: lineReport,
});

const stressSpec = z.object({
  ...toolTarget,
  space: space.default('holding'),
  address: z.number().int().min(0).max(65_535).default(0),
  count: z.number().int().min(1).max(125).default(1),
  reads: z.number().int().min(10).max(2000).default(500),
});
export type StressSpec = z.infer<typeof stressSpec>;

const stressFields = {
  sent: z.number().int(),
  ok: z.number().int().meta({ description: 'answered, exceptions included' }),
  exceptions: z.number().int(),
  timeouts: z.number().int(),
  crcErrors: z.number().int(),
  badAnswers: z.number().int(),
  answerMsP50: num,
  answerMsP95: num,
  answerMsMax: num,
  perSecond: num,
  verdict: z.enum(['good', 'watch', 'bad']).nullable().meta({ description: 'null while it runs' }),
  words: z.string(),
};
export type StressResult = z.infer<z.ZodObject<typeof stressFields>>;

const stress = z
  .object({ ...toolJobFields, ...toolTarget, space, address: z.number().int(), count: z.number().int(), ...stressFields })
  .meta({ id: 'StressTest' });
export type StressView = z.infer<typeof stress>;

export const startStressTest = endpoint({
  ...commissioning,
  method: 'post',
  path: '/stress-tests',
  creates: true,
  audit: 'stress.start',
  summary: 'Reads one device hundreds of times and gives a verdict on the line',
  description: 'In the line’s free time, beside polling.',
  faults: ['schema', 'badRequest', 'notFound', 'conflict'],
  body: stressSpec,
  reply: stress,
});

export const listStressTests = endpoint({
  ...commissioning,
  method: 'get',
  path: '/stress-tests',
  summary: 'Stress tests of this run of the server, newest first',
  faults: [],
  reply: z.object({ tests: z.array(stress) }),
});

export const readStressTest = endpoint({
  ...commissioning,
  method: 'get',
  path: '/stress-tests/{id}',
  summary: 'How far a stress test is, and its verdict',
  faults: ['notFound'],
  params: idPath,
  reply: stress,
});

export const cancelStressTest = endpoint({
  ...commissioning,
  method: 'delete',
  path: '/stress-tests/{id}',
  audit: 'stress.cancel',
  summary: 'Ends a stress test; what it counted stays',
  faults: ['notFound'],
  params: idPath,
  reply: ok,
});

export const plantToolsLineEndpoints = [
  readTraffic,
  exportTraffic,
  readLineReport,
  startStressTest,
  listStressTests,
  readStressTest,
  cancelStressTest,
] as const;
