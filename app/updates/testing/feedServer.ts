/** A feed over HTTP out of a folder, which can be told to do wrong. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
export type FeedServer = {
  address: string;
  /** Paths that were asked for, with the range where one was. */
  asked: string[];
  /** What a file of this name is answered with, in place of its content. */
  wrong: Map<string, Answer>;
  close: () => void;
};

/** As a server of plain files does, with ranges. */
const serveFile =
  (folder: string): Answer =>
  ({ url = '', headers }, response) => {
    const path = join(folder, url.slice(url.lastIndexOf('/') + 1));
    if (!existsSync(path)) return void response.writeHead(404).end();
    const content = readFileSync(path);
    const [, begin] = /^bytes=(\d+)-$/.exec(headers.range ?? '') ?? [];
    if (begin === undefined) return void response.writeHead(200, { 'content-length': content.length }).end(content);
    const range = `bytes ${begin}-${content.length - 1}/${content.length}`;
    response.writeHead(206, { 'content-range': range }).end(content.subarray(Number(begin)));
  };

export const serveFeed = async (folder: string): Promise<FeedServer> => {
  const asked: string[] = [];
  const wrong = new Map<string, Answer>();
  const usual = serveFile(folder);
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice((request.url ?? '').lastIndexOf('/') + 1);
    asked.push(request.headers.range ? `${name} ${request.headers.range}` : name);
    (wrong.get(name) ?? usual)(request, response);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stable`, asked, wrong, close };
};
