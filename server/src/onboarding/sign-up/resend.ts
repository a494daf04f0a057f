import { comparisonKey, type Locale, type ParsedRequestOf, type ResponseOf, type signUp } from '@portico/contract';
import {
  accessLinks,
  correctUnconfirmedOwner,
  deleteUnconfirmedAccount,
  findAccountBillingDetails,
  findPerson,
  findUnconfirmedOwners,
  isAddressFree,
  parseMailDomain,
  voidLinks,
} from '../../accounts/index.ts';
import { hasPaid } from '../../billing/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { blockedUntil } from '../../core/http/limits.ts';
import { enqueue, type JobDefinition } from '../../core/jobs/queue.ts';
import { findFirstDevice } from '../../licensing/index.ts';
import { assertHuman } from './captcha.ts';
import { notifyKnownAddress } from './known-address-notice.ts';
import { findOutcome, type Outcome, updateSentMail } from './outcomes.queries.ts';
import { presentSending, readStoredForm } from './outcomes.ts';
import { registerAgain } from './register.ts';
import { removalJob } from './settle.ts';
import type { SignUpContext } from './sign-up.context.ts';
import { RegistrationsBlockedError } from './sign-up.errors.ts';
import {
  formsByAddress,
  formsByAddressInAnHour,
  formsByEmail,
  formsByEmailInAnHour,
  hashEmail,
  lookupsByAddress,
  resendPauseSeconds,
  resendsByVisitor,
} from './sign-up.limits.ts';
import type { Visitor } from './visitor.ts';
import { createPlaceholder, mailConfirmationAgain } from './welcome.ts';

interface ResendPayload {
  /** SHA-256 of the browser's visitor cookie, in base64url. */
  readonly browser: string;
  readonly email: string;
  readonly address: string | null;
  readonly requestId: string;
}

const resendJob = { name: 'sign-up-again', maxAttempts: 10 };

/**
 * Whether the address is confirmed, and the first device. For a form that paid nothing, runs one statement, whether or
 * not the address was known (SIGN-18).
 * @throws NotFoundError if the outcome is no longer shown
 */
export async function watchConfirmation(
  { database }: Pick<SignUpContext, 'database'>,
  visitor: Visitor,
): Promise<ResponseOf<typeof signUp.watchConfirmation>> {
  await lookupsByAddress.take(database, visitor.addressKey);
  const outcome = await findOutcome(database.query, visitor.hash);
  if (!outcome) throw new NotFoundError();
  const { isPaid, accountId, confirmedAt } = outcome;
  const device = isPaid && accountId !== null ? await findFirstDevice(database.query, accountId) : undefined;
  return { isConfirmed: confirmedAt !== null, firstDevice: device?.name ?? null };
}

/**
 * Sends the confirmation mail again, or to a corrected address (SIGN-52). A job does everything that depends on the
 * address, so neither the answer nor its time reveals whether it is known.
 * @throws NotFoundError; TooManyRequestsError; RegistrationsBlockedError
 */
export async function sendConfirmation(
  context: SignUpContext,
  { email, reCaptchaToken }: ParsedRequestOf<typeof signUp.sendConfirmation>['body'],
  visitor: Visitor,
): Promise<ResponseOf<typeof signUp.sendConfirmation>> {
  const { database } = context;
  await assertAllowed(context, reCaptchaToken, visitor);
  if (!(await findOutcome(database.query, visitor.hash))) throw new NotFoundError();
  await assertFormAllowed(context, email, visitor);
  const { hash, address, requestId } = visitor;
  const sent = await database.transaction(async (transaction) => {
    const before = await findOutcome(transaction, hash);
    if (!before || before.confirmedAt) return before;
    const isSame = isSameAddress(before, email);
    if (!isSame && before.isPaid && before.accountId === null) throw new NotFoundError();
    const updated = await updateSentMail(transaction, hash, { email, pauseSeconds: isSame ? resendPauseSeconds : 0 });
    if (!updated) throw blockedUntil(before.sentAt.getTime() + resendPauseSeconds * 1000);
    if (!isSame && before.isPaid) await auditCorrection(context, transaction, before, visitor);
    const payload: ResendPayload = { browser: hash.toString('base64url'), email, address, requestId };
    await enqueue(transaction, resendJob, payload, { queue: `${resendJob.name}-${payload.browser}` });
    return updated;
  });
  if (!sent) throw new NotFoundError();
  return { email: sent.email, ...presentSending(sent) };
}

const isSameAddress = (outcome: Pick<Outcome, 'email'>, email: string) =>
  comparisonKey(outcome.email) === comparisonKey(email);

/**
 * Records the correction, even to another user's address, but without the address: the account's admins can read it.
 */
async function auditCorrection(
  { audit }: SignUpContext,
  transaction: Queryable,
  { accountId }: Outcome,
  { address, requestId }: Visitor,
): Promise<void> {
  await audit.record({ kind: 'registrationCorrected', accountId, address, requestId }, transaction);
}

async function assertAllowed(context: SignUpContext, captcha: string | undefined, visitor: Visitor): Promise<void> {
  const { database } = context;
  await RegistrationsBlockedError.from(() => formsByAddress.take(database, visitor.addressKey));
  await RegistrationsBlockedError.from(() => formsByAddressInAnHour.take(database, visitor.addressKey));
  await assertHuman(context, captcha, visitor);
}

/** Counts for the mail address only what a browser with a form sends. Otherwise anybody could block a stranger's sign-up. */
async function assertFormAllowed({ database }: SignUpContext, email: string, visitor: Visitor): Promise<void> {
  const key = hashEmail(email);
  await resendsByVisitor.take(database, visitor.key);
  await RegistrationsBlockedError.from(() => formsByEmail.take(database, key));
  await RegistrationsBlockedError.from(() => formsByEmailInAnHour.take(database, key));
}

/** Sends the mails of a resend. Only the job with the latest address sends any. */
export function resendConfirmationJob(context: SignUpContext): JobDefinition<ResendPayload> {
  return {
    ...resendJob,
    run: async ({ browser, email, address, requestId }) => {
      const hash = Buffer.from(browser, 'base64url');
      const outcome = await findOutcome(context.database.query, hash);
      if (!outcome || outcome.confirmedAt || outcome.email !== email) return;
      const { input, passwordHash } = readStoredForm(outcome, { hash, address, requestId });
      if (await hasOrder(context, outcome)) await resendForOrder(context, outcome, input.visitor.locale);
      else if (!(await resendToSameOwner(context, outcome))) await registerAgain(context, input, passwordHash);
    },
  };
}

/** Whether the account must stay, because it has paid (SIGN-49): with the form, or since then. */
async function hasOrder({ database }: SignUpContext, { isPaid, accountId }: Outcome): Promise<boolean> {
  if (isPaid || accountId === null) return isPaid;
  const { customerId } = await findAccountBillingDetails(database.query, accountId);
  return customerId !== null && hasPaid(database.query, customerId);
}

/**
 * For a form that paid nothing. A corrected address needs a new account, as it would if the first address had been
 * known.
 * @returns false if there is no account, or no longer one
 */
async function resendToSameOwner(context: SignUpContext, { accountId, email }: Outcome): Promise<boolean> {
  if (accountId === null) return false;
  return context.database.transaction(async (transaction) => {
    const owner = await lockUnconfirmedOwner(transaction, accountId);
    // Confirmed in the meantime, or not registered yet.
    if (!owner) return true;
    if (isSameAddress(owner, email)) {
      await mailConfirmationAgain(context, transaction, owner.id);
      return true;
    }
    const { customerId } = await findAccountBillingDetails(transaction, accountId);
    await deleteUnconfirmedAccount(transaction, accountId);
    if (customerId) await enqueue(transaction, removalJob, { customerId });
    return false;
  });
}

/**
 * For a paid order, whose account is kept. The owner loses the former address even if the corrected one is another
 * user's, so that nothing reveals whether it is known.
 */
async function resendForOrder(context: SignUpContext, { accountId, email }: Outcome, locale: Locale): Promise<void> {
  const { database, mail } = context;
  const organization = await context.findDomainAccount?.(parseMailDomain(email));
  const isKnown = await database.transaction(async (transaction) => {
    if (accountId === null) return true;
    const owner = await lockUnconfirmedOwner(transaction, accountId);
    if (!owner) return false;
    if (!isSameAddress(owner, email)) {
      await mail.forget(transaction, ...(await voidLinks(transaction, owner.id, ...accessLinks)));
      const isFree = organization === undefined && (await isAddressFree(transaction, email, owner.id));
      await correctUnconfirmedOwner(transaction, owner.id, isFree ? email : createPlaceholder());
      if (!isFree) return true;
    }
    await mailConfirmationAgain(context, transaction, owner.id);
    return false;
  });
  if (isKnown) await notifyKnownAddress(context, email, locale, { organization, hasOrder: accountId !== null });
}

async function lockUnconfirmedOwner(transaction: Queryable, accountId: number) {
  const id = (await findUnconfirmedOwners(transaction, [accountId], 'update')).get(accountId);
  return id === undefined ? undefined : findPerson(transaction, id);
}
