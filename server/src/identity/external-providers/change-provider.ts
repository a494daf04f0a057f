import type { ClaimMapping, ExternalProvider, ExternalProviderForm } from '@portico/contract';
import { changesBetween } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { listDomains } from './domains.queries.ts';
import { activationRefused, assertFields, changedMeanwhile } from './external-providers.errors.ts';
import { type ProviderRow, updateProvider } from './external-providers.queries.ts';
import { activationRefusal, isTestOutdated, missingCredentials } from './external-providers.rules.ts';
import {
  changeLimit,
  lockOwnProvider,
  type ProviderRequestContext,
  present,
  providerAuditFacts,
  rejectTakenName,
  updateRequirement,
} from './external-providers.service.ts';
import { sealSecret } from './sealed-secret.ts';
import { parseMappings } from './settings.ts';
import { isTestedDraft, readDraft } from './tested-draft.ts';

/** Number of characters shown at the end of a secret (SSO-4). */
const shownEnd = 4;

/** Saves the form. An active provider stays active, so the new settings must pass the same checks as `activateProvider`. @throws as `activateProvider` */
export function saveProvider(
  context: ProviderRequestContext,
  id: number,
  form: ExternalProviderForm,
): Promise<ExternalProvider> {
  return change(context, id, form, { activates: false });
}

/**
 * Saves the form and activates the provider, or does neither (SSO-13). @param form `withoutPassedTest` activates without a passed test of these settings
 * @throws NotFoundError also for another account's provider; InvalidInputError; ProviderConflictError; TooManyRequestsError
 */
export function activateProvider(
  context: ProviderRequestContext,
  id: number,
  form: ExternalProviderForm,
): Promise<ExternalProvider> {
  return change(context, id, form, { activates: true });
}

/** Saves a form that was made from the current version, and optionally activates the provider (SSO-10). */
async function change(
  context: ProviderRequestContext,
  id: number,
  form: ExternalProviderForm,
  { activates }: { readonly activates: boolean },
): Promise<ExternalProvider> {
  const { database, accountId, catalog } = context;
  await changeLimit.take(database, accountId);
  const products = await catalog.findProducts();
  assertProducts(form.claimMappings ?? [], products);
  return rejectTakenName(() =>
    database.transaction(async (transaction) => {
      const before = await lockOwnProvider(transaction, accountId, id);
      if (form.version !== undefined && form.version !== before.version) throw changedMeanwhile();
      const { row, hasNewSecret } = applyForm(context, before, form, activates);
      if (!(before.isActive && before.prohibitsOthers)) await assertWayBack(context, transaction, row);
      await updateProvider(transaction, row);
      // Changes to an active provider apply immediately, so its connection must have passed a test.
      if (row.isActive && !(before.isActive && row.revision === before.revision))
        await assertActivation(transaction, row, form.withoutPassedTest === true);
      await updateRequirement(transaction, accountId);
      await record(context, transaction, { before, row, hasNewSecret });
      return present(context, transaction, row);
    }),
  );
}

/** The row with the form's values. @throws InvalidInputError with all problems of its fields */
function applyForm(
  { config, session }: ProviderRequestContext,
  before: ProviderRow,
  form: ExternalProviderForm,
  activates: boolean,
): { readonly row: ProviderRow; readonly hasNewSecret: boolean } {
  const { connection, newSecret, problems } = readDraft(config, before, form);
  const hasNewSecret = newSecret !== '';
  const isActive = before.isActive || activates;
  assertFields({
    ...problems,
    ...(isActive && missingCredentials(connection.clientId, hasNewSecret || before.clientSecret !== null)),
  });
  const row = {
    ...before,
    ...connection,
    name: form.name,
    isActive,
    prohibitsOthers: form.prohibitOtherAuthentications,
    createsUsers: form.userCreation,
    claimMappings: form.claimMappings ?? parseMappings(before),
    version: before.version + 1,
    ...secretExpiry(before, form),
    ...(hasNewSecret && sealedSecretColumns(config.appSecret, before.key, newSecret)),
  };
  const isConnectedAnew = isTestOutdated(before, row, hasNewSecret);
  // An owner who saves the connection vouches for it (SSO-19).
  const connectedBy = isConnectedAnew || session.user.isOwner ? session.user.id : before.connectedBy;
  return {
    row: { ...row, connectedBy, ...(isConnectedAnew && nextRevision(config.appSecret, before, row)) },
    hasNewSecret,
  };
}

/** The next revision. It counts as tested if the same settings passed a test before they were saved (SSO-55). */
function nextRevision(appSecret: string, before: ProviderRow, row: ProviderRow) {
  const isTested = isTestedDraft(appSecret, before, row);
  const revision = before.revision + (before.testedDraft === null || isTested ? 1 : 2);
  return {
    revision,
    ...(isTested && { testedRevision: revision, testedAt: before.testedDraftAt }),
    testedDraft: null,
    testedDraftAt: null,
  };
}

function sealedSecretColumns(appSecret: string, key: string, secret: string) {
  return {
    clientSecret: sealSecret(appSecret, key, secret),
    // Too much of a short secret would be shown.
    clientSecretEnd: secret.length >= 4 * shownEnd ? secret.slice(-shownEnd) : '',
    clientSecretSavedAt: new Date(),
  };
}

/** A new expiry date restarts the warnings (SSO-16). */
function secretExpiry(before: ProviderRow, { secretExpiresOn }: ExternalProviderForm) {
  const day = secretExpiresOn === undefined ? before.secretExpiresOn : secretExpiresOn;
  return { secretExpiresOn: day, secretWarnings: day === before.secretExpiresOn ? before.secretWarnings : [] };
}

/** @throws InvalidInputError for unknown products (SSO-14) */
function assertProducts(mappings: readonly ClaimMapping[], products: ReadonlyMap<string, unknown>): void {
  const unknown = mappings.flatMap(({ products: ids }, index) => (ids.every((id) => products.has(id)) ? [] : [index]));
  assertFields(
    Object.fromEntries(
      unknown.map((index) => [`claimMappings.${index}.products`, 'externalProviders.productsUnknown']),
    ),
  );
}

/** @throws InvalidInputError if single sign-on would be required while the owner has no break-glass code (SSO-12) */
async function assertWayBack(
  { accountId, hasBreakGlassCode }: ProviderRequestContext,
  transaction: Queryable,
  { isActive, prohibitsOthers }: Pick<ProviderRow, 'isActive' | 'prohibitsOthers'>,
): Promise<void> {
  if (isActive && prohibitsOthers && !(await hasBreakGlassCode(transaction, accountId)))
    assertFields({ prohibitOtherAuthentications: 'externalProviders.breakGlassRequired' });
}

/** @throws ProviderConflictError, which rolls the transaction back, so that the provider stays unchanged (SSO-13) */
async function assertActivation(transaction: Queryable, row: ProviderRow, withoutPassedTest: boolean): Promise<void> {
  const domains = await listDomains(transaction, [row.id]);
  const hasProvedDomain = domains.some(({ provedAt }) => provedAt !== null);
  const refusal = activationRefusal(row, { hasProvedDomain, withoutPassedTest });
  if (refusal) throw activationRefused(refusal);
}

/** The fields that the audit log compares. Secrets are left out; a new secret is logged as a separate fact. */
function comparable(row: ProviderRow) {
  return {
    name: row.name,
    domain: row.domain,
    tenantId: row.tenantId,
    authority: row.authority,
    clientId: row.clientId,
    prohibitsOthers: row.prohibitsOthers,
    createsUsers: row.createsUsers,
    credentialsExpireOn: row.secretExpiresOn,
    claimMappings: parseMappings(row).map(
      ({ claim, value, role, products }) => `${claim} = ${value}: ${[...(role ? [role] : []), ...products].join(', ')}`,
    ),
  };
}

const comparedFields = [
  'name',
  'domain',
  'tenantId',
  'authority',
  'clientId',
  'prohibitsOthers',
  'createsUsers',
  'credentialsExpireOn',
  'claimMappings',
] as const;

async function record(
  { audit, actor }: ProviderRequestContext,
  transaction: Queryable,
  { before, row, hasNewSecret }: { before: ProviderRow; row: ProviderRow; hasNewSecret: boolean },
): Promise<void> {
  const facts = providerAuditFacts(row);
  const changes = changesBetween(comparable(before), comparable(row), comparedFields);
  if (Object.keys(changes).length > 0 || hasNewSecret) {
    const goesLive = row.isActive && before.isActive && row.revision !== before.revision;
    const detail = {
      ...facts,
      ...(hasNewSecret && { newCredentials: true }),
      ...(goesLive && { isTested: row.testedRevision === row.revision }),
      changes,
    };
    await audit.record({ ...actor, kind: 'identityProviderChanged', detail }, transaction);
  }
  if (row.isActive && !before.isActive) {
    const isTested = row.testedRevision === row.revision;
    await audit.record({ ...actor, kind: 'identityProviderEnabled', detail: { ...facts, isTested } }, transaction);
  }
}
