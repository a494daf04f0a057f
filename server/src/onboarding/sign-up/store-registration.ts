import { createHash } from 'node:crypto';
import { comparisonKey, features } from '@portico/contract';
import { createAccount, insertNewUser, insertRegistrationDetails } from '../../accounts/index.ts';
import { InvalidCouponError, redeemCoupon } from '../../billing/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { beginOperation } from '../../core/operations/index.ts';
import { connectLoginOf } from '../../identity/index.ts';
import type { RegisteringPerson, RegisteringPurchase, RegistrationForm } from './form.ts';
import type { SignUpIdentity } from './identities.queries.ts';
import type { SignUpQuote } from './quotes.queries.ts';
import { registrationOperation, registrationSubject } from './registration.operation.ts';
import type { RegistrationRequest } from './registration.schema.ts';
import { insertRegistration, type Registration } from './registrations.queries.ts';
import type { SignUpContext } from './sign-up.context.ts';
import type { Visitor } from './visitor.ts';

/** A posted form, with what the portal knows about its visitor. */
export interface RegistrationInput {
  readonly form: RegistrationForm;
  readonly company: { readonly id: number; readonly name: string };
  readonly productId: string | undefined;
  readonly identity: SignUpIdentity | undefined;
  readonly visitor: Visitor;
  /** The visit of the sign-up, for the funnel. */
  readonly visit: string | undefined;
  /** Where the browser goes after success: the same for known and unknown addresses (SIGN-18). */
  readonly redirectUrl: string;
}

/** The purchase after checks and pricing. */
export interface PricedPurchase extends RegisteringPurchase {
  readonly productId: string;
  readonly quote: SignUpQuote;
}

/** Whether a provider vouches for the form's address. */
export function isVerified({ email }: Pick<RegisteringPerson, 'email'>, identity: SignUpIdentity | undefined): boolean {
  return identity !== undefined && comparisonKey(identity.email) === comparisonKey(email);
}

export async function storeRegistration(
  context: SignUpContext,
  transaction: Queryable,
  input: RegistrationInput,
  bought: PricedPurchase | null,
  { passwordHash, requestHash }: { readonly passwordHash: string | null; readonly requestHash: Buffer },
): Promise<Registration> {
  const { form, company, visitor, visit, redirectUrl } = input;
  const { email, organization } = form.person;
  const accountId = await createAccount(transaction, {
    companyId: company.id,
    name: organization,
    features: [...features],
    isRegistering: true,
  });
  await insertRegistrationDetails(transaction, accountId, form.person);
  const userId = await addOwner(transaction, accountId, input, passwordHash);
  const operation = await beginOperation(transaction, {
    accountId,
    userId,
    kind: registrationOperation.kind,
    subject: registrationSubject,
    request: createRequest(input, bought),
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
    visit: visit ?? null,
  });
}

/** Adds the owner, who cannot sign in before the registration is settled and the address is confirmed (SIGN-23). */
async function addOwner(
  transaction: Queryable,
  accountId: number,
  { form: { person }, identity, visitor }: RegistrationInput,
  passwordHash: string | null,
): Promise<number> {
  const { email, firstName, lastName, phone, comments } = person;
  const known = isVerified(person, identity) ? identity : undefined;
  const provedAt = known ? new Date() : null;
  const owner = { login: email, email, firstName, lastName, phone, comments };
  const userId = await insertNewUser(
    transaction,
    {
      ...owner,
      accountId,
      password: null,
      active: false,
      emailConfirmedAt: provedAt,
      emailProvedAt: provedAt,
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

function createRequest(
  { form: { person }, visitor }: RegistrationInput,
  bought: PricedPurchase | null,
): RegistrationRequest {
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
      acting: undefined,
    },
  };
}

/** Equal for equal forms. Leaves the password out, because a fast hash would reveal it. */
export function hashRequest({ form: { person, purchase }, company, productId }: RegistrationInput): Buffer {
  const { password: _password, confirmPassword: _confirmPassword, ...told } = person;
  const same = [company.id, productId, { ...told, email: comparisonKey(told.email) }, purchase];
  return createHash('sha256').update(JSON.stringify(same)).digest();
}
