type Owned = {
  directory: { industries(): readonly { id: string }[] };
  users: { usersOf(industryId: string): readonly { permissions: ReadonlySet<string>; internal: boolean }[] };
};

/** Industries whose users look after the site: alarms about the server and its PC go there. */
export const siteOwners = ({ directory, users }: Owned): string[] =>
  directory
    .industries()
    .map(({ id }) => id)
    .filter((id) => users.usersOf(id).some(({ permissions, internal }) => permissions.has('SYSTEM') && !internal));
