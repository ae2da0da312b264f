import { describe, expect, it } from 'vitest';
import { textOfFile } from './fileText.ts';

const text = 'kind,name,unit\r\ntags,Température é – “x” €,°C\r\n';
const utf16be = (content: string): Buffer => Buffer.from(content, 'utf16le').swap16();

describe('the text of a file', () => {
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(text, 'utf16le')],
    ['UTF-16, big end first, with a mark', utf16be(`\ufeff${text}`)],
    ['UTF-16, big end first, without one', utf16be(text)],
    [
      'Windows-1252',
      Buffer.from(text.replace('–', '\u0096').replace('“', '\u0093').replace('”', '\u0094').replace('€', '\u0080'), 'latin1'),
    ],
  ])('is read in %s', (_, bytes) => {
    expect(textOfFile(bytes).replace('\ufeff', '')).toBe(text);
  });

  it('is refused by name where it is none of them', () => {
    expect(() => textOfFile(Buffer.from([0x6b, 0x81, 0x8d, 0xff]))).toThrow(/none of UTF-8, UTF-16 and Windows-1252/);
    expect(() => textOfFile(Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00]))).toThrow(/UTF-16LE/);
  });
});
