/** The thinnest server in our stack, beside which ours is measured: Express and nothing else. Prints the port it listens on. */
import type { AddressInfo } from 'node:net';
import express from 'express';

const app = express();
app.get('/hello', (_request, response) => {
  response.json({ hello: 'world' });
});
const server = app.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
