/**
 * A flow of Node-RED that does what the floor does: every device is asked once a second for its registers, every value that was read is
 * stored, all of a second in one transaction. It answers two questions: the newest values of a device, and a stored day of 288 rows.
 * Tuned by hand: no status of nodes, no log of the queue, one node for all answers.
 */
const REGISTERS = 50;

const open = `
const sqlite = new (global.get('Database'))(global.get('path'));
sqlite.pragma('journal_mode = wal');
sqlite.pragma('synchronous = normal');
sqlite.exec('create table sample (series integer, at integer, value real, primary key (series, at)) strict, without rowid');
const put = sqlite.prepare('insert or replace into sample values (?, ?, ?)');
const store = sqlite.transaction((samples) => { for (const sample of samples) put.run(...sample); });
const state = { waiting: [], newest: new Map() };
context.set('state', state);
context.global.set('newest', state.newest);
setInterval(() => { const samples = state.waiting; state.waiting = []; store(samples); }, 1000);
`;
const take = `
const { waiting, newest } = context.get('state');
const device = Number(msg.topic);
const at = Date.now();
const buffer = msg.responseBuffer.buffer;
for (let value = 0; value < ${REGISTERS / 2}; value += 1) {
  const read = buffer.readFloatBE(4 * value);
  waiting.push([device * ${REGISTERS} + value, at, read]);
  newest.set(device * ${REGISTERS} + value, { at, value: read });
}
`;
const openHistory = `
const sqlite = new (global.get('Database'))('');
sqlite.exec('create table reading (series integer, slot integer, value real, quality text, primary key (series, slot)) strict, without rowid');
const put = sqlite.prepare('insert into reading values (?, ?, ?, ?)');
sqlite.transaction(() => {
  for (let series = 0; series < 20; series += 1)
    for (let slot = 0; slot < 30 * 288; slot += 1) put.run(series, slot, Math.round(1000 * (20 + 5 * Math.sin((slot + series) / 46))) / 1000, 'G');
})();
context.set('day', sqlite.prepare('select slot, value, quality from reading where series = ? and slot between ? and ?'));
`;
const history = `
const from = Number(msg.req.query.day) * 288;
const rows = context.get('day').all(Number(msg.req.query.series), from, from + 287);
msg.payload = { data: rows.map(({ slot, value, quality }) => ({ t: new Date(slot * 300000).toISOString(), v: value, q: quality })) };
return msg;
`;
const newest = `
const device = Number(msg.req.query.device);
const known = context.global.get('newest');
msg.payload = { data: Array.from({ length: ${REGISTERS / 2} }, (_, value) => known.get(device * ${REGISTERS} + value)) };
return msg;
`;

type Node = Record<string, unknown>;

const code = (id: string, func: string, initialize: string, wires: string[][]): Node => ({
  id,
  type: 'function',
  z: 'tab',
  name: '',
  func,
  outputs: wires.length,
  initialize,
  finalize: '',
  libs: [],
  wires,
});
const question = (url: string, func: string, initialize = ''): Node[] => [
  { id: `in-${url}`, type: 'http in', z: 'tab', name: '', url: `/${url}`, method: 'get', wires: [[`code-${url}`]] },
  code(`code-${url}`, func, initialize, [[`out-${url}`]]),
  { id: `out-${url}`, type: 'http response', z: 'tab', name: '', statusCode: '', headers: {}, wires: [] },
];
const line = (port: number, device: number): Node[] => [
  {
    id: `client-${device}`,
    type: 'modbus-client',
    name: '',
    clienttype: 'tcp',
    bufferCommands: true,
    stateLogEnabled: false,
    queueLogEnabled: false,
    failureLogEnabled: false,
    tcpHost: '127.0.0.1',
    tcpPort: String(port),
    tcpType: 'DEFAULT',
    unit_id: '1',
    commandDelay: '1',
    clientTimeout: '1000',
    reconnectOnTimeout: true,
    reconnectTimeout: '2000',
    parallelUnitIdsAllowed: true,
    showErrors: false,
    showWarnings: false,
    showLogs: false,
  },
  {
    id: `read-${device}`,
    type: 'modbus-read',
    z: 'tab',
    name: '',
    topic: String(device),
    showStatusActivities: false,
    logIOActivities: false,
    showErrors: false,
    showWarnings: false,
    unitid: '1',
    dataType: 'HoldingRegister',
    adr: '0',
    quantity: String(REGISTERS),
    rate: '1',
    rateUnit: 's',
    delayOnStart: false,
    server: `client-${device}`,
    useIOFile: false,
    useIOForPayload: false,
    emptyMsgOnFail: false,
    wires: [['take'], []],
  },
];

export const flowOf = (ports: readonly number[]): Node[] => [
  { id: 'tab', type: 'tab', label: 'bench', disabled: false, info: '' },
  code('take', take, open, []),
  ...question('live', newest),
  ...question('day', history, openHistory),
  ...ports.flatMap(line),
];
