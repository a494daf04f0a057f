import { randomBytes } from 'node:crypto';
import {
  catalogId,
  type SignUpCoupon,
  type SignUpPreview,
  type SignUpSetupIntent,
  signUpPreviewInput,
  typedCoupon,
} from '@portico/contract';
import { z } from 'zod';
import { applyVisitorCoupon, InvalidCouponError, priceForVisitor, quoteMilliseconds } from '../../billing/index.ts';
import { RequestValidationError } from '../../core/http/validation.ts';
import { assertHuman } from './captcha.ts';
import { insertQuote } from './quotes.queries.ts';
import type { SignUpContext } from './sign-up.context.ts';
import { RegistrationsBlockedError } from './sign-up.errors.ts';
import {
  couponsByAddress,
  previewsByAddress,
  previewsByVisitor,
  setupsByAddress,
  setupsByVisitor,
  wrongCouponsByAddress,
} from './sign-up.limits.ts';
import type { Visitor } from './visitor.ts';
import { describeVisitorCard } from './visitor-cards.ts';

/** The query of a handler. */
interface Query {
  readonly coupon?: string | undefined;
  readonly product?: string | undefined;
  readonly reCaptchaToken?: string | undefined;
}

/**
 * The discount of a coupon, for `handler=CheckCoupon` (SIGN-10). @throws RequestValidationError unless a coupon can have the code; InvalidCouponError; CouponsBlockedError
 * after five wrong ones in a minute
 */
export async function checkCoupon(context: SignUpContext, query: Query, visitor: Visitor): Promise<SignUpCoupon> {
  const { database } = context;
  await couponsByAddress.take(database, visitor.addressKey);
  await assertHuman(context, query.reCaptchaToken, visitor);
  const { data, error } = z.object({ coupon: typedCoupon }).safeParse(query, { reportInput: true });
  if (!data) throw new RequestValidationError(error.issues, 'body');
  const asking = { ...context, visitorKey: visitor.key, locale: visitor.locale };
  try {
    return await applyVisitorCoupon(asking, data.coupon, catalogId.safeParse(query.product).data);
  } catch (error) {
    // Visitors with a new cookie for each guess are limited by their address.
    if (error instanceof InvalidCouponError)
      await RegistrationsBlockedError.from(() => wrongCouponsByAddress.take(database, visitor.addressKey));
    throw error;
  }
}

/** Begins adding a card that belongs to nobody until the registration attaches it, for `handler=SetupIntent` (CARD-9). */
export async function beginCard(context: SignUpContext, query: Query, visitor: Visitor): Promise<SignUpSetupIntent> {
  const { database, gateway } = context;
  await setupsByVisitor.take(database, visitor.key);
  await setupsByAddress.take(database, visitor.addressKey);
  await assertHuman(context, query.reCaptchaToken, visitor);
  const { clientSecret } = await gateway.cards.beginSetup();
  return { ClientSecret: clientSecret };
}

/**
 * Prices a selection and stores the quote for 30 minutes, for `handler=PreviewPurchase` (SIGN-11). @throws RequestValidationError; the errors of
 * `priceForVisitor`
 */
export async function previewPurchase(
  context: SignUpContext,
  query: Query,
  body: unknown,
  visitor: Visitor,
): Promise<SignUpPreview> {
  const { database } = context;
  await previewsByVisitor.take(database, visitor.key);
  await previewsByAddress.take(database, visitor.addressKey);
  const parsed = signUpPreviewInput.safeParse(body, { reportInput: true });
  if (!parsed.success) throw new RequestValidationError(parsed.error.issues, 'body');
  await assertHuman(context, query.reCaptchaToken, visitor);
  const { productId, ...input } = parsed.data;
  const asking = { ...context, visitorKey: visitor.key, locale: visitor.locale };
  const [{ estimate, ...priced }, card] = await Promise.all([
    priceForVisitor(asking, productId, input),
    describeVisitorCard(context, input.paymentMethodId),
  ]);
  const id = `quote_${randomBytes(16).toString('base64url')}`;
  const expiresAt = new Date(Date.now() + quoteMilliseconds);
  await insertQuote(database.query, { id, productId, expiresAt, ...priced });
  return {
    RecurringInvoiceDetails: estimate.recurringInvoiceDetails,
    SubscriptionUpdateInvoiceDetails: estimate.subscriptionUpdateInvoiceDetails,
    TaxTransactionId: id,
    ExpiresAt: expiresAt.toISOString(),
    NextPaymentDate: estimate.nextPaymentDate,
    RecurringCharges: estimate.recurringCharges,
    Card: card,
  };
}
