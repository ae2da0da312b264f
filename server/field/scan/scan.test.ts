import { describe, expect, it } from 'vitest';
import { deviceTemplate } from '../../contract/model/deviceTemplates.ts';
import { only, scan, start } from '../../test/scannedLine.ts';
import { answerIt, bodyOf, exceptionBody, rtuFrame } from '../testing/oracleServer.ts';

describe('a scan', () => {
  it('finds the units that answer, and those that refuse', async () => {
    const rig = await start('rtu', (request) => {
      const { unit, send, frame } = request;
      if (unit === 7) send(frame(exceptionBody(7, 3, 2)));
      else only(3, 12)(request);
    });
    const { found, dones } = await scan(rig);
    expect(found.map(({ slaveId, answer, exception }) => [slaveId, answer, exception])).toEqual([
      [3, 'value', null],
      [7, 'exception', 2],
      [12, 'value', null],
    ]);
    expect(dones.at(-1)).toBe(20);
  });

  it('asks a unit again whose answer came late', async () => {
    let asked = 0;
    const rig = await start('rtu', ({ unit, send, answer }) => {
      if (unit !== 5) return;
      asked += 1;
      send(answer, asked === 1 ? 45 : 0);
    });
    expect((await scan(rig)).found.map(({ slaveId }) => slaveId)).toEqual([5]);
  });

  it('suspects two devices where good and damaged answers take turns', async () => {
    let asked = 0;
    const rig = await start('rtu', ({ unit, send, answer }) => {
      if (unit !== 9) return;
      asked += 1;
      const damaged = Buffer.from(answer);
      damaged[3] = (damaged[3] ?? 0) ^ 0x55;
      send(asked % 2 === 0 ? damaged : answer);
    });
    const { found, warnings } = await scan(rig);
    expect(found).toMatchObject([{ slaveId: 9, duplicateSuspected: true }]);
    expect(warnings).toEqual([{ code: 'twins', params: { unit: 9 }, text: expect.stringMatching(/Unit 9 .*two devices/) }]);
  });

  it('does not take a gateway for the devices behind it', async () => {
    const rig = await start('mbap', (request) => {
      const { unit, send, frame } = request;
      if (unit === 4) answerIt(request);
      else send(frame(exceptionBody(unit, 3, 11)));
    });
    expect((await scan(rig)).found.map(({ slaveId }) => slaveId)).toEqual([4]);
  });

  it('says that one device answers whatever unit is asked', async () => {
    const rig = await start('mbap', answerIt);
    const { found, warnings } = await scan(rig, { to: 30 });
    expect(found).toHaveLength(30);
    const text = expect.stringMatching(/one device answers whatever unit/);
    expect(warnings).toEqual([{ code: 'sharedUnits', params: { unit: 1, count: 30 }, text }]);
  });

  it('learns what a device says of itself', async () => {
    const objects = ['Acme Meters', 'FM-200', 'V1.4'].map((text, id) =>
      Buffer.concat([Buffer.of(id, text.length), Buffer.from(text)]),
    );
    const rig = await start('rtu', ({ unit, functionCode, body, send }) => {
      if (unit !== 2) return;
      // two objects in the first answer, and the rest when it is asked for
      const [part, more, next] = body[4] === 0 ? [objects.slice(0, 2), 0xff, 2] : [objects.slice(2), 0, 0];
      if (functionCode === 43) send(rtuFrame(Buffer.concat([Buffer.of(2, 43, 14, 1, 1, more, next, part.length), ...part])));
      else if (functionCode === 17) send(rtuFrame(Buffer.concat([Buffer.of(2, 17, 6, 0x2a), Buffer.from('FM200')])));
      else send(rtuFrame(bodyOf({ unit: 2, functionCode, address: 0, count: 1, body })));
    });
    const { found } = await scan(rig, { identify: true });
    expect(found[0]).toMatchObject({ vendor: 'Acme Meters', product: 'FM-200', revision: 'V1.4', serverId: '*FM200' });
  });

  it('names the model whose identity register fits', async () => {
    const template = deviceTemplate.parse({
      id: 'acme-fm',
      manufacturer: 'Acme',
      model: 'FM',
      category: 'flow',
      source: 'made up for this test',
      verified: true,
      identity: [{ decode: { space: 'holding', address: 600, type: 'uint16' }, equals: 600, meaning: 'register 600 is 600' }],
      tags: [
        {
          name: 'Flow',
          kind: 'gauge',
          periodMs: 1000,
          grade: 'A',
          typical: 1,
          decode: { space: 'holding', address: 0, type: 'uint16' },
        },
      ],
    });
    const rig = await start('rtu', only(2));
    const { found } = await scan(rig, { identify: true }, { templates: [template] });
    expect(found[0]?.models).toEqual([
      { templateId: 'acme-fm', name: 'Acme FM', certainty: 'identified', why: 'register 600 is 600' },
    ]);
  });
});

describe('a slow slave beside fast ones', () => {
  it('is found whoever answers after it, also as the last one', async () => {
    const rig = await start('rtu', ({ unit, send, answer, socket }) => {
      if (unit === 6) send(answer);
      // not in the order of the line: the slave itself is slow
      if (unit === 5 || unit === 20) setTimeout(() => void (socket.destroyed || socket.write(answer)), 75);
    });
    const { found } = await scan(rig);
    expect(found.map(({ slaveId }) => slaveId).sort((a, b) => a - b)).toEqual([5, 6, 20]);
  });

  it('that does not answer again is listed as not sure', async () => {
    let asked = 0;
    const rig = await start('rtu', ({ unit, answer, socket }) => {
      if (unit === 5) asked += 1;
      if (unit === 5 && asked === 1) setTimeout(() => void (socket.destroyed || socket.write(answer)), 75);
    });
    const { found, warnings } = await scan(rig, { to: 10 });
    expect(found).toEqual([]);
    expect(warnings).toContainEqual({
      code: 'unsure',
      params: { units: '5' },
      text: expect.stringMatching(/Not sure of unit 5/),
    });
  });
});
