import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { create, type Font } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { glyphsOfText } from './glyphsOfText.ts';

const fonts = resolve(import.meta.dirname, '../../../../../resources/fonts');
const fontOf = (name: string): Font => create(readFileSync(join(fonts, name))) as Font;
const idsOf = ({ glyphs }: { glyphs: readonly { id: number }[] }): number[] => glyphs.map(({ id }) => id);

const signs = [...'0123456789 .,:*/–-'];
const pairs = signs.flatMap((first) => signs.map((second) => `${first}${second}`));
const texts = ['1,234.56*', '-0.000', '10/06/2026 06:00', '– – –', 'Office flow 12', 'fi 1/2 ffl', 'पानी 12', 'm³/h', ''];

describe.each(['NotoSans-Regular.ttf', 'NotoSans-Bold.ttf'])('the glyphs of a text, %s', (name) => {
  const font = fontOf(name);
  const glyphsOf = glyphsOfText(font);

  it('are those of shaping it, for every two signs of a number', () => {
    for (const pair of pairs) expect(idsOf(glyphsOf(pair)), pair).toEqual(idsOf(font.layout(pair)));
  });

  it('are those of shaping it, the second time as well', () => {
    for (const text of [...texts, ...texts]) expect(idsOf(glyphsOf(text)), text).toEqual(idsOf(font.layout(text)));
  });

  it('keep their order beside letters of a script that is written from the right, which the font lacks', () => {
    const twelve = idsOf(glyphsOf('12'));
    for (const name of ['مضخة', 'מים']) expect(idsOf(glyphsOf(`${name} 12`)).slice(-2), name).toEqual(twelve);
  });
});

it('shapes a text once, and a number not at all when its signs are known', () => {
  const font = fontOf('NotoSans-Regular.ttf');
  const asked: string[] = [];
  const glyphsOf = glyphsOfText({
    layout: (text: string) => {
      asked.push(text);
      return font.layout(text);
    },
  } as Font);
  for (const text of ['KL', '12.1', 'KL', '2.11']) glyphsOf(text);
  expect(asked).toEqual(['KL', '1', '2', '.']);
});
