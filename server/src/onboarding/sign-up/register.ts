import { hashChosenPassword, isAddressTaken, parseMailDomain } from '../../accounts/index.ts';
import { assertVisitorQuote, findVisitorCouponBlock, PriceChangedError, priceForVisitor } from '../../billing/index.ts';
import { isUniqueViolation, type Queryable } from '../../core/db/database.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import { findOperation, runOperation } from '../../core/operations/index.ts';
import type { RegisteringPurchase } from './form.ts';
import { notifyKnownAddress } from './known-address-notice.ts';
import { updateOutcomeAccount } from './outcomes.queries.ts';
import { recordOutcome } from './outcomes.ts';
import type { Work } from './pace.ts';
import { findQuote } from './quotes.queries.ts';
import { findLiveRegistration, type Registration } from './registrations.queries.ts';
import type { SignUpContext } from './sign-up.context.ts';
import { RegistrationsBlockedError } from './sign-up.errors.ts';
import { formsByEmail, formsByEmailInAnHour, hashEmail } from './sign-up.limits.ts';
import {
  hashRequest,
  isVerified,
  type PricedPurchase,
  type RegistrationInput,
  storeRegistration,
} from './store-registration.ts';
import type { Visitor } from './visitor.ts';
import { checkCard } from './visitor-cards.ts';

/** The current state of a form's registration. */
export interface RegistrationResult {
  /** In progress or settled; undefined if the address was known: its user gets a mail, and nothing is charged. */
  readonly registration: Registration | undefined;
  /** What the new registration does at Stripe; null if the form joined an existing one. */
  readonly work: Work | null;
  /** When the address was looked up, in milliseconds of `performance.now()`. */
  readonly since: number;
}

/**
 * Registers an account (SIGN-15). The account, its owner, customer, subscription, order and license are created together or not at all. Everything
 * that does not depend on the address is checked first, so known and unknown addresses are refused alike (SIGN-18). @throws InvalidInputError under
 * the form's names; PriceChangedError; InvalidCouponError; CardError; RegistrationsBlockedError; UnavailableError
 */
export async function register(context: SignUpContext, input: RegistrationInput): Promise<RegistrationResult> {
  const { database } = context;
  const { form, visitor } = input;
  const { email, organization } = form.person;
  await assertNotBlocked(context, email, visitor);
  const requestHash = hashRequest(input);
  const same = await findLiveRegistration(database.query, email);
  if (same && isOwn(same, visitor) && same.requestHash.equals(requestHash)) return joinRegistration(same);
  const checked = form.purchase ? await checkPurchase(context, form.purchase, input) : null;
  const passwordHash = await hashPassword(context, input);
  const holder = { name: organization, email };
  const bought = checked && {
    ...checked,
    paymentMethodId: await checkCard(context, checked, holder, requestHash),
  };
  const since = performance.now();
  const earlier = await findLiveRegistration(database.query, email);
  if (earlier && !(await isAbandoned(context, earlier)) && isOwn(earlier, visitor)) return joinRegistration(earlier);
  return beginRegistration(context, input, bought, { passwordHash, requestHash, since });
}

/** Runs the registration's operation as far as possible and returns its state. */
export async function runRegistration(
  { operations }: SignUpContext,
  { operationId }: Registration,
  options: { readonly abandon?: boolean } = {},
) {
  return operationId === null ? undefined : runOperation(operations, operationId, options);
}

/** @throws RegistrationsBlockedError after too many forms for an address, or while wrong coupons block the browser (SIGN-20) */
async function assertNotBlocked({ database }: SignUpContext, email: string, visitor: Visitor): Promise<void> {
  const block = await findVisitorCouponBlock(database, visitor.key);
  if (block) throw new RegistrationsBlockedError(block);
  const key = hashEmail(email);
  await RegistrationsBlockedError.from(() => formsByEmail.take(database, key));
  await RegistrationsBlockedError.from(() => formsByEmailInAnHour.take(database, key));
}

const isOwn = ({ visitorHash }: Registration, { hash }: Visitor) => visitorHash.equals(hash);

/** The result of a form that joined an existing registration, whose duration is not measured. */
const joinRegistration = (registration: Registration): RegistrationResult => ({ registration, work: null, since: 0 });

/**
 * Abandons an earlier registration that waits for its cardholder, in favor of a new form for the same address (SIGN-17). @returns whether it was
 * abandoned
 */
async function isAbandoned(context: SignUpContext, earlier: Registration): Promise<boolean> {
  const { operationId, accountId } = earlier;
  const operation =
    operationId && accountId ? await findOperation(context.database.query, operationId, accountId) : undefined;
  if (operation?.state !== 'requires_action') return false;
  return (await runRegistration(context, earlier, { abandon: true }))?.state === 'failed';
}

/** @throws PriceChangedError if the amount due differs from the quote, or was never quoted */
async function checkPurchase(
  context: SignUpContext,
  purchase: RegisteringPurchase,
  { productId, visitor }: RegistrationInput,
): Promise<PricedPurchase> {
  if (!productId) throw new InvalidInputError({ 'Purchase.Items': [{ key: 'signUp.productUnknown' }] });
  const { selection, shippingDetails, paymentMethodId, cardToken, quoteId } = purchase;
  const asking = { ...context, visitorKey: visitor.key, locale: visitor.locale };
  const input = { ...selection, shippingDetails, paymentMethodId: paymentMethodId ?? cardToken };
  if (quoteId === undefined) {
    const priced = await priceForVisitor(asking, productId, input);
    if (priced.amountDue > 0) throw new PriceChangedError();
    const { quoted, selectionHash, amountDue } = priced;
    const quote = { id: 'none', productId, quoted, selectionHash, amountDue, expiresAt: new Date(Date.now() + 60_000) };
    return { ...purchase, productId, quote };
  }
  const quote = await findQuote(context.database.query, quoteId);
  if (!quote || quote.productId !== productId) throw new PriceChangedError();
  await assertVisitorQuote(asking, productId, input, quote);
  return { ...purchase, productId, quote };
}

/** @throws InvalidInputError under the form's names (PWD-1 to PWD-4, PWD-9, SIGN-8) */
async function hashPassword(
  context: SignUpContext,
  { form: { person }, identity }: RegistrationInput,
): Promise<string | null> {
  const { password, confirmPassword: confirmation, email, firstName, lastName, organization } = person;
  if (isVerified(person, identity) && password === '') return null;
  const own = [email, firstName, lastName, organization];
  try {
    return await hashChosenPassword(context, { password, confirmation, own });
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const { newPassword, newPasswordConfirmation } = error.propertyErrors ?? {};
    throw new InvalidInputError({
      ...(newPassword && { password: [...newPassword] }),
      ...(newPasswordConfirmation && { confirmPassword: [{ key: 'signUp.passwordsDiffer' }] }),
    });
  }
}

interface Hashes {
  readonly passwordHash: string | null;
  readonly requestHash: Buffer;
}

/** Stores everything needed to resume the registration, and returns it. */
async function beginRegistration(
  context: SignUpContext,
  input: RegistrationInput,
  bought: PricedPurchase | null,
  { since, ...hashes }: Hashes & { readonly since: number },
): Promise<RegistrationResult> {
  const work = bought === null ? 'nothing' : bought.quote.amountDue > 0 ? 'paid' : 'free';
  const { passwordHash } = hashes;
  const keep: RecordOutcome = (on, accountId) => recordOutcome(on, input, { bought, passwordHash, accountId });
  const { registration, isJoined } = await storeUnlessKnown(context, input, bought, { ...hashes, keep });
  return registration && isJoined ? joinRegistration(registration) : { registration, work, since };
}

/** Records a form's outcome with its account; null for a known address. */
type RecordOutcome = (on: Queryable, accountId: number | null) => Promise<void>;

/**
 * Registers the sender of a stored form that paid nothing, with the address of its outcome (SIGN-52). A known address
 * gets the same mail as after a form.
 */
export async function registerAgain(
  context: SignUpContext,
  input: RegistrationInput,
  passwordHash: string | null,
): Promise<void> {
  const { purchase } = input.form;
  const bought = purchase && {
    ...(await checkPurchase(context, { ...purchase, quoteId: undefined }, input)),
    paymentMethodId: purchase.paymentMethodId,
  };
  const keep: RecordOutcome = async (on, accountId) => {
    if (accountId !== null) await updateOutcomeAccount(on, input.visitor.hash, accountId);
  };
  const hashes = { passwordHash, requestHash: hashRequest(input), keep };
  const { registration } = await storeUnlessKnown(context, input, bought, hashes);
  if (registration) await runRegistration(context, registration);
}

/**
 * @returns no registration for a known address, whose user gets a mail; `isJoined` if the same form began it
 * concurrently
 */
async function storeUnlessKnown(
  context: SignUpContext,
  input: RegistrationInput,
  bought: PricedPurchase | null,
  { keep, ...hashes }: Hashes & { readonly keep: RecordOutcome },
): Promise<{ registration: Registration | undefined; isJoined: boolean }> {
  const { database } = context;
  const { email } = input.form.person;
  const { visitor } = input;
  // An organization's account invites its own users, so no second account is created (SIGN-32).
  const organization = await context.findDomainAccount?.(parseMailDomain(email));
  try {
    const registration = await database.transaction(async (transaction) => {
      if (organization !== undefined || (await isAddressTaken(transaction, email))) throw new KnownAddressError();
      const registration = await storeRegistration(context, transaction, input, bought, hashes);
      await keep(transaction, registration.accountId);
      return registration;
    });
    return { registration, isJoined: false };
  } catch (error) {
    const isKnown = error instanceof KnownAddressError;
    if (!isKnown && !isUniqueViolation(error, 'sign_up_registrations_one_live_key')) throw error;
    // If the same form arrived twice concurrently, the second one joins the first.
    const live = await findLiveRegistration(database.query, email);
    if (live && isOwn(live, visitor)) return { registration: live, isJoined: true };
    await keep(database.query, null);
    if (!live) await notifyKnownAddress(context, email, visitor.locale, { organization });
    return { registration: undefined, isJoined: false };
  }
}

/** A user already has the address, or it is reserved for one. */
class KnownAddressError extends Error {
  override name = 'KnownAddressError';
}
