import { randomUUID } from 'node:crypto';
import type { Locale } from '@portico/contract';
import { secondsInDay } from 'date-fns/constants';
import {
  findAccountBrand,
  findPerson,
  issueLink,
  linkLifeSeconds,
  type Person,
  recordLinkMessage,
} from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { Database, Queryable } from '../../core/db/database.ts';
import type { Mail } from '../../core/mail/index.ts';
import { localize } from '../../core/messages/index.ts';
import { findLicense, listLicenseIds } from '../../licensing/index.ts';
import { confirmationReminders } from './sign-up.limits.ts';

interface WelcomeContext {
  readonly catalog: Pick<Catalog, 'findProducts'>;
  readonly mail: Pick<Mail, 'enqueue'>;
}

/** Days for which a new owner's confirmation link works. */
const confirmationDays = linkLifeSeconds.confirmSignUp / secondsInDay;

interface Welcome {
  readonly userId: number;
  /** The plan that was bought, if any. */
  readonly planId?: string | undefined;
  readonly productId: string | null;
}

/** Mails a new owner a welcome, with the confirmation link and their purchase (SIGN-22). */
export async function mailWelcome(
  context: WelcomeContext,
  transaction: Queryable,
  { userId, planId, productId }: Welcome,
): Promise<void> {
  const person = await findPerson(transaction, userId);
  const brand = person && (await findAccountBrand(transaction, person.accountId));
  if (!person || !brand) return;
  const locale = person.locale ?? 'en';
  const product = productId === null ? undefined : (await context.catalog.findProducts()).get(productId);
  const plan = product?.plans.find(({ id }) => id === planId);
  const [licenseId] = product ? await listLicenseIds(transaction, person.accountId, product.id) : [];
  const license = licenseId === undefined ? undefined : await findLicense(transaction, person.accountId, licenseId);
  await mailConfirmation(context, transaction, person, brand.companyId, {
    days: confirmationDays,
    createContent: (path, days) => ({
      template: 'welcome' as const,
      data: {
        accountName: person.isEmailConfirmed ? brand.name : null,
        login: person.login,
        product: product ? localize(product.displayName, locale) : null,
        plan: plan ? localize(plan.name, locale) : null,
        license: license?.number ?? null,
        path,
        days,
      },
    }),
  });
}

/**
 * Sends another confirmation link to an owner who signed in without confirming the address (SIGN-23). Former links stay valid (LINK-5). @returns false if
 * too many were sent
 */
export async function remindToConfirm(
  context: Pick<WelcomeContext, 'mail'> & { readonly database: Database },
  userId: number,
  days = confirmationDays,
): Promise<boolean> {
  const { database } = context;
  if (!(await confirmationReminders.tryTake(database, userId))) return false;
  await database.transaction((transaction) => mailConfirmationAgain(context, transaction, userId, days));
  return true;
}

/**
 * Mails another confirmation link; the caller limits how often. An owner whose address is being corrected gets none.
 */
export async function mailConfirmationAgain(
  context: Pick<WelcomeContext, 'mail'>,
  transaction: Queryable,
  userId: number,
  days = confirmationDays,
): Promise<void> {
  const person = await findPerson(transaction, userId);
  const brand = person && (await findAccountBrand(transaction, person.accountId));
  if (!person || !brand || isPlaceholder(person.email)) return;
  await mailConfirmation(context, transaction, person, brand.companyId, {
    days,
    createContent: (path, lifeDays) => ({
      template: 'confirmSignUp' as const,
      data: { login: person.login, path, days: lifeDays },
    }),
  });
}

const placeholderDomain = '@sign-up.invalid';

/** An address that nobody has, for an owner whose corrected address belongs to another user (SIGN-52). */
export const createPlaceholder = () => `${randomUUID()}${placeholderDomain}`;

const isPlaceholder = (email: string) => email.endsWith(placeholderDomain);

/**
 * Mails a confirmation link, or the sign-in page if the address is confirmed already. Before that, the mail contains no text of the visitor, because
 * the address may be a stranger's (SIGN-28).
 */
async function mailConfirmation<Template extends 'welcome' | 'confirmSignUp'>(
  { mail }: Pick<WelcomeContext, 'mail'>,
  transaction: Queryable,
  person: Person,
  companyId: number,
  {
    days,
    createContent,
  }: {
    /** Days for which the link works. */
    readonly days: number;
    readonly createContent: (
      path: string,
      days: number | null,
    ) => Pick<Parameters<Mail['enqueue']>[1], 'data'> & { template: Template };
  },
): Promise<void> {
  const { id, accountId, email, firstName, lastName } = person;
  const locale: Locale = person.locale ?? 'en';
  const name = `${firstName} ${lastName}`.trim();
  const to = person.isEmailConfirmed ? { address: email, name } : { address: email };
  const about = { to, locale, companyId, accountId };
  const defaultExpiry = new Date(Date.now() + days * secondsInDay * 1000);
  if (person.isEmailConfirmed) {
    await mail.enqueue(transaction, { ...createContent('/login', null), ...about, expiresAt: defaultExpiry } as never);
    return;
  }
  const lifeSeconds = days * secondsInDay;
  const link = await issueLink(transaction, { kind: 'confirmSignUp', userId: id, data: { email }, lifeSeconds });
  const content = createContent(link.path, days);
  const messageId = await mail.enqueue(transaction, { ...content, ...about, expiresAt: link.expiresAt } as never);
  await recordLinkMessage(transaction, link.token, messageId);
}
