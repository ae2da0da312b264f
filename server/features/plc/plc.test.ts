import { describe, expect, it, vi } from 'vitest';
import { rawConnectionOf } from '../../db/writer.ts';
import { asha, frame, type PlcRig, pointSpec } from '../../test/plcRig.ts';
import { start } from '../../test/startedPlc.ts';

const verify = { place: { space: 'input', address: 20, type: 'uint16', scale: 0.1 }, within: 0.5, pollMs: 50, timeoutMs: 1000 };

const journal = (rig: PlcRig) =>
  rawConnectionOf(rig.storage.writer).prepare('select * from plc_command order by created_at').all() as Record<string, unknown>[];

describe('a set-point', () => {
  it('is confirmed when the feedback shows it, with the old value kept', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec({ verify }));
    setTimeout(() => rig.device.set('Actual speed', 21.5), 150);
    expect(await rig.write([frame()])).toEqual([{ outcome: 'CONFIRMED', error: '', value: 21.5, oldValue: 20, rawBack: '00d7' }]);
    expect(rig.device.get('Speed')).toBe(21.5);
    expect(rig.device.writes.frames).toBe(1);
    expect(rig.audit).toMatchObject([
      {
        kind: 'plc.write',
        outcome: 'done',
        userId: 'asha',
        before: { value: 20, raw: '00c8' },
        after: { value: 21.5, raw: '00d7', outcome: 'CONFIRMED' },
      },
    ]);
  });

  it('says nothing of its line in the journal, which a hub may be given without the lines', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec());
    await rig.write([frame()]);
    const entries = rawConnectionOf(rig.storage.writer).prepare("select body from entry where stream = 'commands'").pluck().all();
    expect(entries.length).toBeGreaterThan(0);
    const said = JSON.stringify([journal(rig), entries]);
    expect(said).toMatch(/"place":"[\w-]{22}"/);
    expect(said).not.toMatch(/127\.0\.0\.1 \d/);
  });

  it('is only accepted when the feedback does not follow, or when there is none', async () => {
    const rig = await start();
    const point = rig.plc.points.add('DEMO', pointSpec({ verify: { ...verify, timeoutMs: 200 } }));
    expect(await rig.write([frame()])).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED', error: 'the feedback shows 00c8' }]);
    rig.plc.points.change('DEMO', point.id, pointSpec(), 1);
    expect(await rig.write([frame({ values: [220] })])).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED', error: '' }]);
  });

  it('whose feedback is awaited when the server stops is accepted, not confirmed, and does not hold up the stop', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec({ verify: { ...verify, timeoutMs: 60_000 } }));
    const written = rig.write([frame()]);
    await expect.poll(() => rig.device.writes.frames).toBe(1);
    await rig.plc.stop();
    expect(await written).toMatchObject([
      { outcome: 'ACCEPTED_UNVERIFIED', error: 'the server stopped before its effect showed' },
    ]);
  });

  it('that the device refuses is refused, with its exception', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec());
    rig.device.inject({ kind: 'exception', code: 4 });
    const { rows } = await rig.plc.service.write(asha, { deviceId: 'plc', frames: [frame()], verify: true, deadlineMs: 5000 });
    expect(rows).toMatchObject([{ outcome: 'REFUSED', sent: true, exception: 4 }]);
  });
});

describe('nothing reaches the wire', () => {
  const refused = async (rig: PlcRig, frames: Parameters<PlcRig['write']>[0], error: RegExp): Promise<void> => {
    const bytes = rig.device.writes.bytes;
    const rows = await rig.write(frames);
    expect(rows.every(({ outcome }) => outcome === 'REFUSED')).toBe(true);
    expect(rows[0]?.error).toMatch(error);
    expect(rig.device.writes.bytes).toBe(bytes);
  };

  it('outside a write point, its range or its steps', async () => {
    const rig = await start();
    await refused(rig, [frame()], /no write point/);
    rig.plc.points.add('DEMO', pointSpec({ step: 0.5 }));
    await refused(rig, [frame({ address: 11 })], /no write point/);
    await refused(rig, [frame({ values: [501] })], /50.1 is outside 0 to 50/);
    await refused(rig, [frame({ values: [217] })], /not a step/);
    expect(rig.device.writes.bytes).toBe(0);
    expect(journal(rig)).toHaveLength(4);
    expect(rig.audit.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused', 'refused']);
  });

  it('too soon after the last write, or too far from it', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec({ minIntervalMs: 60_000 }));
    await rig.write([frame()]);
    await refused(rig, [frame({ values: [220] })], /at most once in 60000 ms/);
    const slow = await start();
    slow.plc.points.add('DEMO', pointSpec({ maxRatePerMinute: 1 }));
    await slow.write([frame({ values: [200] })]);
    await refused(slow, [frame({ values: [300] })], /at most 1 a minute/);
  });

  it('too far from the last write as its register reads by another scale, also after a restart', async () => {
    const rig = await start();
    const point = rig.plc.points.add('DEMO', pointSpec({ maxRatePerMinute: 1 }));
    await rig.write([frame({ values: [200] })]);
    rig.plc.points.change('DEMO', point.id, pointSpec({ maxRatePerMinute: 1, scale: 0.01 }), 1);
    // 20 again, and ten times what the register holds
    await refused(rig, [frame({ values: [2000] })], /at most 1 a minute/);
    await rig.halt();
    await rig.run();
    await refused(rig, [frame({ values: [2000] })], /at most 1 a minute/);
    expect(await rig.write([frame({ values: [200] })])).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED', value: 2 }]);
  });

  it('too soon after the last write of the run before, which a restart does not forget', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec({ minIntervalMs: 60_000 }));
    await rig.write([frame()]);
    await rig.halt();
    await rig.run();
    await refused(rig, [frame({ values: [220] })], /at most once in 60000 ms/);
    rig.passedMs = 61_000;
    expect(await rig.write([frame({ values: [220] })])).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED' }]);
  });

  it('too soon after the last write of the run before left, however long that had waited for its line', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec({ minIntervalMs: 60_000 }));
    await rig.write([frame()]);
    // its row was made half a minute before its frame left
    rawConnectionOf(rig.storage.writer).exec('update plc_command set created_at = created_at - 30000');
    await rig.halt();
    await rig.run();
    rig.passedMs = 40_000;
    await refused(rig, [frame({ values: [220] })], /at most once in 60000 ms/);
    rig.passedMs = 61_000;
    expect(await rig.write([frame({ values: [220] })])).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED' }]);
  });

  it('while an interlock does not hold, is old, or is not known', async () => {
    const rig = await start();
    const interlock = { tagId: 'level', is: 'above', value: 40, text: 'tank level' };
    rig.plc.points.add('DEMO', pointSpec({ interlocks: [interlock] }));
    expect(await rig.write([frame()])).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED' }]);
    rig.device.set('Tank level', 30);
    while (rig.gateway.tag('level')?.value !== 30) await new Promise((done) => setTimeout(done, 20));
    await refused(rig, [frame()], /tank level: it is 30, and must be above 40/);
    rig.device.set('Tank level', 50);
    rig.device.inject({ kind: 'dead' });
    while (rig.gateway.tag('level')?.quality === 'GOOD') await new Promise((done) => setTimeout(done, 20));
    await refused(rig, [frame()], /^tank level: its value is not known$/);
  });

  it('while the good value of an interlock is older than two scans', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec({ interlocks: [{ tagId: 'level', is: 'above', value: 40, text: 'tank level' }] }));
    const state = rig.gateway.tag('level');
    if (!state) throw new Error('no level');
    vi.spyOn(rig.gateway, 'tag').mockImplementation(() => ({ ...state, lastGoodAtMs: Date.now() - 700 }));
    await refused(rig, [frame()], /^tank level: its value is 1 s old$/);
  });

  it('when an interlock ceases to hold while the old value is read, as the last thing before the frame leaves', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec({ interlocks: [{ tagId: 'level', is: 'above', value: 40, text: 'tank level' }] }));
    const state = rig.gateway.tag('level');
    if (!state) throw new Error('no level');
    const noted = vi.spyOn(rig.plc.journal, 'noteBefore').mockImplementation(() => {
      vi.spyOn(rig.gateway, 'tag').mockImplementation(() => ({ ...state, value: 30, lastGoodAtMs: Date.now() }));
    });
    await refused(rig, [frame()], /^not sent: tank level: it is 30, and must be above 40$/);
    expect(noted).toHaveBeenCalledOnce();
    expect(journal(rig)).toMatchObject([{ outcome: 'REFUSED', sent: 0 }]);
  });

  it('while the site is read-only, which outlives a restart', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec());
    rig.plc.readOnly.turn(true);
    await refused(rig, [frame()], /read-only/);
    await rig.halt();
    await rig.run();
    expect(rig.plc.readOnly.isOn).toBe(true);
    await refused(rig, [frame()], /read-only/);
  });

  it('after its deadline, when the line is down meanwhile', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec());
    await rig.simulator.stop();
    const rows = await rig.write([frame()], { deadlineMs: 300 });
    expect(rows).toMatchObject([{ outcome: 'REFUSED', error: expect.stringMatching(/^not sent/) }]);
  });

  it('for frames that make no sense', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec());
    await expect(rig.write([frame(), frame()])).rejects.toMatchObject({
      code: 'badRequest',
      message: 'frame PUMP.SPEED is given twice',
    });
    await expect(rig.write([frame({ slaveId: 0 })])).rejects.toMatchObject({ message: 'frames.0.slaveId: PLC is unit 5' });
    await expect(rig.write([frame({ fn: 3 })])).rejects.toMatchObject({ message: 'frames.0.fn: reads go to read-registers' });
    await expect(rig.write([frame({ fn: 5, values: [2] })])).rejects.toMatchObject({
      message: 'frames.0.values: coils take 0 or 1',
    });
    await expect(rig.write([frame({ frameId: 'SPEED' })])).rejects.toMatchObject({ code: 'badRequest' });
    expect(rig.device.writes.bytes).toBe(0);
  });
});

describe('a frame whose answer does not come', () => {
  it('is settled by reading back, and sent once', async () => {
    const rig = await start({ timeoutMs: 150 });
    rig.plc.points.add(
      'DEMO',
      pointSpec({ verify: { ...verify, place: { ...verify.place, space: 'holding', address: 10 }, timeoutMs: 4000 } }),
    );
    rig.device.inject({ kind: 'late', delayMs: 400, every: 2 });
    const watch = setInterval(() => rig.device.writes.frames > 0 && rig.device.clear('late'), 5);
    const rows = await rig.write([frame()]);
    clearInterval(watch);
    expect(rows).toMatchObject([{ outcome: 'CONFIRMED', oldValue: 20, rawBack: '00d7' }]);
    expect(rig.device.writes.frames).toBe(1);
  });

  it('is never confirmed by a dead device, and unknown where nothing shows it', async () => {
    const rig = await start({ timeoutMs: 150 });
    rig.plc.points.add('DEMO', pointSpec({ verify: { ...verify, timeoutMs: 300 } }));
    rig.device.inject({ kind: 'dead' });
    expect(await rig.write([frame()])).toMatchObject([{ outcome: 'UNKNOWN' }]);
    rig.device.clear();
    expect(rig.device.get('Speed')).toBe(20);
  });

  it('is known by its row on the disk before it leaves', async () => {
    const rig = await start({ timeoutMs: 3000 });
    rig.plc.points.add('DEMO', pointSpec());
    let rowsWhenItCame = -1;
    rig.device.inject({ kind: 'slow', delayMs: 100 });
    const watch = setInterval(() => {
      if (rig.device.writes.frames > 0 && rowsWhenItCame < 0) rowsWhenItCame = journal(rig).length;
    }, 1);
    await rig.write([frame()]);
    clearInterval(watch);
    expect(rowsWhenItCame).toBe(1);
  });
});

describe('after a crash', () => {
  const leave = (rig: PlcRig, pointId: string, value: number): void =>
    void rawConnectionOf(rig.storage.writer)
      .prepare(
        `insert into plc_command (id, command_id, industry_id, user_id, username, request_id, ip, device_id, point_id, asset, command, frame_id, fn, address, value, old_value, raw_before, raw_out, created_at)
         values ('row', 'command', 'DEMO', 'asha', 'asha', '', '', 'plc', ?, 'PUMP', 'SPEED', 'PUMP.SPEED', 6, 10, ?, 20, '00c8', '00d7', ?)`,
      )
      .run(pointId, value, Date.now());
  const settled = async (rig: PlcRig) => {
    for (;;) {
      const [row] = journal(rig);
      if (row?.outcome) return row;
      await new Promise((done) => setTimeout(done, 20));
    }
  };

  it('an unfinished command is settled by what the device shows, and not sent again', async () => {
    const rig = await start();
    const point = rig.plc.points.add('DEMO', pointSpec({ verify: { ...verify, timeoutMs: 200 } }));
    await rig.halt();
    leave(rig, point.id, 21.5);
    rig.device.set('Actual speed', 21.5);
    rig.device.set('Speed', 21.5);
    await rig.run();
    expect(await settled(rig)).toMatchObject({ outcome: 'CONFIRMED', raw_back: '00d7', error: 'settled after a restart' });
    expect(rig.device.writes.frames).toBe(0);
  });

  it('is unknown where the feedback shows it and the written register does not: the frame never came', async () => {
    const rig = await start();
    const point = rig.plc.points.add('DEMO', pointSpec({ verify: { ...verify, timeoutMs: 200 } }));
    await rig.halt();
    leave(rig, point.id, 21.5);
    rig.device.set('Actual speed', 21.5);
    await rig.run();
    expect(await settled(rig)).toMatchObject({ outcome: 'UNKNOWN', raw_back: '00d7' });
    expect(rig.device.writes.frames).toBe(0);
  });

  it('is unknown where the feedback shows something else', async () => {
    const rig = await start();
    const point = rig.plc.points.add('DEMO', pointSpec({ verify: { ...verify, timeoutMs: 200 } }));
    await rig.halt();
    leave(rig, point.id, 40);
    await rig.run();
    expect(await settled(rig)).toMatchObject({ outcome: 'UNKNOWN' });
    expect(rig.device.writes.frames).toBe(0);
  });
});

describe('a command that a client sends again', () => {
  it('answers what became of the first, and writes nothing', async () => {
    const rig = await start();
    rig.plc.points.add('DEMO', pointSpec());
    const commandId = crypto.randomUUID();
    const [first, second] = [await rig.write([frame()], { commandId }), await rig.write([frame()], { commandId })];
    expect(second).toEqual(first);
    expect(rig.device.writes.frames).toBe(1);
    const other = { ...asha, userId: 'ravi' };
    await expect(
      rig.plc.service.write(other, { deviceId: 'plc', frames: [frame()], verify: true, deadlineMs: 1000, commandId }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('a raw window', () => {
  it('lets its own technician write raw within the declared ranges of one device, and nobody else', async () => {
    const rig = await start();
    rig.device.define('holding', 100, [0, 0, 0]);
    const window = () => rig.plc.windows.open(asha, 'plc', [{ fn: 16, from: 100, to: 102 }], 'commissioning');
    const raw = frame({ frameId: 'RAW.WRITE', fn: 16, address: 100, values: [1, 2, 3] });
    expect(await rig.write([raw])).toMatchObject([{ outcome: 'REFUSED' }]);
    window();
    expect(await rig.write([raw])).toMatchObject([{ outcome: 'ACCEPTED_UNVERIFIED' }]);
    expect(await rig.write([{ ...raw, values: [1, 2, 3, 4] }])).toMatchObject([{ outcome: 'REFUSED' }]);
    expect(await rig.write([{ ...raw, fn: 6, values: [1] }])).toMatchObject([{ outcome: 'REFUSED' }]);
    const other = { ...asha, userId: 'ravi' };
    const { rows } = await rig.plc.service.write(other, { deviceId: 'plc', frames: [raw], verify: true, deadlineMs: 1000 });
    expect(rows).toMatchObject([{ outcome: 'REFUSED' }]);
    rig.plc.windows.close(asha, 'plc');
    expect(await rig.write([raw])).toMatchObject([{ outcome: 'REFUSED' }]);
    expect(rig.device.writes.frames).toBe(1);
    expect(rig.audit.filter(({ kind, outcome }) => kind === 'plc.rawWrite' && outcome === 'done')).toHaveLength(1);
  });
});
