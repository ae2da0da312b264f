import { expect, it } from 'vitest';
import { plantOf, Subject, serverOf } from '../test/gatewaySubject.ts';
import { device, tag } from './testing/make.ts';
import { bodyOf, exceptionBody, type Handler, mbapFrame } from './testing/oracleServer.ts';

const TIMEOUT_MS = 60;
const lateMs = 1.4 * TIMEOUT_MS;
/** Registers hold their own address, so that another's answer shows. */
const tags = [10, 300, 600, 900, 1200, 1500].map((address) => tag('line-1', address, { periodMs: 50 }));

type Told = (body: Buffer, afterMs: number) => void;

/** A gateway with one serial line, which gives what comes from there the transaction id of the newest request. */
const renaming = (isLate: (count: number) => boolean, whileLate?: (tell: Told, refusal: Buffer) => void): Handler => {
  let newest = 0;
  let asked = 0;
  let refusals = 0;
  let line = Promise.resolve();
  return (request) => {
    const { unit, functionCode, socket, transactionId } = request;
    newest = transactionId;
    asked += 1;
    const isNowLate = isLate(asked);
    const tell: Told = (body, afterMs) => {
      setTimeout(() => socket.destroyed || socket.write(mbapFrame(transactionId, body)), afterMs);
    };
    if (isNowLate) whileLate?.(tell, exceptionBody(unit, functionCode, 10 + (refusals++ % 2)));
    line = line.then(async () => {
      await new Promise((done) => setTimeout(done, isNowLate ? lateMs : 12));
      if (!socket.destroyed) socket.write(mbapFrame(newest, bodyOf(request)));
    });
  };
};

it.each([
  ['one answer in forty is late', renaming((count) => count % 40 === 0)],
  // before, each answer was taken for the next from then on
  ['one answer is late and the line never rests', renaming((count) => count === 20)],
  [
    'it says at once that there is none',
    renaming(
      (count) => count % 40 === 0,
      (tell, refusal) => tell(refusal, 20),
    ),
  ],
])('a gateway that names late answers anew gives no wrong value where %s', async (_, handler) => {
  const server = await serverOf(handler);
  const subject = new Subject(plantOf(server, [device(1)], tags, { timeoutMs: TIMEOUT_MS }));
  while (server.requests < 100) await subject.next(() => true);
  const from = subject.samples.length;
  while (subject.samples.slice(from).filter(({ quality }) => quality === 'GOOD').length < 12) await subject.next(() => true);
  const good = subject.samples.filter(({ quality }) => quality === 'GOOD');
  expect(good.filter(({ tagId, value }) => tagId !== `line-1/${value}`)).toEqual([]);
  expect(good.length).toBeGreaterThan(40);
});
