import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import type { FieldTag } from '../../../core/field/field.ts';
import { compileDecoder } from '../../decode/decode.ts';
import { tag } from '../../testing/make.ts';
import type { TagBlock } from './tagBlock.ts';
import { TagStates } from './tagTable.ts';

const GOOD_AT_MS = 999_000;

const table = (tags: FieldTag[] = [tag('d', 1, { periodMs: 1000, max: 100 })]) => {
  const clock = new ManualClock(1_000_000);
  const states = new TagStates(clock);
  states.configure(tags);
  /** Reads from register 0 on; the block begins with register `address`. */
  const blockFrom = (address: number): TagBlock =>
    states.blockOf(
      tags.map(({ id, decode }) => ({ tagId: id, offset: decode.address - address, decoder: compileDecoder(decode) })),
    );
  const block = blockFrom(0);
  const answer = (words: number[], atMs = GOOD_AT_MS, of = block) => of.take({ words, atMs, nowMs: states.nowMs }, 0);
  return { clock, tags: states, answer, blockFrom };
};

describe('the table of tags', () => {
  it('knows nothing good of a tag that was never read', () => {
    expect(table().tags.get('d/1')).toEqual({
      tagId: 'd/1',
      deviceId: 'd',
      value: null,
      quality: 'STALE',
      atMs: null,
      lastGoodAtMs: null,
      raw: null,
    });
  });

  it('keeps value, time and raw registers of the last answer', () => {
    const { tags, answer } = table();
    expect(answer([6, 7])).toEqual([{ tagId: 'd/1', value: 7, quality: 'GOOD', atMs: GOOD_AT_MS }]);
    const state = tags.get('d/1');
    expect(state).toMatchObject({ value: 7, quality: 'GOOD', atMs: GOOD_AT_MS, lastGoodAtMs: GOOD_AT_MS, raw: [7] });
    answer([6, 8], GOOD_AT_MS + 1000);
    expect(tags.get('d/1')).toMatchObject({ value: 8, atMs: GOOD_AT_MS + 1000, lastGoodAtMs: GOOD_AT_MS + 1000, raw: [8] });
    // what was asked for before stays what it was
    expect(state).toMatchObject({ value: 7, raw: [7] });
  });

  it('says when a value was last good while the device sends one out of range, and when it is good again', () => {
    const { tags, answer } = table();
    answer([0, 7]);
    answer([0, 101], GOOD_AT_MS + 1000);
    answer([0, 102], GOOD_AT_MS + 2000);
    const outside = { value: null, quality: 'BAD_RANGE', atMs: GOOD_AT_MS + 2000, lastGoodAtMs: GOOD_AT_MS, raw: [102] };
    expect(tags.get('d/1')).toMatchObject(outside);
    answer([0, 9], GOOD_AT_MS + 3000);
    expect(tags.get('d/1')).toMatchObject({ value: 9, quality: 'GOOD', lastGoodAtMs: GOOD_AT_MS + 3000 });
  });

  it('makes a value stale three periods after the device’s last word, once', () => {
    const { clock, tags, answer } = table();
    answer([0, 7]);
    clock.advance(3000);
    expect(tags.takeStale()).toEqual([]);
    clock.advance(1);
    expect(tags.takeStale()).toEqual([{ tagId: 'd/1', value: null, quality: 'STALE', atMs: 1_003_001 }]);
    expect(tags.takeStale()).toEqual([]);
    expect(tags.get('d/1')).toMatchObject({ value: null, quality: 'STALE', atMs: GOOD_AT_MS, lastGoodAtMs: GOOD_AT_MS });
    answer([0, 8], 1_003_001);
    expect(tags.get('d/1')).toMatchObject({ value: 8, quality: 'GOOD' });
    clock.advance(3000);
    expect(tags.takeStale()).toEqual([]);
    clock.advance(1);
    expect(tags.takeStale()).toHaveLength(1);
  });

  it('finds what grows old soon although other tags are read seldom, and what was configured meanwhile', () => {
    const slow = tag('d', 2, { periodMs: 60_000 });
    const { clock, tags, answer } = table([slow, tag('d', 1, { periodMs: 1000 })]);
    answer([0, 7, 7]);
    expect(tags.takeStale()).toEqual([]);
    clock.advance(3001);
    expect(tags.takeStale()).toMatchObject([{ tagId: 'd/1' }]);
    tags.configure([slow, tag('d', 1, { periodMs: 200 })]);
    tags.failed('d/1', 'UNCERTAIN', true);
    clock.advance(601);
    expect(tags.takeStale()).toMatchObject([{ tagId: 'd/1' }]);
    clock.advance(180_000);
    expect(tags.takeStale()).toMatchObject([{ tagId: 'd/2' }]);
  });

  it('says why reads fail until the tag is stale, and stale from then on', () => {
    const { clock, tags, answer } = table();
    answer([0, 7]);
    clock.advance(2000);
    expect(tags.failed('d/1', 'BAD_TIMEOUT', false).quality).toBe('BAD_TIMEOUT');
    expect(tags.get('d/1')).toMatchObject({ value: null, quality: 'BAD_TIMEOUT', atMs: 1_002_000, lastGoodAtMs: GOOD_AT_MS });
    clock.advance(2000);
    expect(tags.failed('d/1', 'BAD_TIMEOUT', false).quality).toBe('STALE');
  });

  it('does not call stale what the device itself refuses', () => {
    const { clock, tags } = table();
    tags.failed('d/1', 'BAD_ADDRESS', true);
    clock.advance(60_000);
    expect(tags.takeStale()).toEqual([]);
    expect(tags.get('d/1')?.quality).toBe('BAD_ADDRESS');
  });

  it('takes a good time back with the reading, and shows its registers no more', () => {
    const { tags, answer } = table();
    answer([0, 7]);
    expect(tags.takenBack('d/1', GOOD_AT_MS)).toMatchObject({ value: null, quality: 'BAD_ANSWER' });
    expect(tags.get('d/1')).toMatchObject({ value: null, quality: 'BAD_ANSWER', lastGoodAtMs: null, raw: null });
    answer([0, 8], GOOD_AT_MS + 1000);
    tags.takenBack('d/1', GOOD_AT_MS + 2000);
    expect(tags.get('d/1')).toMatchObject({ lastGoodAtMs: GOOD_AT_MS + 1000 });
  });

  it('follows a tag from one block to another and back', () => {
    const { tags, answer, blockFrom } = table();
    const other = blockFrom(1);
    answer([0, 7]);
    answer([8], GOOD_AT_MS + 1000, other);
    expect(tags.get('d/1')).toMatchObject({ value: 8, lastGoodAtMs: GOOD_AT_MS + 1000, raw: [8] });
    answer([0, 101], GOOD_AT_MS + 2000);
    expect(tags.get('d/1')).toMatchObject({ value: null, quality: 'BAD_RANGE', lastGoodAtMs: GOOD_AT_MS + 1000, raw: [101] });
    answer([9], GOOD_AT_MS + 3000, other);
    expect(tags.get('d/1')).toMatchObject({ value: 9, quality: 'GOOD', lastGoodAtMs: GOOD_AT_MS + 3000 });
  });

  it('keeps what it knows of tags that did not change', () => {
    const { tags, answer } = table();
    answer([0, 7]);
    tags.configure([tag('d', 1, { periodMs: 1000, max: 100 }), tag('d', 2)]);
    expect(tags.get('d/1')?.value).toBe(7);
    tags.configure([tag('d', 1, { periodMs: 1000, scale: 2 })]);
    expect(tags.get('d/1')?.value).toBeNull();
    expect(tags.get('d/2')).toBeUndefined();
  });
});
