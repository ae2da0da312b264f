import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DiskRoom } from './diskRoom.ts';

const MIB = 1_048_576;

const reserve = () => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-reserve-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { folder, room: new DiskRoom(folder), size: () => statSync(join(folder, 'reserve.bin')).size };
};

it('fills its reserve half a megabyte at a time, and leaves the thread to others while the disk writes', async () => {
  const { room, size } = reserve();
  const order: string[] = [];
  const filled = room.refill().then((more) => order.push(`more: ${more}`));
  process.nextTick(() => order.push('others'));
  await filled;
  expect(order).toEqual(['others', 'more: true']);
  expect(size()).toBe(MIB / 2);
  expect(room.state().reserveBytes).toBe(MIB / 2);
  room.close();
});

it('may be closed while the disk writes, and goes on from there', async () => {
  const { folder, room, size } = reserve();
  const filled = room.refill();
  room.close();
  expect(await filled).toBeTypeOf('boolean');
  expect(size()).toBe(MIB / 2);
  const next = new DiskRoom(folder);
  expect(next.state().reserveBytes).toBe(MIB / 2);
  next.close();
});

it('gives up half a megabyte of what it has, also while the disk writes', async () => {
  const { room, size } = reserve();
  await room.refill();
  const filled = room.refill();
  expect(room.release()).toBe(true);
  await filled;
  expect(size()).toBe(MIB / 2);
  expect(room.state().reserveBytes).toBe(MIB / 2);
  room.close();
});
