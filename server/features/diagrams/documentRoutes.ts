import type { Permission } from '../../contract/permissions.ts';
import { listDocumentVersions, readDocumentVersion } from '../../contract/plant/documents.ts';
import type { Caller } from '../../core/caller.ts';
import { Failure } from '../../core/fail.ts';
import { requireFound } from '../../core/refusal.ts';
import { type Route, route } from '../../http/route.ts';
import type { StoredDocument, VersionedDocuments } from './model.ts';
import { SCADA } from './scada/service.ts';

/** Who edits a kind may look at what it was before, besides those with the settings. */
const editors: ReadonlyMap<string, Permission> = new Map([
  ['waterBalance', 'WATER_BALANCE_EDITOR'],
  [SCADA, 'SCADA_EDITOR'],
]);

const refuseOthers = ({ permissions }: Caller, kind: string): void => {
  const editor = editors.get(kind);
  if (permissions.has('ACCOUNT_SETTINGS') || (editor && permissions.has(editor))) return;
  throw new Failure('permission', `${editor ? `${editor} or ` : ''}ACCOUNT_SETTINGS is needed`);
};

type Head = Omit<StoredDocument, 'body'>;
const headOf = ({ kind, name, version, savedAtMs, savedBy }: Head, nameOf: NameOf) => ({
  kind,
  name,
  version,
  savedAt: new Date(savedAtMs).toISOString(),
  savedBy,
  savedByName: nameOf(savedBy) ?? null,
});

/** Login name of a user; undefined for one who is gone. */
export type NameOf = (userId: string) => string | undefined;

/** What documents were before they are what they are. */
export const documentRoutes = (documents: VersionedDocuments, nameOf: NameOf): Route[] => [
  route(listDocumentVersions)(async ({ params: { kind }, query: { name } }, { caller }) => {
    refuseOthers(caller, kind);
    return { versions: (await documents.history(caller.industryId, kind, name)).map((head) => headOf(head, nameOf)) };
  }),
  route(readDocumentVersion)(async ({ params: { kind, version }, query: { name } }, { caller }) => {
    refuseOthers(caller, kind);
    const number = /^[1-9]\d{0,8}$/.test(version) ? Number(version) : 0;
    const stored = requireFound(await documents.readVersion(caller.industryId, kind, name, number), 'version');
    return { ...headOf(stored, nameOf), body: stored.body };
  }),
];
