/** A PostgreSQL without room, or that can only be read: whoever asks the hub is told so, a person too. */
import { describe, expect, it } from 'vitest';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { asOwner, rig, serveHub, url } from './wiredHub.ts';

const PASSWORD = 'seven quiet pumps under a bridge';

describe.skipIf(missingPostgres)(`a hub whose store takes nothing${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  serveHub();

  it.each([
    ['53100', { owner: [507, 'noRoom'], page: [507, 'noRoom'], api: [507, 507] }],
    ['25006', { owner: [503, 'hubReadOnly'], page: [503, 'hubReadOnly'], api: [503, 503] }],
  ] as const)('says which of the two it is (%s)', async (code, expected) => {
    const [username, next] = [`asha${code}`, `ravi${code}`];
    const person = (name: string) => ({ username: name, name, password: PASSWORD, isOwner: true });
    expect((await asOwner('POST', '/people', person(username))).status).toBe(200);
    await rig.asAdmin((admin) =>
      admin.query(`create function refuse() returns trigger language plpgsql as
          $$ begin raise exception using errcode = '${code}', message = 'refused'; end $$;
        create trigger refuse before insert on hub_session execute function refuse();
        create trigger refuse before insert on hub_user execute function refuse()`),
    );
    const answered = async (response: Response): Promise<[number, unknown]> => [
      response.status,
      ((await response.json()) as { code: unknown }).code,
    ];
    const owner = await asOwner('POST', '/people', person(next));
    expect([owner.status, owner.body.code]).toEqual(expected.owner);
    const body = JSON.stringify({ username, password: PASSWORD });
    expect(await answered(await fetch(`${url}/api/hub/fleet/login`, { method: 'POST', body }))).toEqual(expected.page);
    const headers = { LoginType: 'DEFAULT', username, password: PASSWORD };
    const { plant_id: plant } = await rig.asAdmin(async (admin) => {
      const { rows } = await admin.query<{ plant_id: number }>(
        `with plant as (insert into plant (site, name, key, epoch, state) values (gen_random_uuid(), 'P', '', 1, 'paired') returning plant_id)
         insert into hub_grant (user_id, plant_id, industry_id, role)
           select user_id, plant_id, 'DEMO', 'viewer' from plant, hub_user where username = $1 returning plant_id`,
        [username],
      );
      return rows[0] ?? { plant_id: 0 };
    });
    expect(plant).toBeGreaterThan(0);
    expect(await answered(await fetch(`${url}/api/user/user/login`, { headers }))).toEqual(expected.api);
    await rig.asAdmin((admin) => admin.query('drop function refuse cascade'));
    expect((await asOwner('POST', '/people', person(next))).status).toBe(200);
  });
});
