/** What the hub's tables held before a step, and what they answer after it. */
export type HubOldRows = {
  number: number;
  /** Rows as they were written before the step, in SQL; the plants 1 and 2 are there. */
  before: string;
  /** What questions answer after it, and after every later step. */
  after: Readonly<Record<string, readonly object[]>>;
};

/** One for every step but the first, before which there is no row; a step that has none here fails in tests/structure.test.ts. */
export const hubOldRows: readonly HubOldRows[] = [
  {
    number: 20,
    before: `insert into hub_user (username, name, password_hash, is_owner) values ('asha', 'Asha', 'hash', true), ('ravi', 'Ravi', 'hash', false);
      insert into hub_grant values (1, 1, 'DEMO', 'manager'), (2, 1, 'DEMO', 'viewer');
      insert into document values (1, 'unit', 'U1', 3, '{}', '\\x01', false);`,
    after: {
      'select username, is_owner, disabled from hub_user order by user_id': [
        { username: 'asha', is_owner: true, disabled: false },
        { username: 'ravi', is_owner: false, disabled: false },
      ],
      'select user_id, plant_id, role from hub_grant order by user_id': [
        { user_id: 1, plant_id: 1, role: 'manager' },
        { user_id: 2, plant_id: 1, role: 'viewer' },
      ],
      // what was sent before is no change: copies are filled whole when they are made
      'select (select count(*)::int from plant_change) changes, (select version from document) kept': [{ changes: 0, kept: 3 }],
    },
  },
  {
    number: 30,
    before: `insert into pairing_code values ('ABCD', '\\x02', now(), null);
      insert into statement values (1, 1, 7, now(), 'body', 'signed', 'receipt', true);
      update plant set epoch = 4, last_seq = 9 where plant_id = 2;`,
    after: {
      'select epoch, last_seq::int, share from plant order by plant_id': [
        { epoch: 1, last_seq: 0, share: null },
        { epoch: 4, last_seq: 9, share: null },
      ],
      // a code of before is for a new plant, in nobody's place
      'select code, replaces from pairing_code': [{ code: 'ABCD', replaces: null }],
      'select (select count(*)::int from replaced_key) keys, (select count(*)::int from replacement) asked, (select body from statement)':
        [{ keys: 0, asked: 0, body: 'body' }],
    },
  },
  {
    number: 40,
    before: `insert into plant_change values (1, 'unit', 0, nextval('plant_change_number'));
      insert into replaced_key values (1, 1, '\\x03', now(), 'statement', 'signed');`,
    after: {
      'select (select count(*)::int from proposal) proposals, (select number::int from plant_change), (select epoch from replaced_key)':
        [{ proposals: 0, number: 1, epoch: 1 }],
    },
  },
  {
    number: 50,
    before: `update plant set key = '\\x04' where plant_id = 1;
      insert into replaced_key values (1, 2, '\\x05', now(), 'statement', 'signed');`,
    after: {
      // a key of before is the only one of its plant
      "select encode(key, 'hex') key, old_key, old_key_until from plant order by plant_id": [
        { key: '04', old_key: null, old_key_until: null },
        { key: '', old_key: null, old_key_until: null },
      ],
      'select (select count(*)::int from rotated_key) rotated, (select epoch from replaced_key)': [{ rotated: 0, epoch: 2 }],
    },
  },
  {
    number: 60,
    before: `insert into rotated_key values (1, 1, '\\x06', '\\x07', now(), 'statement', 'signed');`,
    after: {
      // the key that the hub had before is its first
      'select (select count(*)::int from hub_key_rotation) rotated, (select number from rotated_key)': [
        { rotated: 0, number: 1 },
      ],
    },
  },
  {
    number: 70,
    before: `insert into hub_key_rotation values (1, now(), 'statement', 'signed'); update plant set name = 'Nashik' where plant_id = 2;`,
    after: {
      'select name, latitude, longitude from plant order by plant_id': [
        { name: 'plant 1', latitude: null, longitude: null },
        { name: 'Nashik', latitude: null, longitude: null },
      ],
    },
  },
  {
    number: 80,
    before: `update plant set latitude = 19.99, longitude = 73.79 where plant_id = 2;
      insert into document values (1, 'unit', 'U1', 3, '{}', '\\x01', false);`,
    after: {
      // all plants are on the first cluster, and none is on its way
      'select shard, latitude from plant order by plant_id': [
        { shard: 0, latitude: null },
        { shard: 0, latitude: 19.99 },
      ],
      'select (select count(*)::int from plant_gate) gates, (select count(*)::int from plant_move) moves': [
        { gates: 0, moves: 0 },
      ],
    },
  },
  {
    number: 90,
    before: `insert into plant_change values (1, 'unit', -1, 7), (1, '', 20000, 9);
      insert into statement values (1, 1, 8, now(), 'proved', 'signed', 'receipt', true), (1, 1, 9, now(), 'not yet', 'signed', 'receipt', false);
      insert into plant_gate values (2, true);`,
    after: {
      'select one, n.is_gone, n.newest::int, n.proved from generate_series(1, 3) one, plant_now(one) n order by one': [
        { one: 1, is_gone: false, newest: 9, proved: 'proved' },
        { one: 2, is_gone: true, newest: 0, proved: null },
        { one: 3, is_gone: false, newest: 0, proved: null },
      ],
    },
  },
  {
    number: 100,
    before: `insert into plant_change values (1, '', 20000, 4);
      insert into series values (1, 1, gen_random_uuid(), 'DEMO', 'U1', 'volume', 'counter', 'L');`,
    after: {
      // a plant that sent closed days alone has no slot of an open one
      'select (select count(*)::int from tick) ticks, (select number::int from plant_change), (select series_no from series)': [
        { ticks: 0, number: 4, series_no: 1 },
      ],
    },
  },
  {
    number: 110,
    before: `insert into tick values (1, 'DEMO', 5, 6, '{1}', '\\x08');
      insert into day_node values (1, 'DEMO', 20000, '\\x09', 1);`,
    after: {
      // which days differ is known from the next round on
      'select (select count(*)::int from unequal_day) unequal, (select slot from tick), (select day from day_node)': [
        { unequal: 0, slot: 5, day: 20_000 },
      ],
    },
  },
  {
    number: 120,
    before: `insert into unequal_day values (1, 'DEMO', 20000, '\\x0a');
      insert into entry values (1, 'audit', 1, 1, 5, 'body', '\\x0b');`,
    after: {
      // a stream of before is of the epoch in which it came
      'select (select count(*)::int from entry_old) aside, (select epoch from entry), (select day from unequal_day)': [
        { aside: 0, epoch: 1, day: 20_000 },
      ],
    },
  },
  {
    number: 130,
    before: `insert into entry_old values (1, 'audit', 1, 1, 5, 'body', '\\x0c');
      insert into block_old values (1, 1, 20000, 2, '\\x0d', null, now());`,
    after: {
      // months get the column with the table that they are parts of
      'select (select count(checksum)::int from block) checksums, (select revision from block_old), (select body from entry_old)':
        [{ checksums: 0, revision: 2, body: 'body' }],
    },
  },
];
