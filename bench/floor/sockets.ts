/** The thinnest WebSocket server: sends a text of an alarm's length to whoever is connected. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** Of the messages that alarms of the bench make. */
const TEXT_BYTES = 700;

export const startBareSockets = async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  await once(server, 'listening');
  const sockets = new Set<WebSocket>();
  server.on('connection', (socket) => sockets.add(socket));
  return {
    port: (server.address() as AddressInfo).port,
    send: (title: string): void => {
      const text = Buffer.from(JSON.stringify({ title, body: 'x'.repeat(TEXT_BYTES) }));
      for (const socket of sockets) socket.send(text, { binary: false });
    },
    close: (): void => {
      for (const socket of sockets) socket.terminate();
      server.close();
    },
  };
};
