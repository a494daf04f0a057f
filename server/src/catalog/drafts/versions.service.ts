import type { catalogVersions as contract, ParsedRequestOf, ResponseOf } from '@portico/contract';
import { NotFoundError } from '../../core/http/app-error.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import { canonicalCatalog } from '../file/canonical.ts';
import { findDifferences } from '../file/differences.ts';
import { publishLimit } from '../plans.service.ts';
import { type PublicationState, retryPublication } from '../versions/publish.ts';
import { findNewestId, findVersion, type ListedVersion, listVersions } from '../versions/versions.queries.ts';
import { lockDraft, saveDraft } from './drafts.queries.ts';
import { type CallContext, openDraft } from './open-draft.ts';
import { presentDifferences, presentVersion } from './presentation.ts';

const maxShown = 500;

/** A page of the versions, the newest first (CAT-45). */
export async function listCatalogVersions(
  context: CallContext,
  query: ParsedRequestOf<typeof contract.versions>['query'],
): Promise<ResponseOf<typeof contract.versions>> {
  const { items, total } = await listVersions(context.database.query, query);
  return listAnswer(await presentVersions(context, items), total, query);
}

async function presentVersions({ database, findNamedUsers, locale }: CallContext, rows: readonly ListedVersion[]) {
  const ids = rows.flatMap(({ publishedBy }) => (publishedBy === null ? [] : [publishedBy]));
  const [names, sold] = await Promise.all([findNamedUsers(database.query, ids), findNewestId(database.query)]);
  return rows.map((row) => presentVersion(row, names, { locale, sold }));
}

/** A version, and what it changed in the version that it is based on. @throws NotFoundError */
export async function getCatalogVersion(
  context: CallContext,
  id: number,
): Promise<ResponseOf<typeof contract.version>> {
  const on = context.database.query;
  const version = await findVersion(on, id);
  if (!version) throw new NotFoundError();
  const before = version.basedOn === null ? undefined : await findVersion(on, version.basedOn);
  // Brands have their own pages.
  const isCompared = before !== undefined || version.basedOn === null;
  const sold = (definition: object | undefined) => canonicalCatalog({ ...definition, companies: undefined });
  const differences = isCompared ? findDifferences(sold(before?.definition), sold(version.definition)) : [];
  const [shown] = await presentVersions(context, [version]);
  return {
    ...(shown as Awaited<ReturnType<typeof presentVersions>>[number]),
    differences: presentDifferences(differences.slice(0, maxShown), context.locale),
    total: differences.length,
    isCompared,
  };
}

/** Retries the publication of a version. @throws the errors of `retryPublication` */
export async function retryPublish(context: CallContext, id: number): Promise<PublicationState> {
  await publishLimit.take(context.database, context.session.user.id);
  return retryPublication(context, id);
}

/** Turns an earlier version into the operator's draft (CAT-45). @throws NotFoundError */
export function restoreVersion(context: CallContext, id: number): Promise<{ revision: number }> {
  const { database, session } = context;
  return database.transaction(async (transaction) => {
    const version = await findVersion(transaction, id);
    if (!version) throw new NotFoundError();
    const { sold } = await openDraft(context, transaction, lockDraft);
    const definition = canonicalCatalog({ ...version.definition, companies: sold.definition.companies });
    return { revision: await saveDraft(transaction, session.user.id, { basedOn: sold.id, definition }) };
  });
}
