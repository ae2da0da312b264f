import type { ConnectionSettings } from '../../contract/model/field.ts';
import type { LineFinding, LineReport } from '../../contract/plant/tools/line.ts';
import type { LineCompany } from '../../core/field/field.ts';
import { causesOf, type UnreadDevice } from './unread.ts';

export type Facts = Omit<LineReport, 'verdict' | 'findings'> & {
  receivedBytes: number;
  /** Answers begin after their timeout. */
  isLate?: boolean;
  reason: string | null;
  /** The connection was given up because nothing, or nothing right, was answered, and is opened anew. */
  isSilent: boolean;
  violations: number;
  badAnswers: number;
  company: LineCompany | null;
  unread: readonly UnreadDevice[];
  settings: ConnectionSettings;
};
type Rule = (facts: Facts) => LineFinding[];

/** Fewer requests say nothing about rates. */
const enough = 20;
const [fewCrcPct, manyCrcPct] = [0.5, 5];
const [fewTimeoutPct, manyTimeoutPct] = [1, 10];
const [busyPct, fullPct] = [70, 100];

type Say = (code: LineFinding['code'], text: string, next: string, params?: LineFinding['params']) => LineFinding;
const bad: Say = (code, text, next, params = {}) => ({ severity: 'bad', code, params, text, next });
const watch: Say = (code, text, next, params = {}) => ({ severity: 'watch', code, params, text, next });

/** So few unanswered requests show that nobody is there, where none was ever answered. */
const enoughSilence = 3;

const isUp = ({ state, isSilent }: Facts): boolean =>
  isSilent || state === 'ready' || state === 'busy' || state === 'draining' || state === 'settling';

const connection: Rule = (facts) => {
  if (isUp(facts)) return [];
  const next =
    facts.settings.kind === 'serial'
      ? 'Check that the adapter is plugged in and that no other program has the port open.'
      : 'Check power and cable of the device, its address, and test the endpoint.';
  if (/inappropriate ioctl|ENOTTY|not a typewriter/i.test(facts.reason ?? ''))
    return [
      bad(
        'notSerial',
        'The path of the connection is no serial port.',
        'Choose a port from the list of this machine’s serial ports.',
      ),
    ];
  const text = `The line is not connected${facts.reason ? `: ${facts.reason}` : ''}.`;
  return [bad(facts.settings.kind === 'serial' ? 'serialLost' : 'hostLost', text, next, { reason: facts.reason ?? '' })];
};

const silence: Rule = (facts) => {
  if (!isUp(facts) || facts.requests < enoughSilence || facts.answeredPct !== 0) return [];
  const { timeoutMs } = facts.settings;
  if (facts.isLate)
    return [
      bad(
        'late',
        `Answers come, but after their timeout of ${timeoutMs} ms.`,
        `Set the timeout to at least ${4 * timeoutMs} ms, or to what the manual of the slowest device says.`,
        { timeoutMs, leastMs: 4 * timeoutMs },
      ),
    ];
  if (facts.settings.kind === 'tcp' && (facts.badAnswers > 0 || facts.receivedBytes > 0))
    return [
      bad(
        'rtuOnTcp',
        'The host answers, but not as Modbus TCP does: the port probably carries RTU frames.',
        'Set the connection to RTU over TCP; else check the port number.',
      ),
    ];
  if (facts.settings.kind === 'tcp')
    return [
      bad(
        'noDeviceTcp',
        'The host is connected, but no device answers: a wrong unit id, a silent device, or a port that carries RTU frames.',
        'Check the unit ids by a scan; then try RTU over TCP; then the power of the device behind the gateway.',
      ),
    ];
  if (facts.settings.kind === 'rtuTcp' && facts.receivedBytes === 0)
    return [
      bad(
        'noDeviceRtuTcp',
        'The host is connected, but nothing is received: a wrong unit id, no power behind it, or a port that speaks Modbus TCP.',
        'Check the unit ids by a scan; then set the connection to Modbus TCP; then power, A and B, and the baud rate at the gateway.',
      ),
    ];
  if (facts.receivedBytes > 0 && facts.echo !== true)
    return [
      bad(
        'notAnAnswer',
        'Something is received, and none of it is an answer.',
        'Try another baud rate or parity (even is common), then swap A and B; a scan tries the usual settings.',
      ),
    ];
  return [
    bad(
      facts.echo ? 'onlyEcho' : 'nothingReceived',
      facts.echo ? 'Only our own echo is received: no device answers.' : 'Nothing is received at all.',
      'Check power of the devices, then A and B (swap them once), then unit ids, baud rate and parity by a scan.',
    ),
  ];
};

const echo: Rule = ({ echo: isEchoing, settings }) => {
  if (settings.kind === 'tcp' || isEchoing === null) return [];
  if (isEchoing && settings.echo === 'off')
    return [
      bad(
        'echoKept',
        'The adapter sends back what it is given.',
        'Set echo to "strip" on the connection, or switch the echo off at the adapter.',
      ),
    ];
  if (!isEchoing && settings.echo === 'strip')
    return [
      watch(
        'echoMissing',
        'The connection strips an echo that is not there.',
        'Set echo to "off": writes would never count as answered.',
      ),
    ];
  return [];
};

const damage: Rule = ({ requests, crcPct, devices }) => {
  if (requests < enough || crcPct === null || crcPct < fewCrcPct) return [];
  const damaged = devices.filter((one) => (one.crcPct ?? 0) >= fewCrcPct);
  const say = crcPct >= manyCrcPct ? bad : watch;
  const [only] = damaged;
  if (damaged.length === 1 && devices.length > 1 && only) {
    return [
      say(
        'damagedOne',
        `Answers of ${only.name} come damaged (${only.crcPct} %), those of others do not.`,
        'Check its stub and terminals; scan the line: two devices may share its unit id.',
        { name: only.name, percent: only.crcPct ?? 0 },
      ),
    ];
  }
  return [
    say(
      'damagedAll',
      `${crcPct} % of the answers come damaged, from every device.`,
      'Check the 120 ohm termination at both ends (and nowhere else), the bias, the shield grounded at one end, and the distance to inverters; then a lower baud rate.',
      { percent: crcPct },
    ),
  ];
};

const missing: Rule = ({ requests, timeoutPct, answeredPct, devices, settings }) => {
  if (requests < enough || timeoutPct === null || timeoutPct < fewTimeoutPct || answeredPct === 0) return [];
  const silent = devices.filter((one) => (one.timeoutPct ?? 0) >= fewTimeoutPct);
  const say = timeoutPct >= manyTimeoutPct ? bad : watch;
  if (silent.length < devices.length) {
    const names = silent.map(({ name, timeoutPct: pct }) => `${name} (${pct} %)`).join(', ');
    const text = `Some requests go unanswered: ${names}.`;
    return [say('missingSome', text, 'Check power and terminals of these devices, and their unit ids.', { names })];
  }
  const next =
    settings.kind === 'serial'
      ? 'Raise the timeout, then check cable and termination; a stress test of each device shows which one disturbs.'
      : 'Raise the timeout, then check the network; other masters of the same gateway take its time.';
  const code = settings.kind === 'serial' ? 'missingAllSerial' : 'missingAllNetwork';
  return [say(code, `${timeoutPct} % of the requests go unanswered, of every device.`, next, { percent: timeoutPct })];
};

const lateness: Rule = ({ lateAnswers, requests, devices, settings }) => {
  if (requests < enough || lateAnswers * 100 < requests) return [];
  const slowest = Math.max(...devices.map(({ turnaroundMsP95 }) => turnaroundMsP95 ?? 0));
  const leastMs = Math.max(2 * settings.timeoutMs, Math.ceil(4 * slowest));
  return [
    watch(
      'lateSome',
      `${lateAnswers} answers came after their timeout of ${settings.timeoutMs} ms.`,
      `Set the timeout to at least ${leastMs} ms.`,
      { count: lateAnswers, timeoutMs: settings.timeoutMs, leastMs },
    ),
  ];
};

const noise: Rule = ({ noiseBytes, requests, settings, echo: isEchoing }) => {
  if (settings.kind === 'tcp' || isEchoing || requests < enough || noiseBytes < requests) return [];
  return [
    watch(
      'noise',
      `${noiseBytes} bytes were received that belong to no answer.`,
      'Look for a second master on the line, and for missing bias: an idle line that floats is received as bytes.',
      { bytes: noiseBytes },
    ),
  ];
};

const load: Rule = ({ plannedLoadPct, utilisationPct }) => {
  const planned = plannedLoadPct ?? 0;
  if (planned > fullPct)
    return [
      bad(
        'overloaded',
        `The configured reads need ${planned} % of the line's time: they cannot all be done.`,
        'Read less often, or split the line.',
        { percent: planned },
      ),
    ];
  if (planned > busyPct || utilisationPct > busyPct)
    return [
      watch(
        'busyLine',
        `The line is in use ${Math.max(planned, utilisationPct)} % of the time.`,
        'Read slow values less often, raise the baud rate, or split the line.',
        { percent: Math.max(planned, utilisationPct) },
      ),
    ];
  return [];
};

const protocol: Rule = ({ violations }) =>
  violations === 0
    ? []
    : [
        watch(
          'protocol',
          `${violations} times the device broke the protocol.`,
          'Check its firmware, and whether the port carries RTU instead of TCP.',
          { count: violations },
        ),
      ];

const others: Rule = ({ company }) => {
  if (!company || company.state === 'alone') return [];
  const seen = [
    ...(company.duplicates > 0 ? [`${company.duplicates} repeated frames (up to ${company.longestRepeatMs} ms later)`] : []),
    ...(company.foreign > 0 ? [`${company.foreign} frames of another master`] : []),
    ...(company.overtaken > 0 ? [`${company.overtaken} answers out of their order`] : []),
  ].join(', ');
  const { duplicates, longestRepeatMs, foreign, overtaken } = company;
  const params = { duplicates, longestRepeatMs, foreign, overtaken };
  if (company.state === 'notAlone')
    return [
      watch(
        'notAlone',
        `The line is not alone: ${seen}. Values are held until they are proven.`,
        'Look for a repeater or a gateway that sends answers twice; where the device speaks Modbus TCP, use that.',
        params,
      ),
    ];
  return [
    bad(
      'untrusted',
      `The line cannot be trusted: ${seen}. They pass for answers to us, so that the values concerned are never good.`,
      'Give the line to one master alone, switch mirroring and queueing at the gateway off, or use Modbus TCP.',
      params,
    ),
  ];
};

const values: Rule = (facts) => (isUp(facts) && facts.answeredPct !== 0 ? causesOf(facts.unread) : []);

const rules: readonly Rule[] = [connection, silence, values, others, echo, damage, missing, lateness, noise, load, protocol];

/** What the figures of a line mean, the worst first, and what to try next. */
export const verdictOf = (facts: Facts): Pick<LineReport, 'verdict' | 'findings'> => {
  const findings = rules
    .flatMap((rule) => rule(facts))
    .sort((a, b) => Number(b.severity === 'bad') - Number(a.severity === 'bad'));
  if (findings.some(({ severity }) => severity === 'bad')) return { verdict: 'bad', findings };
  if (findings.length > 0) return { verdict: 'watch', findings };
  if (facts.requests < enough) {
    const wait: LineFinding = {
      severity: 'info',
      code: 'tooFew',
      params: {},
      text: 'Too few reads for a verdict.',
      next: 'Wait a minute, or start a stress test.',
    };
    return { verdict: 'unknown', findings: [wait] };
  }
  const good: LineFinding = {
    severity: 'info',
    code: 'good',
    params: {},
    text: 'The line works as it should.',
    next: 'Nothing to do.',
  };
  return { verdict: 'good', findings: [good] };
};
