import { type ExternalProvider, type externalProviders as endpoints, paths, type ResponseOf } from '@portico/contract';
import { findAccountBrand, LinkExpiredError } from '../../accounts/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { defineLimit } from '../../core/http/limits.ts';
import type { RequestOrigin } from '../../core/http/request-origin.ts';
import { hashSecret, newSecret } from '../../core/secrets.ts';
import { consumeLink, type DomainRow, findDomainByLink, updateLink, updateProved } from './domains.queries.ts';
import type { ExternalProvidersContext } from './external-providers.context.ts';
import { domainProved } from './external-providers.errors.ts';
import { findProviderOfDomain } from './external-providers.queries.ts';
import {
  getProvider,
  lockOwnProvider,
  type ProviderRequestContext,
  providerAuditFacts,
} from './external-providers.service.ts';
import { type DomainChoice, findOwnDomain, rejectHeldDomain } from './mail-domains.service.ts';
import { domainAdminAddress } from './presentation.ts';

/** Maximum mails to domain administrators: per provider and hour, and per domain and day. */
const mailsOfProvider = defineLimit('external-provider-mail', 10, 60 * 60);
const mailsToDomain = defineLimit('external-provider-mail-domain', 5, 24 * 60 * 60);
/**
 * Maximum uses of links per IP address and hour. The tokens cannot be guessed; the limit protects the database from
 * load.
 */
const uses = defineLimit('external-provider-link', 300, 60 * 60);

/** Lifetime of a mailed link in seconds (SSO-7). */
const linkLife = 24 * 60 * 60;

type LinkAnswer = ResponseOf<typeof endpoints.domainLink>;

/**
 * Mails a link that proves ownership to admin@ the domain; the previous link stops working (SSO-7). @throws NotFoundError also for another account's domain;
 * ProviderConflictError; TooManyRequestsError
 */
export async function mailDomain(context: ProviderRequestContext, choice: DomainChoice): Promise<ExternalProvider> {
  const { database } = context;
  const { domain, provedAt } = await findOwnDomain(context, database.query, choice);
  if (provedAt !== null) throw domainProved(domain);
  await mailsOfProvider.take(database, choice.id);
  await mailsToDomain.take(database, domain);
  await queueMail(context, choice);
  return getProvider(context, choice.id);
}

async function queueMail(context: ProviderRequestContext, choice: DomainChoice): Promise<void> {
  const { database, accountId, mail, audit, actor, locale } = context;
  const token = newSecret();
  const expiresAt = new Date(Date.now() + linkLife * 1000);
  await database.transaction(async (transaction) => {
    const provider = await lockOwnProvider(transaction, accountId, choice.id);
    const row = await findOwnDomain(context, transaction, choice);
    const account = await findAccountBrand(transaction, accountId);
    if (!account) throw new NotFoundError();
    if (row.provedAt !== null) throw domainProved(row.domain);
    if (row.linkMessageId !== null) await mail.forget(transaction, row.linkMessageId);
    const linkMessageId = await mail.enqueue(transaction, {
      template: 'domainProof',
      data: {
        domain: row.domain,
        accountName: account.name,
        path: `${paths.externalProviderDomain}?language=${locale}#${token}`,
        hours: linkLife / 3600,
      },
      to: { address: domainAdminAddress(row.domain) },
      locale,
      companyId: account.companyId,
      accountId,
      expiresAt,
    });
    await updateLink(transaction, row.id, { linkHash: hashSecret(token), linkExpiresAt: expiresAt, linkMessageId });
    const detail = { ...providerAuditFacts(provider), domain: row.domain };
    await audit.record({ ...actor, kind: 'mailDomainAsked', detail }, transaction);
  });
}

interface Use {
  readonly token: string;
  readonly origin: RequestOrigin;
}

type LinkContext = Pick<ExternalProvidersContext, 'database' | 'audit' | 'mail'>;

/**
 * What a mailed link would prove. Does not use up the link, because mail programs open links too.
 * @throws LinkExpiredError
 */
export async function checkDomainLink({ database }: LinkContext, { token, origin }: Use): Promise<LinkAnswer> {
  await uses.take(database, origin.address ?? '');
  const found = await findDomainByLink(database.query, hashSecret(token));
  const account = found && (await findAccountBrand(database.query, found.accountId));
  if (!account) throw new LinkExpiredError();
  return { domain: found.domain, accountName: account.name, companyName: account.companyName };
}

/** Proves a mail domain by its mailed link, once (SSO-7). @throws LinkExpiredError; ProviderConflictError if the domain belongs to another provider; the link then stays valid */
export async function proveByLink(context: LinkContext, use: Use): Promise<LinkAnswer> {
  const { database } = context;
  const answer = await checkDomainLink(context, use);
  const found = await findDomainByLink(database.query, hashSecret(use.token));
  if (!found) throw new LinkExpiredError();
  await rejectHeldDomain({ database, accountId: found.accountId }, found.domain, () =>
    database.transaction(async (transaction) => {
      const taken = await consumeLink(transaction, hashSecret(use.token));
      if (!taken) throw new LinkExpiredError();
      await recordProof(context, transaction, taken, use);
    }),
  );
  return answer;
}

/** The event names the domain, because no user of the account acts here. */
async function recordProof(
  { audit, mail }: LinkContext,
  transaction: Queryable,
  { id, providerId, domain, linkMessageId }: DomainRow,
  { origin: { address, requestId } }: Use,
): Promise<void> {
  if (linkMessageId !== null) await mail.forget(transaction, linkMessageId);
  if (!(await updateProved(transaction, id, 'mail'))) return;
  const provider = await findProviderOfDomain(transaction, providerId);
  if (!provider) throw new LinkExpiredError();
  const actor = { accountId: provider.accountId, userId: null, realUserId: null, address, requestId };
  const detail = { ...providerAuditFacts(provider), domain, method: 'mail' };
  await audit.record({ ...actor, kind: 'mailDomainProved', detail }, transaction);
}
