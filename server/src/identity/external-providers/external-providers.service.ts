import { randomBytes } from 'node:crypto';
import {
  type ExternalProvider,
  type ExternalProviderType,
  type externalProviders as endpoints,
  isAccountAdmin,
  maxExternalProviders,
  type ParsedRequestOf,
  type ResponseOf,
  signOnAddresses,
} from '@portico/contract';
import {
  ensureSsoKey,
  findAccountSignOn,
  findSignOnUser,
  lockAccountSignOn,
  updateSingleSignOnRequirement,
} from '../../accounts/index.ts';
import { liveSubscription } from '../../catalog/index.ts';
import { isUniqueViolation, type Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { localize } from '../../core/messages/index.ts';
import { insertDomain, listDomains } from './domains.queries.ts';
import type { ExternalProvidersContext } from './external-providers.context.ts';
import { assertFields, fieldError, tooManyProviders } from './external-providers.errors.ts';
import {
  countProviders,
  deleteProvider,
  findProvider,
  insertProvider,
  isRequired,
  listProviders,
  lockProvider,
  type ProviderRow,
  updateProvider,
} from './external-providers.queries.ts';
import { providerMailDomain, readConnection } from './external-providers.rules.ts';
import { presentProvider, presentRow } from './presentation.ts';
import { isPublicDomain } from './public-domains.ts';
import { newRecordValue } from './txt-record.ts';

/** Maximum changes per account and hour. Each adds an event to the audit log, which is never shortened. */
export const changeLimit = defineLimit('external-provider-change', 200, 60 * 60);

export type ProviderRequestContext = ExternalProvidersContext & RequestContext;

/** A random key for the address of a sign-in page or a provider. */
const newKey = () => randomBytes(12).toString('hex');

/** The account's identity providers, sorted by name (SSO-1). */
export async function listOwnProviders({
  database,
  accountId,
}: ProviderRequestContext): Promise<ResponseOf<typeof endpoints.list>> {
  const rows = await listProviders(database.query, accountId);
  const ids = rows.map(({ id }) => id);
  const domains = ids.length > 0 ? await listDomains(database.query, ids) : [];
  return { items: rows.map((row) => presentRow(row, domains)) };
}

/** @throws NotFoundError also for another account's provider */
export async function getProvider(context: ProviderRequestContext, id: number): Promise<ExternalProvider> {
  const row = await findProvider(context.database.query, context.accountId, id);
  if (!row) throw new NotFoundError();
  return present(context, context.database.query, row);
}

/** A provider as its page shows it, read within the transaction of its change. */
export async function present(
  { accountId, session, hasBreakGlassCode, countProviderSessions, publicUrl, config }: ProviderRequestContext,
  on: Queryable,
  row: ProviderRow,
): Promise<ExternalProvider> {
  const domains = await listDomains(on, [row.id]);
  const account = await findAccountSignOn(on, accountId);
  const hasCode = await hasBreakGlassCode(on, accountId);
  const connector = row.connectedBy === null ? undefined : await findSignOnUser(on, row.connectedBy);
  if (!account?.ssoKey) throw new Error(`Account ${accountId} has no sign-in page`);
  const { ssoKey } = account;
  return presentProvider(row, {
    domains,
    ssoKey,
    showsSecretEnd: isAccountAdmin(session.user) || session.user.isOperator,
    hasBreakGlassCode: hasCode,
    isConfirmedByOwner: connector?.isOwner === true,
    openSessions: await countProviderSessions(on, row.id, session.publicId),
    publicUrl,
    config,
  });
}

/**
 * Creates a disabled provider. If its domain can be a mail domain, adds that as unproved (SSO-1).
 * @throws InvalidInputError; ProviderConflictError; TooManyRequestsError
 */
export async function createProvider(
  context: ProviderRequestContext,
  { name, type, ...entered }: ParsedRequestOf<typeof endpoints.create>['body'],
): Promise<ExternalProvider> {
  const { database, accountId, audit, actor } = context;
  const { connection, problems } = readConnection(type, entered, 'validation.required');
  assertFields(problems);
  await changeLimit.take(database, accountId);
  return rejectTakenName(() =>
    database.transaction(async (transaction) => {
      await lockOwnAccount(transaction, accountId);
      if ((await countProviders(transaction, accountId)) >= maxExternalProviders) throw tooManyProviders();
      await ensureSsoKey(transaction, accountId, newKey());
      const row = await insertProvider(transaction, {
        accountId,
        key: newKey(),
        name,
        type,
        connectedBy: actor.userId,
        ...connection,
      });
      const domain = providerMailDomain(row);
      if (domain !== undefined && !isPublicDomain(domain))
        await insertDomain(transaction, { providerId: row.id, domain, recordValue: newRecordValue() });
      await audit.record({ ...actor, kind: 'identityProviderAdded', detail: providerAuditFacts(row) }, transaction);
      return present(context, transaction, row);
    }),
  );
}

/** Deactivates a provider, and ends the sessions that began with it, except the caller's. Other sign-in methods work again unless another provider requires single sign-on (SSO-15). @throws NotFoundError */
export async function deactivateProvider(context: ProviderRequestContext, id: number): Promise<ExternalProvider> {
  const { database, accountId, session, audit, actor, endProviderSessions } = context;
  await changeLimit.take(database, accountId);
  return database.transaction(async (transaction) => {
    const before = await lockOwnProvider(transaction, accountId, id);
    if (!before.isActive) return present(context, transaction, before);
    const row = { ...before, isActive: false, version: before.version + 1 };
    await updateProvider(transaction, row);
    await updateRequirement(transaction, accountId);
    const ended = await endProviderSessions(transaction, id, session.publicId);
    const detail = { ...providerAuditFacts(row), ended };
    await audit.record({ ...actor, kind: 'identityProviderDisabled', detail }, transaction);
    return present(context, transaction, row);
  });
}

/** Deletes a provider with its domains, identities and log, and ends the sessions that began with it, except the caller's (SSO-15). @throws NotFoundError */
export async function removeProvider(context: ProviderRequestContext, id: number): Promise<Record<never, never>> {
  const { database, accountId, session, audit, actor, endProviderSessions } = context;
  await changeLimit.take(database, accountId);
  await database.transaction(async (transaction) => {
    const row = await lockOwnProvider(transaction, accountId, id);
    const ended = await endProviderSessions(transaction, id, session.publicId);
    await deleteProvider(transaction, id);
    await updateRequirement(transaction, accountId);
    const detail = { ...providerAuditFacts(row), ended };
    await audit.record({ ...actor, kind: 'identityProviderDeleted', detail }, transaction);
  });
  return {};
}

/**
 * Links to each of the account's products through the account's sign-in page (SSO-17). Empty before the first
 * provider.
 */
export async function listProductLinks({
  database,
  accountId,
  catalog,
  holdings,
  publicUrl,
  locale,
}: ProviderRequestContext): Promise<ResponseOf<typeof endpoints.productLinks>> {
  const account = await findAccountSignOn(database.query, accountId);
  const { ssoKey } = account ?? {};
  if (!ssoKey) return { items: [] };
  const products = [...(await catalog.findProducts()).values()];
  const held = await holdings.forProducts(
    accountId,
    products.map(({ id }) => id),
  );
  const now = new Date();
  const page = `${publicUrl}${signOnAddresses.signIn.replace('{account}', ssoKey)}`;
  return {
    items: products.flatMap(({ id, displayName, url, urlCaption, retired, disabled, subscriptionIsRequired }) => {
      const isHeld = !subscriptionIsRequired || liveSubscription(held.get(id), now) !== undefined;
      if (!url || retired || disabled || !isHeld) return [];
      return {
        name: localize(displayName, locale),
        caption: urlCaption && localize(urlCaption, locale),
        productLink: `${page}?ReturnUrl=${encodeURIComponent(url)}`,
      };
    }),
  };
}

/** Locks the account, so that changes of its providers are serialized. */
async function lockOwnAccount(transaction: Queryable, accountId: number): Promise<void> {
  if (!(await lockAccountSignOn(transaction, accountId))) throw new NotFoundError();
}

/**
 * Locks the account and its provider for a change.
 * @throws NotFoundError also for another account's provider
 */
export async function lockOwnProvider(transaction: Queryable, accountId: number, id: number): Promise<ProviderRow> {
  await lockOwnAccount(transaction, accountId);
  const row = await lockProvider(transaction, accountId, id);
  if (!row) throw new NotFoundError();
  return row;
}

/** Stores whether the account requires single sign-on, in the transaction that changes it (SSO-11). */
export async function updateRequirement(transaction: Queryable, accountId: number): Promise<void> {
  await updateSingleSignOnRequirement(transaction, accountId, await isRequired(transaction, accountId));
}

/** @throws InvalidInputError if the account has another provider of that name (SSO-1) */
export async function rejectTakenName<Result>(change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    if (isUniqueViolation(error, 'external_providers_name_idx'))
      throw fieldError('name', 'externalProviders.nameTaken');
    throw error;
  }
}

/** The provider's facts in the audit log. */
export function providerAuditFacts({ id, name, type }: ProviderRow): {
  readonly providerId: number;
  readonly provider: string;
  readonly type: ExternalProviderType;
} {
  return { providerId: id, provider: name, type: type as ExternalProviderType };
}
