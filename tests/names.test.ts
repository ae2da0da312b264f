import { describe, expect, it } from 'vitest';
import { product } from './product.ts';
import { identifiers } from './productSyntax.ts';

describe('names', () => {
  it('are the terms of the trade, not words that only this code would use', () => {
    // left: what the published API or stored rows call so
    const fixed = new Set(['minutesJudged', 'desk', 'told', 'lastHeard', 'last_heard']);
    const dialect = new Set(
      'hear hears heard tell tells told stood lies book desk witness witnesses doors judge judges judged judging haste'.split(
        ' ',
      ),
    );
    const whole = /^(?:stands?|Others|Remembered)$/;
    const isDialect = (name: string): boolean =>
      whole.test(name) || name.split(/(?<=[a-z\d])(?=[A-Z])|[_#]/).some((word) => dialect.has(word.toLowerCase()));
    const found = [...identifiers].flatMap(([file, names]) =>
      [...names].filter((name) => isDialect(name) && !fixed.has(name)).map((name) => `${file}: ${name}`),
    );
    expect([...identifiers.values()].reduce((sum, names) => sum + names.size, 0)).toBeGreaterThan(50_000);
    expect(found).toEqual([]);
  });
});

describe('comments', () => {
  it('say in common words what a stranger would not understand in those of this code', () => {
    const dialect = /\b(hears?|heard|tells?|told|witness\w*|judge[sd]?|judging|hangs? (on|it)|took up|taken? up)\b/i;
    // strings and addresses in code hold slashes too: a comment begins a line, or follows a space
    const comment = /^\s*(?:\/\*\*?|\*|\/\/)\s(.*)$|\s\/\/\s(.*)$/;
    const found = product
      // words of the API, and what the panel says
      .filter(({ file }) => !/^(server\/contract\/glossary|renderer\/text)\//.test(file))
      .flatMap(({ file, text }) =>
        text.split('\n').flatMap((line, at) => {
          const [, whole, behind] = comment.exec(line) ?? [];
          return dialect.test(whole ?? behind ?? '') ? [`${file}:${at + 1}: ${line.trim()}`] : [];
        }),
      );
    expect(found).toEqual([]);
  });
});

describe('exported types', () => {
  const declared = /^export (?:declare )?(?:abstract )?(?:type|interface|class|enum) (\w+)/gm;
  const twice = (of: readonly { file: string; text: string }[]): string[] => {
    const places = new Map<string, string[]>();
    for (const { file, text } of of)
      for (const [, name = ''] of text.matchAll(declared)) places.set(name, [...(places.get(name) ?? []), file]);
    expect(places.size).toBeGreaterThan(100);
    return [...places].filter(([, own]) => own.length > 1).map(([name, own]) => `${name}: ${own.join(', ')}`);
  };

  it('of server and shell have a name each: one name is one thing in every room', () => {
    expect(twice(product.filter(({ file }) => !file.startsWith('renderer/')))).toEqual([]);
  });

  it('what core and the floors export has no namesake in another room: both could be meant', () => {
    const exported = /^export (?:declare )?(?:abstract )?(?:async )?(?:type|interface|class|enum|const|function) (\w+)/gm;
    const places = new Map<string, string[]>();
    for (const { file, text } of product)
      if (file.startsWith('server/') && !file.startsWith('server/db/migrations/'))
        for (const [, name = ''] of text.matchAll(exported)) places.set(name, [...(places.get(name) ?? []), file]);
    const floor = /^server\/(core|http|plantModel|historian|db)\//;
    const found = [...places].filter(([, own]) => own.length > 1 && own.some((file) => floor.test(file)));
    expect(places.size).toBeGreaterThan(3000);
    expect(found.map(([name, own]) => `${name}: ${own.join(', ')}`)).toEqual([]);
  });

  it('are found in each form', () => {
    const text = [...'abcdefghij'].flatMap((a) => [...'abcdefghijk'].map((b) => `export type T${a}${b} = 1;`)).join('\n');
    const first = `export class One {}\nexport abstract class Two {}\nexport enum Three {}\n${text}`;
    const second = 'export type One = 1;\nexport interface Two {}\nexport declare class Three {}\ntype Taa = 2;';
    expect(twice(Object.entries({ first, second }).map(([file, own]) => ({ file, text: own })))).toEqual([
      'One: first, second',
      'Two: first, second',
      'Three: first, second',
    ]);
  });
});
