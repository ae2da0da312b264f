import type { ApiExamples } from '../../server/http/docs/examples.ts';

const at = '2026-11-12T09:33:30.000Z';
const commandId = '00000000-0000-4000-8000-0000000000c1';
const token = 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl';

/**
 * What only a demo that runs can be asked, as it was asked and answered there; ids, times and tokens are settled.
 * tests/conformance asks a running demo the same and compares.
 */
export const runningExamples: ApiExamples = {
  'post /api/user/plc/relay/valve': {
    body: { deviceId: 'demo-gardenValve', command: 'open' },
    answers: {
      200: {
        status: 'success',
        code: 'CONFIRMED',
        message: 'open CONFIRMED',
        outcome: 'CONFIRMED',
        commandId,
        deviceId: 'demo-gardenValve',
        command: 'open',
        state: 'open',
        confirmed: true,
        at,
      },
    },
  },
  'post /api/user/plc/read-registers': {
    body: {
      deviceId: 'demo-processPump',
      frames: [{ frameId: 'PROCESS_PUMP.SPEED', slaveId: 21, fn: 4, address: 0, count: 1, dataType: 'uint16', scale: 0.1 }],
    },
    answers: {
      200: {
        status: 'success',
        message: 'done',
        commandId,
        at,
        frames: [{ frameId: 'PROCESS_PUMP.SPEED', ok: true, raw: [420], value: 42 }],
      },
    },
  },
  'post /api/user/plc/write-registers': {
    body: {
      deviceId: 'demo-processPump',
      frames: [{ frameId: 'PROCESS_PUMP.SPEED', slaveId: 21, fn: 6, address: 0, values: [400] }],
      reason: 'Less water is needed',
    },
    answers: {
      200: {
        status: 'success',
        code: 'CONFIRMED',
        message: 'done',
        commandId,
        asset: 'PROCESS_PUMP',
        command: 'SPEED',
        frames: [{ frameId: 'PROCESS_PUMP.SPEED', outcome: 'CONFIRMED', readBack: [400] }],
        at,
      },
    },
  },
  'post /api/user/user/otplogin': {
    parameters: { 'header.phNumber': '9000000001' },
    answers: { 200: { message: 'OTP sent successfully', status: 'Success', otpTimestamp: 1794476010 } },
  },
  'get /api/user/executiveSummary/virtualLogin': {
    parameters: { 'query.token': token },
    answers: {
      200: { access_token: token, expiresIn: 1800, scope: 'executiveSummary:read', industryIds: ['DEMO'] },
    },
  },
};
