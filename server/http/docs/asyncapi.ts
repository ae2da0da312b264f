import { z } from 'zod';
import { fieldMeanings } from '../../contract/glossary/index.ts';
import { clientMessage, serverMessage } from '../../contract/live/messages.ts';

type Schema = Record<string, unknown>;
type Message = { name: string; title: string; summary: string; payload: Schema; contentType: string };

/** What each message is for, by direction and type. */
const sent: Readonly<Record<string, string>> = {
  auth: 'Shows the access token, within 5 s, where neither the address nor the subprotocol carried it.',
  subscribe: 'Asks for live values (`readings`), of all units or of some, or for a beat every 2 s (`beat`).',
  unsubscribe: 'Ends one of the two.',
  resume: 'Asks for every durable message after this id, of the last 10,000; 0 for all that is kept.',
  confirm: 'Says that a person’s device has these messages.',
};
const received: Readonly<Record<string, string>> = {
  hello: 'The token was taken; the first message of every connection.',
  reading: 'Live values that changed, to subscribers; without values it says that the line lives.',
  alert: 'An alert was raised. Durable: `id` grows.',
  alert_cleared: 'The condition of an alert is gone. Durable.',
  notification_assigned: 'A notification was given to somebody. Durable.',
  notification_updated: 'A notification was read, resolved or changed. Durable.',
  device_status:
    'A unit, or a whole gateway (`unitId` is empty), fell silent (`state` unack), or its silence is over. Durable, beside the alert.',
  resumed: 'Everything asked for by `resume` was sent; `gap` says that some is no longer kept.',
  beat: 'The server lives, and so new is the newest value; every 2 s to subscribers of `beat`.',
  error: 'Why the server is about to close the connection; the close code says which fault.',
};

const describe = (node: unknown): void => {
  if (Array.isArray(node)) for (const one of node) describe(one);
  if (typeof node !== 'object' || node === null) return;
  const { type, properties } = node as Schema;
  if (type === 'object' && typeof properties === 'object' && properties !== null)
    for (const [name, field] of Object.entries(properties)) {
      const meaning = fieldMeanings.get(name);
      if (meaning !== undefined && typeof field === 'object' && !('description' in field))
        Object.assign(field, { description: meaning });
    }
  for (const value of Object.values(node)) describe(value);
};

/** Answers may have more fields than are known. */
const open = (node: unknown, io: 'input' | 'output'): void => {
  if (io === 'input' || typeof node !== 'object' || node === null) return;
  if (Reflect.get(node, 'additionalProperties') === false) Reflect.deleteProperty(node, 'additionalProperties');
  for (const value of Object.values(node)) open(value, io);
};

/** The same schema with its named parts in their places, so that each message is complete by itself. */
const inlined = (node: unknown, parts: Schema): unknown => {
  if (Array.isArray(node)) return node.map((one) => inlined(one, parts));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...rest } = node as Schema;
  const { id: _id, ...part } = (typeof $ref === 'string' ? parts[$ref.replace('#/definitions/', '')] : {}) as Schema;
  const entries = Object.entries({ ...part, ...rest }).map(([key, value]) => [key, inlined(value, parts)]);
  return Object.fromEntries(entries);
};

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const {
    $schema: _left,
    definitions,
    ...named
  } = z.toJSONSchema(schema, { io, reused: 'inline', target: 'draft-07' }) as Schema;
  const plain = inlined(named, (definitions ?? {}) as Schema) as Schema;
  open(plain, io);
  describe(plain);
  return plain;
};

/** The types that one member of a union takes. */
const typesOf = (member: z.core.$ZodType): string[] => {
  if (!(member instanceof z.ZodObject)) return [];
  const { type } = member.shape;
  if (type instanceof z.ZodLiteral) return [...type.values].map(String);
  return type instanceof z.ZodEnum ? type.options.map(String) : [];
};

const messagesOf = (
  union: { options: readonly z.core.$ZodType[] },
  io: 'input' | 'output',
  meanings: Readonly<Record<string, string>>,
): Record<string, Message> =>
  Object.fromEntries(
    union.options.flatMap((member) =>
      typesOf(member).map((type) => {
        const payload = structuredClone(schemaOf(member as z.ZodType, io));
        const properties = payload.properties as Record<string, Schema>;
        properties.type = { ...properties.type, const: type };
        delete properties.type.enum;
        const summary = meanings[type] ?? '';
        return [
          `${io === 'input' ? 'send' : 'receive'}_${type}`,
          { name: type, title: type, summary, payload, contentType: 'application/json' },
        ];
      }),
    ),
  );

const references = (messages: object, at: string): { $ref: string }[] =>
  Object.keys(messages).map((name) => ({ $ref: `${at}/${name}` }));

const DESCRIPTION = `One WebSocket a client, JSON text messages of at most 64 KiB, at most 5 connections a user.

**Token**: as \`?jwt=\`, as subprotocol \`bearer, <token>\`, or as first message \`auth\` within 5 s. The Origin header must be absent, the server's own, or allowed.

**Resume**: durable messages have an increasing \`id\`. Keep the last one; after a reconnection send \`{"type":"resume","after":id}\`, and what was missed of the last 10,000 follows, then \`resumed\`. With \`gap\` true read the notifications anew.

**Errors**: a message \`error\` says why, then the server closes with 4000 + the HTTP status of the fault: 4401 token missing or not valid, 4420 expired, 4429 too many connections, 4440 session ended, 4400 a message that is none of these. 1001 the server stops, 1008 too many messages, 1009 a message too big. A client that does not read is cut at 1 MiB. The server pings every 20 s.

Clients ignore types and fields that they do not know: more may come.`;

/** The AsyncAPI 3.0 document of the live channel, made from the messages of the contract. */
export const liveDocument = (version: string): object => {
  const fromClient = messagesOf(clientMessage, 'input', sent);
  const fromServer = messagesOf(serverMessage, 'output', received);
  const messages = { ...fromClient, ...fromServer };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Headworks live channel',
      version,
      description: DESCRIPTION,
      license: { name: 'Proprietary' },
      contact: { name: 'Headworks' },
      tags: [{ name: 'live', description: 'Alerts, assignments and live values' }],
    },
    defaultContentType: 'application/json',
    servers: {
      plant: {
        host: '{host}',
        pathname: '/api/user',
        protocol: 'ws',
        description: 'The server itself; `websocketUrl` of the login answer is the whole address, wss over TLS.',
        variables: { host: { default: 'localhost:8080', description: 'Name and port of the server' } },
        security: [{ $ref: '#/components/securitySchemes/token' }],
      },
    },
    channels: {
      live: {
        address: '/live',
        title: 'Live channel',
        messages: Object.fromEntries(Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }])),
      },
    },
    operations: {
      sendToServer: {
        action: 'send',
        channel: { $ref: '#/channels/live' },
        summary: 'What a client may send',
        messages: references(fromClient, '#/channels/live/messages'),
      },
      receiveFromServer: {
        action: 'receive',
        channel: { $ref: '#/channels/live' },
        summary: 'What the server sends',
        messages: references(fromServer, '#/channels/live/messages'),
      },
    },
    components: {
      messages,
      securitySchemes: {
        token: { type: 'httpApiKey', name: 'jwt', in: 'query', description: 'access_token of a login' },
      },
    },
  };
};
