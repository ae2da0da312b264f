import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { AppRequest, AppResponse, messagesOf, takeMessages } from './expressMessages.ts';

/** An app that answers what Express itself says of a request, on a server that makes messages of its own or of ours. */
const ask = async (made: object, app = express()): Promise<unknown> => {
  takeMessages(app);
  app.set('query parser', 'simple');
  app.use((request, response) => {
    response.json({ app: request.app === app, query: request.query, original: request.originalUrl, is: request.is('json') });
  });
  const server = createServer(made, (incoming, outgoing) => {
    const { request, response } = messagesOf(app, incoming, outgoing);
    app(request, response);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/one?a=1`)).json();
};

const said = { app: true, query: { a: '1' }, original: '/one?a=1', is: null };

it('a request made for Express is one that Express knows', async () => {
  expect(await ask({ IncomingMessage: AppRequest, ServerResponse: AppResponse })).toEqual(said);
});

it('a request of any other server is made one', async () => {
  expect(await ask({})).toEqual(said);
});

it('two apps that take the same messages each answer as themselves', async () => {
  const [one, two] = [express(), express()];
  expect([await ask({}, one), await ask({}, two)]).toEqual([said, said]);
});
