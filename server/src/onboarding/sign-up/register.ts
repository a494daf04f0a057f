import { hashChosenPassword, isAddressTaken } from '../../accounts/index.ts';
import { assertVisitorsQuote, PriceChangedError, priceForVisitor, visitorsCouponBlock } from '../../billing/index.ts';
import { isUniqueViolation } from '../../core/db/database.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import { findOperation, runOperation } from '../../core/operations/index.ts';
import type { RegisteringPurchase } from './form.ts';
import { notifyKnownAddress } from './known-address-notice.ts';
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

/** What became of a form so far. */
export interface RegistrationResult {
  /** Under way or settled; undefined where the address was known: its person is told by mail, and nothing is charged. */
  readonly registration: Registration | undefined;
  /** What a registration has to do that begins with this form; null where the form joinRegistration one. */
  readonly work: Work | null;
  /** When the address was looked up, in milliseconds of `performance.now()`. */
  readonly since: number;
}

/**
 * Registers (SIGN-15). The account, its owner, the customer at Stripe, the subscription, the order and the license come into being together, or none of
 * them does. Everything that can be judged without the address is judged before it is looked up: known and unknown ones are refused alike (SIGN-18).
 * @throws InvalidInputError by the form's names; PriceChangedError; InvalidCouponError; CardError; RegistrationsBlockedError; UnavailableError.
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
  const passwordHash = await hashPassword(input);
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

/** How a registration stands after its operation ran as far as it can. */
export async function runRegistration(
  { operations }: SignUpContext,
  { operationId }: Registration,
  options: { readonly abandon?: boolean } = {},
) {
  return operationId === null ? undefined : runOperation(operations, operationId, options);
}

/** @throws RegistrationsBlockedError after too many forms for an address, or while wrong coupons block the browser (SIGN-20). */
async function assertNotBlocked({ database }: SignUpContext, email: string, visitor: Visitor): Promise<void> {
  const block = await visitorsCouponBlock(database, visitor.key);
  if (block) throw new RegistrationsBlockedError(block);
  const key = hashEmail(email);
  await RegistrationsBlockedError.from(() => formsByEmail.take(database, key));
  await RegistrationsBlockedError.from(() => formsByEmailInAnHour.take(database, key));
}

/** The mail domain of an address, in lower case. */
export const parseMailDomain = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

const isOwn = ({ visitorHash }: Registration, { hash }: Visitor) => visitorHash.equals(hash);

/** A form that joinRegistration a registration, which took its time elsewhere. */
const joinRegistration = (registration: Registration): RegistrationResult => ({ registration, work: null, since: 0 });

/** Whether a registration made way for another form of its address: it waited for its cardholder, and is abandoned (SIGN-17). */
async function isAbandoned(context: SignUpContext, earlier: Registration): Promise<boolean> {
  const { operationId, accountId } = earlier;
  const operation =
    operationId && accountId ? await findOperation(context.database.query, operationId, accountId) : undefined;
  if (operation?.state !== 'requires_action') return false;
  return (await runRegistration(context, earlier, { abandon: true }))?.state === 'failed';
}

/** @throws PriceChangedError where something is due that was not quoted, or otherwise. */
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
  await assertVisitorsQuote(asking, productId, input, quote);
  return { ...purchase, productId, quote };
}

/** @throws InvalidInputError under the form's names (PWD-1 to PWD-4, PWD-9, SIGN-8). */
async function hashPassword({ form: { person }, company, identity }: RegistrationInput): Promise<string | null> {
  const { password, confirmPassword: confirmation, email, firstName, lastName, organization } = person;
  if (isVerified(person, identity) && password === '') return null;
  const own = [email, firstName, lastName, organization, company.name];
  try {
    return await hashChosenPassword({ password, confirmation, own });
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const { newPassword, newPasswordConfirmation } = error.propertyErrors ?? {};
    throw new InvalidInputError({
      ...(newPassword && { password: [...newPassword] }),
      ...(newPasswordConfirmation && { confirmPassword: [{ key: 'signUp.passwordsDiffer' }] }),
    });
  }
}

/** Writes everything that the registration is resumed by, and runs it. */
async function beginRegistration(
  context: SignUpContext,
  input: RegistrationInput,
  bought: PricedPurchase | null,
  { since, ...hashes }: { readonly passwordHash: string | null; readonly requestHash: Buffer; readonly since: number },
): Promise<RegistrationResult> {
  const { database } = context;
  const { email } = input.form.person;
  const { visitor } = input;
  // Its account invites its people itself: a second one is not made (SIGN-32).
  const organization = await context.findDomainAccount?.(parseMailDomain(email));
  const work = bought === null ? 'nothing' : bought.quote.amountDue > 0 ? 'paid' : 'free';
  try {
    const registration = await database.transaction(async (transaction) => {
      if (organization !== undefined || (await isAddressTaken(transaction, email))) throw new KnownAddressError();
      return storeRegistration(context, transaction, input, bought, hashes);
    });
    return { registration, work, since };
  } catch (error) {
    const isKnown = error instanceof KnownAddressError;
    if (!isKnown && !isUniqueViolation(error, 'sign_up_registrations_one_live_key')) throw error;
    // The same form may have come twice at once: the second one joins the first.
    const live = await findLiveRegistration(database.query, email);
    if (live && isOwn(live, visitor)) return joinRegistration(live);
    if (!live) await notifyKnownAddress(context, email, visitor.locale, organization);
    return { registration: undefined, work, since };
  }
}

/** The address is a user's, or is held for one. */
class KnownAddressError extends Error {
  override name = 'KnownAddressError';
}
