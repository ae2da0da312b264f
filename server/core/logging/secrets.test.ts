import { describe, expect, it } from 'vitest';
import { HIDDEN, hideTokens, isSecret } from '../../contract/process/secrets.ts';
import { plainFacts, plainLine } from './plainFacts.ts';
import { RecentLines } from './recentLines.ts';

describe('a token in a text', () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

  it.each([
    [jwt, HIDDEN],
    [`${jwt} and ${jwt}`, `${HIDDEN} and ${HIDDEN}`],
    [`x-${jwt}`, `x-${HIDDEN}`],
    [`(${jwt})`, `(${HIDDEN})`],
    // of two parts it is no token
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0'],
    [`${jwt}.more`, `${HIDDEN}.more`],
    ['a.b.c', 'a.b.c'],
    ['eyJ', 'eyJ'],
    ['eyJa.', 'eyJa.'],
    ['eyJa.b.', HIDDEN],
    ['?jwt=abc&x=1', `?jwt=${HIDDEN}&x=1`],
    ['?x=1&token=a.b', `?x=1&token=${HIDDEN}`],
    ['?access_token=abc', `?access_token=${HIDDEN}`],
    ['?to=1&authkey=abc#x', `?to=1&authkey=${HIDDEN}#x`],
    ['?api_key=abc', `?api_key=${HIDDEN}`],
    ['?monkey=abc&turkey=1&x=2', `?monkey=${HIDDEN}&turkey=${HIDDEN}&x=2`],
    ['?position=3&keys=4', '?position=3&keys=4'],
    ['postgres://me:pass@db/hub', `postgres://${HIDDEN}@db/hub`],
    ['https://api.telegram.org/bot77:ab-c/sendMessage', `https://api.telegram.org/bot77:${HIDDEN}/sendMessage`],
    ['-----BEGIN EC PRIVATE KEY-----\nMII\n-----END EC PRIVATE KEY-----!', `${HIDDEN}!`],
    ['Basic YWJj', `Basic ${HIDDEN}`],
    ['Bearer abc.def', `Bearer ${HIDDEN}`],
    ['bearer  abc=', `bearer  ${HIDDEN}`],
    [`hww_${'a'.repeat(43)}`, HIDDEN],
    [`hww_${'a'.repeat(42)}`, `hww_${'a'.repeat(42)}`],
  ])('%s is written %s', (text, shown) => {
    expect(hideTokens(text)).toBe(shown);
  });
});

it('fields are secret by their name, however it is written', () => {
  expect(
    ['password', 'Password', 'access_token', 'Access-Token', 'clientSecret', 'phoneNo', 'apiKey'].filter(isSecret),
  ).toHaveLength(7);
  expect(['botToken', 'newPassword', 'X-Api-Key', 'authKey', 'pin', 'serverPrivateKey'].filter(isSecret)).toHaveLength(6);
  expect(['name', 'pass', 'tokens', ''].filter(isSecret)).toEqual([]);
});

describe('facts that are shown to others', () => {
  it('have each kind of value as it is', () => {
    expect(plainFacts([1, true, null, undefined, 10n, 'plain'])).toEqual([1, true, null, undefined, '10', 'plain']);
    expect(plainFacts(new Map([['count', 3]]))).toEqual({ count: 3 });
    expect(plainFacts(new Set(['a', 'b']))).toEqual(['a', 'b']);
  });

  it('have no person, but say whether there is one', () => {
    expect(plainFacts({ username: 'asha', email: null, to: undefined, By: 'x' })).toEqual({
      username: '[left out]',
      email: null,
      to: undefined,
      By: '[left out]',
    });
  });

  it('have a secret as its length, or as a secret where it is no text', () => {
    expect(plainFacts({ password: 'hunter2', token: 5 })).toEqual({ password: '[secret of 7 characters]', token: '[secret]' });
  });

  it('have no addresses and no numbers of nine digits or more', () => {
    expect(plainFacts('call +919800000001 or a@b about 12345678, 123456789 <x@y>')).toBe(
      'call [number] or [address] about 12345678, [number] <[address]>',
    );
    expect(plainFacts('@all a@ @@')).toBe('@all a@ @@');
  });

  it('end twelve levels deep', () => {
    const nested = (levels: number): unknown => (levels === 0 ? 'end' : { a: nested(levels - 1) });
    const lists = (levels: number): unknown => (levels === 0 ? 'end' : [lists(levels - 1)]);
    for (const make of [nested, lists]) {
      expect(JSON.stringify(plainFacts(make(12)))).toContain('end');
      expect(JSON.stringify(plainFacts(make(13)))).toContain('[deeper]');
    }
  });

  it('of a line are those of its JSON, and its text where it is none', () => {
    expect(plainLine('{"to":"asha"}')).toBe('{"to":"[left out]"}');
    expect(plainLine('not json a@b')).toBe('not json [address]');
  });
});

describe('the newest lines', () => {
  it('are as many as fit, and none of one that is longer than all of them', () => {
    const lines = new RecentLines(10);
    for (const line of ['aaaa', 'bbbb', 'cc']) lines.add(line);
    expect(lines.all()).toEqual(['aaaa', 'bbbb', 'cc']);
    lines.add('d');
    expect(lines.all()).toEqual(['bbbb', 'cc', 'd']);
    lines.add('e'.repeat(11));
    expect(lines.all()).toEqual([]);
    lines.add('f');
    expect(lines.all()).toEqual(['f']);
  });

  it('stay the newest over thousands of them', () => {
    const lines = new RecentLines(30);
    for (let at = 0; at < 3500; at += 1) {
      lines.add(String(at).padStart(10, '0'));
      if (at >= 2) expect(lines.all().map(Number)).toEqual([at - 2, at - 1, at]);
    }
  });
});
