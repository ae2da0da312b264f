import { Parser } from '@asyncapi/parser';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { clientMessage, serverMessage } from '../../contract/live/messages.ts';
import { liveDocument } from './asyncapi.ts';

type Message = { name: string; summary: string; payload: object };
type Document = { components: { messages: Record<string, Message> } };
const document = liveDocument('1.2.3') as Document;
const { messages } = document.components;
const ajv = addFormats.default(new Ajv({ strict: false }), ['date-time']);
const fits = (name: string, value: object): boolean => ajv.validate(messages[name]?.payload ?? {}, value);

describe('the document of the live channel', () => {
  it('is valid AsyncAPI 3', async () => {
    const { diagnostics, document: parsed } = await new Parser().parse(JSON.stringify(document));
    expect(
      diagnostics.filter(({ severity }) => severity === 0).map(({ message, path }) => `${message} ${path.join('/')}`),
    ).toEqual([]);
    expect(parsed?.version()).toBe('3.0.0');
  });

  it('has every message of the contract, each with what it is for', () => {
    const types = [clientMessage, serverMessage].flatMap(({ options }) =>
      options.flatMap(({ shape: { type } }) => ('options' in type ? type.options : [...type.values])),
    );
    expect(
      Object.values(messages)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(types.toSorted());
    expect(Object.values(messages).filter(({ summary }) => summary === '')).toEqual([]);
  });

  it('tells messages that fit from those that do not', () => {
    expect(fits('send_subscribe', { type: 'subscribe', topic: 'beat' })).toBe(true);
    expect(fits('send_subscribe', { type: 'subscribe', topic: 'other' })).toBe(false);
    expect(fits('send_resume', { type: 'resume', after: '12' })).toBe(true);
    const hello = { v: 1, type: 'hello', at: '2026-11-12T09:32:30.000Z', industryId: 'DEMO' };
    expect(fits('receive_hello', hello)).toBe(true);
    expect(fits('receive_hello', { ...hello, later: true })).toBe(true);
    expect(fits('receive_hello', { ...hello, at: 'noon' })).toBe(false);
  });
});
