import type { WireEntry } from '../../../contract/hub/exchange.ts';
import type { Share } from '../../../contract/hub/pairing.ts';
import type { StreamEnd, StreamName } from '../../../contract/hub/statement.ts';
import type { Sqlite } from '../../../db/open.ts';
import { auditEntries } from '../../audit/index.ts';

/** A message to the hub stays well below what it takes. */
const MOST_BYTES = 500_000;

/** A stream is one chain of all industries, so that nothing can be left out of it: it goes whole or not at all. */
const sharedStreams = (sqlite: Sqlite, share: Share): StreamName[] => {
  const others = sqlite.prepare('select count(*) from industry where id not in (select value from json_each(?))').pluck();
  if (others.get(JSON.stringify(share.industries)) !== 0) return [];
  return [
    ...(share.audit ? (['audit'] as const) : []),
    ...(share.alarms ? (['alarms'] as const) : []),
    ...(share.commands ? (['commands'] as const) : []),
    'counterEvents',
  ];
};

type Row = { seq: number; at: number; body: string; hash: Buffer };

/** Entries of a stream after a number, as many as fit into a message; none of a stream that is not shared. */
export const readEntries = (
  sqlite: Sqlite,
  share: Share,
  { stream, after, most }: { stream: StreamName; after: number; most: number },
): WireEntry[] => {
  if (!sharedStreams(sqlite, share).includes(stream)) return [];
  const found =
    stream === 'audit'
      ? auditEntries(sqlite, after, most)
      : (
          sqlite
            .prepare('select seq, at, body, hash from entry where stream = ? and seq > ? order by seq limit ?')
            .all(stream, after, most) as Row[]
        ).map((row) => ({ ...row, hash: row.hash.toString('hex') }));
  let bytes = 0;
  return found.filter(({ body }, place) => {
    bytes += body.length + 150;
    return place === 0 || bytes <= MOST_BYTES;
  });
};

export const streamEnds = (sqlite: Sqlite, share: Share): StreamEnd[] =>
  sharedStreams(sqlite, share).map((name) => {
    const last = sqlite.prepare('select seq, hash from entry where stream = ? order by seq desc limit 1');
    const end =
      name === 'audit'
        ? (sqlite.prepare('select id seq, hash from audit order by id desc limit 1').get() as
            | { seq: number; hash: string }
            | undefined)
        : (last.get(name) as Row | undefined);
    if (!end) return { name, last: 0, hash: '' };
    return { name, last: end.seq, hash: typeof end.hash === 'string' ? end.hash : end.hash.toString('hex') };
  });
