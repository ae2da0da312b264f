import { expect, it } from 'vitest';
import { ManualClock } from '../core/clock.ts';
import { askFirewall, type FirewallParts, FirewallWatch } from './firewall.ts';

type Answers = Record<string, [code: number, text: string]>;
const machine = (answers: Answers, files: Record<string, string> = {}, platform: NodeJS.Platform = 'linux'): FirewallParts => ({
  platform,
  ask: async (program, args) => {
    const [code, text] = answers[[program, ...args].join(' ')] ?? [];
    return code === undefined ? undefined : { code, text: text ?? '' };
  },
  read: (path) => files[path],
});
const ufwStatus = (rules: string): Answers => ({
  'ufw status': [
    0,
    `Status: active\n\nTo                         Action      From\n--                         ------      ----\n${rules}\n`,
  ],
});
const nft = (rules: string): Answers => ({ 'nft list ruleset': [0, rules] });
const inputChain = (rules: string): string =>
  `table inet filter {\n\tchain input {\n\t\ttype filter hook input priority filter; policy drop;\n${rules}\n\t}\n}\n`;

it.each<[string, Answers, string, string]>([
  [
    'firewalld that has the port',
    { 'firewall-cmd --state': [0, 'running\n'], 'firewall-cmd --query-port=8443/tcp': [0, 'yes\n'] },
    'firewalld',
    'open',
  ],
  [
    'firewalld that has not',
    { 'firewall-cmd --state': [0, 'running\n'], 'firewall-cmd --query-port=8443/tcp': [1, 'no\n'] },
    'firewalld',
    'closed',
  ],
  ['ufw that is off', { 'ufw status': [0, 'Status: inactive\n'] }, 'ufw', 'off'],
  ['ufw with the port', ufwStatus('8443/tcp                   ALLOW       Anywhere'), 'ufw', 'open'],
  ['ufw with a range', ufwStatus('8000:9000/tcp              ALLOW       Anywhere'), 'ufw', 'open'],
  ['ufw with another port alone', ufwStatus('22/tcp                     ALLOW       Anywhere'), 'ufw', 'closed'],
  ['ufw that denies it', ufwStatus('8443                       DENY        Anywhere'), 'ufw', 'closed'],
  ['ufw for some addresses', ufwStatus('8443/tcp                   ALLOW       192.168.1.0/24'), 'ufw', 'notKnown'],
  ['ufw for UDP', ufwStatus('8443/udp                   ALLOW       Anywhere'), 'ufw', 'closed'],
  ['nftables without rules for what comes in', nft('table ip nat {\n}\n'), 'nftables', 'off'],
  ['nftables that accepts the port', nft(inputChain('\t\ttcp dport { 22, 8443 } accept')), 'nftables', 'open'],
  [
    'nftables that counts what it accepts',
    nft(inputChain('\t\tct state new tcp dport 8443 counter packets 12 bytes 700 accept')),
    'nftables',
    'open',
  ],
  ['nftables for some addresses', nft(inputChain('\t\tip saddr 10.0.0.0/8 tcp dport 8443 accept')), 'nftables', 'notKnown'],
  ['nftables for the machine itself', nft(inputChain('\t\tiifname "lo" tcp dport 8443 accept')), 'nftables', 'notKnown'],
  ['nftables for UDP', nft(inputChain('\t\tudp dport 8443 accept')), 'nftables', 'notKnown'],
  ['nftables for all ports but this one', nft(inputChain('\t\ttcp dport != 8443 accept')), 'nftables', 'notKnown'],
  [
    'nftables that counted as many packets for another port',
    nft(inputChain('\t\ttcp dport 22 counter packets 8443 bytes 700 accept')),
    'nftables',
    'notKnown',
  ],
  [
    'nftables that lets it pass to a container',
    nft(inputChain('\t\tip daddr 172.17.0.2 oifname "docker0" tcp dport 8443 accept')),
    'nftables',
    'notKnown',
  ],
  ['nftables whose rules are not simple', nft(inputChain('\t\ttcp dport 22 accept')), 'nftables', 'notKnown'],
])('says what the firewall lets in: %s', async (_what, answers, program, state) => {
  expect(await askFirewall(8443, machine(answers))).toEqual({ program, state });
});

it('says "not known" where it may not ask, rather than that the port is open', async () => {
  expect(await askFirewall(8443, machine({ 'ufw status': [1, ''] }, { '/etc/ufw/ufw.conf': 'ENABLED=yes\n' }))).toEqual({
    program: 'ufw',
    state: 'notKnown',
  });
  expect(await askFirewall(8443, machine({}))).toEqual({ program: null, state: 'notKnown' });
  expect(await askFirewall(8443, machine({ 'nft list ruleset': [1, ''] }))).toEqual({ program: null, state: 'notKnown' });
});

it('goes on to the next program where ufw is there and switched off', async () => {
  const parts = machine({ 'ufw status': [1, ''], ...nft('') }, { '/etc/ufw/ufw.conf': 'ENABLED=no\n' });
  expect(await askFirewall(8443, parts)).toEqual({ program: 'nftables', state: 'off' });
});

it('goes by the exit code of Windows, as its words are in the language of the PC', async () => {
  const rule = 'netsh advfirewall firewall show rule name=Headworks';
  expect(await askFirewall(8443, machine({ [rule]: [0, 'Regelname: Headworks'] }, {}, 'win32'))).toEqual({
    program: 'windows',
    state: 'open',
  });
  expect(await askFirewall(8443, machine({ [rule]: [1, ''] }, {}, 'win32'))).toEqual({ program: 'windows', state: 'notKnown' });
});

it('asks this very machine without failing, whatever it has', async () => {
  expect(await askFirewall(8443)).toMatchObject({ state: expect.stringMatching(/^(open|closed|off|notKnown)$/) });
});

it('is asked once a minute for a port, however often a page asks, and a fault of it is "not known"', async () => {
  const clock = new ManualClock(0);
  const asked: number[] = [];
  const watch = new FirewallWatch(clock, async (port) => {
    asked.push(port);
    if (port === 1) throw new Error('no program can be started');
    return { program: 'ufw', state: 'open' };
  });
  await Promise.all([watch.state(8443), watch.state(8443)]);
  clock.advance(59_000);
  expect(await watch.state(8443)).toEqual({ program: 'ufw', state: 'open' });
  clock.advance(1000);
  await watch.state(8443);
  expect(asked).toEqual([8443, 8443]);
  expect(await watch.state(1)).toEqual({ program: null, state: 'notKnown' });
  expect(await watch.state(null)).toEqual({ program: null, state: 'notKnown' });
});
