import { SaxesParser } from 'saxes';
import type { TimeSlice } from '../../../../core/cooperativeScheduler.ts';
import { damagedWorkbook } from './archive.ts';

/** Sheets nest some five elements deep; a parser keeps every open one. */
const DEEPEST = 64;
const MOST_ATTRIBUTES = 200;

/** What a file's elements are given to; names without the prefix that some programs write. */
export type XmlHandler = {
  /** @param at character of the file that the element's start tag ends at. */
  open(name: string, attributes: Readonly<Record<string, string>>, at: number): void;
  text(text: string): void;
  close(name: string): void;
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Text of bytes that come in pieces; without a piece, what was left of the last one. */
const decoding = (): ((piece?: Buffer) => string) => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (piece) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch (error) {
      throw damagedWorkbook('a text in it is not UTF-8', error);
    }
  };
};

/**
 * Parses a file in pieces; entities of a document type are not resolved.
 * @throws Failure `badRequest` for what is not UTF-8 or not well-formed, nests too deep or has too many attributes in one element.
 */
export const readXml = async (pieces: AsyncIterable<Buffer>, handler: XmlHandler, pace: TimeSlice): Promise<void> => {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const textOf = decoding();
  let depth = 0;
  let attributes = 0;
  parser.on('error', (error) => {
    throw damagedWorkbook(error.message.slice(0, 200), error);
  });
  parser.on('opentagstart', () => {
    attributes = 0;
    depth += 1;
    if (depth > DEEPEST) throw damagedWorkbook('its elements are nested too deep');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MOST_ATTRIBUTES) throw damagedWorkbook('an element has too many attributes');
  });
  parser.on('opentag', (tag) => handler.open(localName(tag.name), tag.attributes, parser.position));
  parser.on('text', (text) => handler.text(text));
  parser.on('cdata', (text) => handler.text(text));
  parser.on('closetag', (tag) => {
    depth -= 1;
    handler.close(localName(tag.name));
  });
  for await (const piece of pieces) {
    await pace.turn();
    parser.write(textOf(piece));
  }
  parser.write(textOf()).close();
};
