import {
  cancelStressTest,
  exportTraffic,
  listStressTests,
  readLineReport,
  readStressTest,
  readTraffic,
  startStressTest,
} from '../../../contract/plant/tools/line.ts';
import {
  cancelRegisterMap,
  compareRegisterMaps,
  confirmDisplayMatch,
  decodeMatrix,
  listRegisterMaps,
  lookAtDisplayMatch,
  readRegisterMap,
  readRegisters,
  startDisplayMatch,
  startRegisterMap,
} from '../../../contract/plant/tools/registers.ts';
import {
  cancelScan,
  estimateScan,
  listScans,
  listSerialPorts,
  readScan,
  startScan,
  testEndpoint,
} from '../../../contract/plant/tools/scan.ts';
import { file, type Route, route } from '../../../http/route.ts';
import type { DisplayService } from './displayService.ts';
import type { LineService } from './lineService.ts';
import type { RegisterService } from './registerService.ts';
import type { ScanService } from './scanService.ts';

const ended = { status: 'success', message: 'Ended' } as const;

const scanRoutes = (scans: ScanService): Route[] => [
  route(listSerialPorts)(async (_, { caller }) => ({ ports: await scans.ports(caller.industryId) })),
  route(testEndpoint)(async ({ body }, { audited }) => {
    const report = await scans.test(body);
    audited({ subject: `${body.host}:${body.port}`, after: { slaveId: body.slaveId, reached: report.reached } });
    return report;
  }),
  route(estimateScan)(({ body }, { caller }) => scans.estimate(caller.industryId, body)),
  route(startScan)(({ body }, { caller, audited }) => {
    const scan = scans.start(caller, body);
    audited({ subject: scan.id, after: { line: scan.line, pauses: scan.pauses, from: body.from, to: body.to } });
    return scan;
  }),
  route(listScans)((_, { caller }) => ({ scans: scans.list(caller.industryId) })),
  route(readScan)(({ params }, { caller }) => scans.read(caller.industryId, params.id)),
  route(cancelScan)(async ({ params }, { caller, audited }) => {
    await scans.cancel(caller.industryId, params.id);
    audited({ subject: params.id });
    return ended;
  }),
];

const registerRoutes = (registers: RegisterService, displays: DisplayService): Route[] => [
  route(readRegisters)(({ query: { connectionId, slaveId, ...area } }, { caller }) =>
    registers.read(caller.industryId, { connectionId, slaveId }, area),
  ),
  route(startRegisterMap)(({ body }, { caller, audited }) => {
    const map = registers.startMap(caller, body);
    audited({ subject: map.id, after: body });
    return map;
  }),
  route(listRegisterMaps)((_, { caller }) => ({ maps: registers.listMaps(caller.industryId) })),
  route(compareRegisterMaps)(({ query }, { caller }) => registers.compare(caller.industryId, query.before, query.after)),
  route(readRegisterMap)(({ params }, { caller }) => registers.readMap(caller.industryId, params.id)),
  route(cancelRegisterMap)(async ({ params }, { caller, audited }) => {
    await registers.cancelMap(caller.industryId, params.id);
    audited({ subject: params.id });
    return ended;
  }),
  route(decodeMatrix)(({ query: { connectionId, slaveId, ...area } }, { caller }) =>
    registers.matrix(caller.industryId, { connectionId, slaveId }, area),
  ),
  route(startDisplayMatch)(async ({ body }, { caller, audited }) => {
    const match = await displays.start(caller.industryId, body);
    audited({ subject: match.id, after: body });
    return match;
  }),
  route(lookAtDisplayMatch)(({ params }, { caller }) => displays.look(caller.industryId, params.id)),
  route(confirmDisplayMatch)(async ({ params, body }, { caller, audited }) => {
    const match = await displays.confirm(caller.industryId, params.id, body.shown);
    audited({ subject: match.id, after: { ...body, confirmed: match.confirmed } });
    return match;
  }),
];

const mediaOf = { csv: 'text/csv; charset=utf-8', pcap: 'application/vnd.tcpdump.pcap' } as const;

const lineRoutes = (lines: LineService): Route[] => [
  route(readTraffic)(({ params, query }, { caller }) => lines.traffic(caller.industryId, params.id, query)),
  route(exportTraffic)(async ({ params, query: { format, ...filter } }, { caller }) => {
    const { name, body } = await lines.trafficFile(caller.industryId, params.id, filter, format);
    const fileName = `traffic-${name.replaceAll(/[^A-Za-z0-9_-]+/g, '-')}.${format}`;
    return file({ body, contentType: mediaOf[format], fileName });
  }),
  route(readLineReport)(({ params }, { caller }) => lines.report(caller.industryId, params.id)),
  route(startStressTest)(({ body }, { caller, audited }) => {
    const test = lines.startTest(caller, body);
    audited({ subject: test.id, after: body });
    return test;
  }),
  route(listStressTests)((_, { caller }) => ({ tests: lines.listTests(caller.industryId) })),
  route(readStressTest)(({ params }, { caller }) => lines.readTest(caller.industryId, params.id)),
  route(cancelStressTest)(async ({ params }, { caller, audited }) => {
    await lines.cancelTest(caller.industryId, params.id);
    audited({ subject: params.id });
    return ended;
  }),
];

export type ToolRoutesParts = { scans: ScanService; registers: RegisterService; displays: DisplayService; lines: LineService };

/** What a technician works with at a line. */
export const toolRoutes = ({ scans, registers, displays, lines }: ToolRoutesParts): Route[] => [
  ...scanRoutes(scans),
  ...registerRoutes(registers, displays),
  ...lineRoutes(lines),
];
