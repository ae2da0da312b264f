import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Reply } from '../../../server/test/httpRig.ts';
import { askAt, bearer } from '../../../server/test/policyRig.ts';
import { runningExamples } from '../../golden/runningExamples.ts';
import { keptRunningTour, runningTour } from '../../golden/runningTour.ts';
import type { ConformancePlant, Username } from '../plants.ts';
import { accepted, hasKeys, listOf, refused, type Section } from '../sentence.ts';
import { claimsOf } from './authParts.ts';

const testPhone = '9000000001';
const plc = (at: ConformancePlant, path: string, body: object, user: Username = 'admin'): Promise<Reply> =>
  at.ask('POST', `/plc/${path}`, user, { body });
const valve = { deviceId: 'demo-gardenValve' };
/** Reads the speed that the drive really has. */
const readSpeed = { slaveId: 21, fn: 4, address: 0, count: 1, dataType: 'uint16', scale: 0.1 };
const pointOf = async (at: ConformancePlant, id: string): Promise<Record<string, unknown>> => {
  const headers = bearer((await at.tokensOf('admin')).access_token);
  const { points } = accepted(await askAt(at.url, '/api/plant/write-points', { headers }));
  return listOf(points).find((point) => point.id === id) ?? {};
};

/** The names of all fields, at every depth. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
};
const exampleOf = (key: string) => {
  const { body, answers = {} } = runningExamples[key] ?? {};
  return { body: body as object, answer: answers['200'] };
};

/** On a demo that runs as its users start it, with simulated devices on its lines. */
export const running: Section = {
  name: 'PLC and test mode, on running devices',
  sentences: [
    [
      'a number of the test list gets no SMS, and its code opens a session',
      async (at) => {
        const { otpTimestamp } = accepted(
          await at.ask('POST', '/user/otplogin', undefined, { headers: { phNumber: testPhone } }),
        );
        const headers = { LoginType: 'otp', username: testPhone, password: '123456', otpTimestamp: String(otpTimestamp) };
        expect(claimsOf(accepted(await at.login(headers)).access_token).loginType).toBe('otp');
      },
    ],
    [
      'a code opens one session only',
      async (at) => {
        const { otpTimestamp } = accepted(
          await at.ask('POST', '/user/otplogin', undefined, { headers: { phNumber: testPhone } }),
        );
        const headers = { LoginType: 'otp', username: testPhone, password: '123456', otpTimestamp: String(otpTimestamp) };
        accepted(await at.login(headers));
        refused(await at.login(headers), 1401);
      },
    ],
    [
      'relay: close and open are done and read back: 200',
      async (at) => {
        // it stands open at first, and each of the two is a way of some seconds
        for (const command of ['close', 'open']) {
          const body = accepted(await plc(at, 'relay/valve', { ...valve, command }, 'operator'));
          expect(body).toMatchObject({ status: 'success', outcome: 'CONFIRMED', confirmed: true, command, ...valve });
          hasKeys(body, 'message', 'commandId', 'state', 'at');
        }
      },
    ],
    [
      'relay: a command other than open or close, or none, is 1430',
      async (at) => {
        for (const command of ['OPEN', 'toggle', '', null, true, undefined])
          refused(await plc(at, 'relay/valve', { ...valve, command }), 1430);
      },
    ],
    [
      'relay: a device that is not there is 404',
      async (at) => refused(await plc(at, 'relay/valve', { deviceId: 'nope', command: 'open' }), 404),
    ],
    [
      'read-registers answers the values that the registers have now',
      async (at) => {
        const { deviceId } = await pointOf(at, 'demo-processPumpSpeed');
        const body = accepted(
          await plc(at, 'read-registers', { deviceId, frames: [{ frameId: 'PUMP.READ', ...readSpeed }] }, 'technician'),
        );
        hasKeys(body, 'status', 'commandId', 'at', 'frames');
        const [frame] = listOf(body.frames);
        hasKeys(frame, 'frameId', 'ok', 'raw', 'value');
        expect(frame).toMatchObject({ frameId: 'PUMP.READ', ok: true });
        const [raw] = listOf(frame?.raw) as unknown[];
        expect(Number(frame?.value)).toBeCloseTo(Number(raw) / 10, 3);
      },
    ],
    [
      'write-registers writes through a write point, and derives asset and command from the frame’s id',
      async (at) => {
        const { deviceId, asset } = await pointOf(at, 'demo-processPumpSpeed');
        const frames = [{ frameId: `${asset}.SPEED`, slaveId: 21, fn: 6, address: 0, values: [400] }];
        const body = accepted(await plc(at, 'write-registers', { deviceId, frames, reason: 'a check' }, 'technician'));
        expect([body.asset, body.command]).toEqual([asset, 'SPEED']);
        hasKeys(body, 'status', 'message', 'commandId', 'at', 'code');
        expect(['success', 'unverified']).toContain(body.status);
      },
    ],
    [
      'write-registers: asset and command that are sent are taken',
      async (at) => {
        const { deviceId } = await pointOf(at, 'demo-processPumpSpeed');
        const frames = [{ frameId: 'PUMP.SPEED', slaveId: 21, fn: 6, address: 0, values: [401] }];
        const body = accepted(await plc(at, 'write-registers', { deviceId, asset: 'A', command: 'B', frames }));
        expect([body.asset, body.command]).toEqual(['A', 'B']);
      },
    ],
    [
      'a frame beyond the limits of its write point is refused before the wire: 200 with status failed (departure)',
      async (at) => {
        const { deviceId } = await pointOf(at, 'demo-processPumpSpeed');
        const frames = [{ frameId: 'PUMP.SPEED', slaveId: 21, fn: 6, address: 0, values: [600] }];
        const body = accepted(await plc(at, 'write-registers', { deviceId, frames }));
        expect(body.status).toBe('failed');
        expect(listOf(body.frames)).toEqual([
          expect.objectContaining({ frameId: 'PUMP.SPEED', outcome: 'REFUSED', error: expect.any(String) }),
        ]);
      },
    ],
    ...['relay/valve', 'read-registers', 'write-registers'].map((path): Section['sentences'][number] => [
      `the document’s example of ${path} is answered as the document shows`,
      async (at) => {
        const { body, answer } = exampleOf(`post /api/user/plc/${path}`);
        // the pump takes its next speed two seconds after the one before
        await wait(2500);
        expect(shapeOf(accepted(await plc(at, path, body)))).toEqual(shapeOf(answer));
      },
    ]),
    [
      'the document’s examples of otplogin and virtualLogin are answered as the document shows',
      async (at) => {
        const sent = accepted(await at.ask('POST', '/user/otplogin', undefined, { headers: { phNumber: testPhone } }));
        expect(shapeOf(sent)).toEqual(shapeOf(exampleOf('post /api/user/user/otplogin').answer));
        const { ticket } = accepted(await at.ask('POST', '/executiveSummary/virtualLogin/ticket', 'admin'));
        const opened = accepted(await at.ask('GET', `/executiveSummary/virtualLogin?token=${ticket}`));
        expect(shapeOf(opened)).toEqual(shapeOf(exampleOf('get /api/user/executiveSummary/virtualLogin').answer));
      },
    ],
    [
      'what the document shows of lines, tools, storage and backups is asked and answered as it shows',
      async (at) => {
        const id = /[0-9a-f]{8}-[0-9a-f-]{27}|\d{8}T\d{6}Z/g;
        const outlined = (visits: Awaited<ReturnType<typeof runningTour>>) =>
          visits.map(({ method, path, body, status, answer }) => ({
            asked: `${method} ${path.replace(id, 'ID')}`,
            ...{ status, body: Object.keys(body ?? {}), answer: Object.keys(answer as object).toSorted() },
          }));
        expect(outlined(await runningTour(at.url))).toEqual(outlined(keptRunningTour()));
      },
    ],
    [
      'PLC_READ, PLC_WRITE and RELAY_CONTROL are needed, each for its own',
      async (at) => {
        const { deviceId } = await pointOf(at, 'demo-processPumpSpeed');
        const frames = [{ frameId: 'PUMP.READ', ...readSpeed }];
        refused(await plc(at, 'read-registers', { deviceId, frames }, 'operator'), 401);
        refused(await plc(at, 'write-registers', { deviceId, frames }, 'operator'), 401);
        refused(await plc(at, 'relay/valve', { ...valve, command: 'open' }, 'viewer'), 401);
      },
    ],
    [
      'each of the operations is in the audit log, with who did it',
      async (at) => {
        const headers = bearer((await at.tokensOf('admin')).access_token);
        const { text } = await askAt(at.url, '/api/plant/audit', { headers });
        for (const kind of ['plc.read', 'plc.write', 'GARDEN_VALVE.OPEN']) expect(text).toContain(kind);
      },
    ],
    [
      'includeToday asks the devices’ newest values, and units are online',
      async (at) => {
        const date1 = String(
          accepted(await at.login({ LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' })).startDate,
        );
        const { subCategories } = accepted(await at.get(`/deviceData?date1=${date1}&category=source&type=HOUR`));
        const units = listOf(subCategories).flatMap(({ units }) => listOf(units));
        expect(units.filter(({ online }) => online === true).length).toBeGreaterThan(units.length / 2);
      },
    ],
  ],
};
