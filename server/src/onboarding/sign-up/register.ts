import { createHash } from 'node:crypto';
import { features } from '@portico/contract';
import {
  createAccount,
  hashChosenPassword,
  insertNewUser,
  isAddressTaken,
  keepRegistrationDetails,
} from '../../accounts/index.ts';
import {
  assertVisitorQuote,
  InvalidCouponError,
  PriceChangedError,
  priceForVisitor,
  redeemCoupon,
  findVisitorCouponBlock,
} from '../../billing/index.ts';
import { isUniqueViolation, type Queryable } from '../../core/db/database.ts';
import { InvalidInputError } from '../../core/http/app-error.ts';
import { beginOperation, findOperation, runOperation } from '../../core/operations/index.ts';
import { connectLoginOf } from '../../identity/index.ts';
import type { RegisteringPerson, RegisteringPurchase, RegistrationForm } from './form.ts';
import type { SignUpIdentity } from './identities.queries.ts';
import { keyOfEmail } from './key-of-email.ts';
import { tellKnown } from './known.ts';
import type { Work } from './pace.ts';
import { findQuote, type SignUpQuote } from './quotes.queries.ts';
import { registrationOperation, registrationSubject } from './registration.operation.ts';
import type { RegistrationRequest } from './registration.schema.ts';
import { findLiveRegistration, insertRegistration, type Registration } from './registrations.queries.ts';
import type { SignUpContext } from './sign-up.context.ts';
import { RegistrationsBlockedError } from './sign-up.errors.ts';
import { formsByEmail, formsByEmailInAnHour } from './sign-up.limits.ts';
import type { Visitor } from './visitor.ts';
import { checkCard } from './visitor-cards.ts';

/** A form that a person posted, with what the portal knows besides. */
export interface Registering {
  readonly form: RegistrationForm;
  readonly company: { readonly id: number; readonly name: string };
  readonly productId: string | undefined;
  readonly identity: SignUpIdentity | undefined;
  readonly visitor: Visitor;
  /** The wizard, for the funnel. */
  readonly visit: string | undefined;
  /** Where the browser is led once it succeeded: the same for known and unknown addresses (SIGN-18). */
  readonly redirectUrl: string;
  readonly firstPage: string;
}

/** What was bought, checked and priced. */
interface Bought extends RegisteringPurchase {
  readonly productId: string;
  readonly quote: SignUpQuote;
}

/** What became of a form so far. */
export interface Registered {
  /** Under way or settled; undefined where the address was known: its person is told by mail, and nothing is charged. */
  readonly registration: Registration | undefined;
  /** What a registration has to do that begins with this form; null where the form joined one. */
  readonly work: Work | null;
  /** When the address was looked up, in milliseconds of `performance.now()`. */
  readonly since: number;
}

/**
 * Registers (SIGN-15). The account, its owner, the customer at Stripe, the subscription, the order and the license come into being together, or none of
 * them does. Everything that can be judged without the address is judged before it is looked up: known and unknown ones are refused alike (SIGN-18).
 * @throws InvalidInputError by the form's names; PriceChangedError; InvalidCouponError; CardError; RegistrationsBlockedError; UnavailableError.
 */
export async function register(context: SignUpContext, registering: Registering): Promise<Registered> {
  const { database } = context;
  const { form, visitor } = registering;
  const { email, organization } = form.person;
  await takeTurn(context, email, visitor);
  const requestHash = hashOfRequest(registering);
  const same = await findLiveRegistration(database.query, email);
  if (same && isOwn(same, visitor) && same.requestHash.equals(requestHash)) return joined(same);
  const checked = form.purchase ? await checkPurchase(context, form.purchase, registering) : null;
  const passwordHash = await hashPasswordOf(registering);
  const holder = { name: organization, email };
  const bought = checked && {
    ...checked,
    paymentMethodId: await checkCard(context, checked, holder, requestHash),
  };
  const since = performance.now();
  const earlier = await findLiveRegistration(database.query, email);
  if (earlier && !(await isReplaced(context, earlier)) && isOwn(earlier, visitor)) return joined(earlier);
  return begin(context, registering, bought, { passwordHash, requestHash, since });
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
async function takeTurn({ database }: SignUpContext, email: string, visitor: Visitor): Promise<void> {
  const block = await findVisitorCouponBlock(database, visitor.key);
  if (block) throw new RegistrationsBlockedError(block);
  const key = keyOfEmail(email);
  await RegistrationsBlockedError.from(() => formsByEmail.take(database, key));
  await RegistrationsBlockedError.from(() => formsByEmailInAnHour.take(database, key));
}

/** The mail domain of an address, in lower case. */
export const mailDomainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

const isOwn = ({ visitorHash }: Registration, { hash }: Visitor) => visitorHash.equals(hash);

/** A form that joined a registration, which took its time elsewhere. */
const joined = (registration: Registration): Registered => ({ registration, work: null, since: 0 });

/** Whether a registration made way for another form of its address: it waited for its cardholder, and is abandoned (SIGN-17). */
async function isReplaced(context: SignUpContext, earlier: Registration): Promise<boolean> {
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
  { productId, visitor }: Registering,
): Promise<Bought> {
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

/** @throws InvalidInputError under the form's names (PWD-1 to PWD-4, PWD-9, SIGN-8). */
async function hashPasswordOf({ form: { person }, company, identity }: Registering): Promise<string | null> {
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

/** Whether a provider vouches for the address of the form. */
export function isVerified({ email }: Pick<RegisteringPerson, 'email'>, identity: SignUpIdentity | undefined): boolean {
  return identity !== undefined && identity.email.toLowerCase() === email.toLowerCase();
}

/** Writes everything that the registration is resumed by, and runs it. */
async function begin(
  context: SignUpContext,
  registering: Registering,
  bought: Bought | null,
  { since, ...made }: { readonly passwordHash: string | null; readonly requestHash: Buffer; readonly since: number },
): Promise<Registered> {
  const { database } = context;
  const { email } = registering.form.person;
  const { visitor } = registering;
  // Its account invites its people itself: a second one is not made (SIGN-32).
  const organization = await context.accountOfDomain?.(mailDomainOf(email));
  const work = bought === null ? 'nothing' : bought.quote.amountDue > 0 ? 'paid' : 'free';
  try {
    const registration = await database.transaction(async (transaction) => {
      if (organization !== undefined || (await isAddressTaken(transaction, email))) throw new KnownAddressError();
      return write(context, transaction, registering, bought, made);
    });
    return { registration, work, since };
  } catch (error) {
    const isKnown = error instanceof KnownAddressError;
    if (!isKnown && !isUniqueViolation(error, 'sign_up_registrations_one_live_key')) throw error;
    // The same form may have come twice at once: the second one joins the first.
    const live = await findLiveRegistration(database.query, email);
    if (live && isOwn(live, visitor)) return joined(live);
    if (!live) await tellKnown(context, email, visitor.locale, organization);
    return { registration: undefined, work, since };
  }
}

/** The address is a user's, or is held for one. */
class KnownAddressError extends Error {
  override name = 'KnownAddressError';
}

async function write(
  context: SignUpContext,
  transaction: Queryable,
  registering: Registering,
  bought: Bought | null,
  { passwordHash, requestHash }: { readonly passwordHash: string | null; readonly requestHash: Buffer },
): Promise<Registration> {
  const { form, company, visitor, visit, redirectUrl, firstPage } = registering;
  const { email, organization } = form.person;
  const accountId = await createAccount(transaction, {
    companyId: company.id,
    name: organization,
    features: [...features],
    isRegistering: true,
  });
  await keepRegistrationDetails(transaction, accountId, form.person);
  const userId = await addOwner(transaction, accountId, registering, passwordHash);
  const operation = await beginOperation(transaction, {
    accountId,
    userId,
    kind: registrationOperation.kind,
    subject: registrationSubject,
    request: requestOf(registering, bought),
  });
  const promotionCodeId = bought?.quote.quoted.terms.promotionCodeId;
  if (promotionCodeId) {
    const redemption = { accountId, stripePromotionCodeId: promotionCodeId, operationId: operation.id };
    if (!(await redeemCoupon(transaction, redemption))) throw new InvalidCouponError('purchase.couponUsed');
  }
  await context.audit.record(
    {
      kind: 'registrationBegun',
      accountId,
      userId,
      detail: { operationId: operation.id, productId: bought?.productId ?? null },
      address: visitor.address,
      requestId: visitor.requestId,
    },
    transaction,
  );
  return insertRegistration(transaction, {
    accountId,
    operationId: operation.id,
    email,
    requestHash,
    visitorHash: visitor.hash,
    companyId: company.id,
    productId: bought?.productId ?? null,
    redirectUrl,
    firstPage,
    visit: visit ?? null,
  });
}

/** Adds the owner, who cannot sign in before the registration is settled and the address is confirmed (SIGN-23). */
async function addOwner(
  transaction: Queryable,
  accountId: number,
  { form: { person }, identity, visitor }: Registering,
  passwordHash: string | null,
): Promise<number> {
  const { email, firstName, lastName, phone, comments } = person;
  const known = isVerified(person, identity) ? identity : undefined;
  const owner = { login: email, email, firstName, lastName, phone, comments };
  const userId = await insertNewUser(
    transaction,
    {
      ...owner,
      accountId,
      password: null,
      active: false,
      emailConfirmedAt: known ? new Date() : null,
      locale: visitor.locale,
    },
    passwordHash,
  );
  if (known) {
    const { provider, issuer, subject } = known;
    await connectLoginOf(transaction, { userId, provider, issuer, subject, email: known.email });
  }
  return userId;
}

function requestOf({ form: { person }, visitor }: Registering, bought: Bought | null): RegistrationRequest {
  return {
    customer: {
      name: person.organization,
      email: person.email,
      purchaseOrder: person.orderNumber,
      language: visitor.locale,
    },
    purchase: bought && {
      quoteId: bought.quote.id,
      paymentMethodId: bought.paymentMethodId,
      formerPaymentMethodId: undefined,
      productId: bought.productId,
      quoted: bought.quote.quoted,
    },
  };
}

/** What makes two forms the same. The password is left out: a hash that is quickly made would give it away. */
function hashOfRequest({ form: { person, purchase }, company, productId }: Registering): Buffer {
  const { password: _password, confirmPassword: _confirmPassword, ...told } = person;
  const same = [company.id, productId, { ...told, email: told.email.toLowerCase() }, purchase];
  return createHash('sha256').update(JSON.stringify(same)).digest();
}
