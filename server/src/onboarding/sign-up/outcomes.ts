import {
  locales,
  type PreloadedSignUp,
  providerId,
  purchaseSelection,
  type SignUpOutcome,
  shippingDetails,
  signUpLimits,
} from '@portico/contract';
import { z } from 'zod';
import { replaceBillingEmail } from '../../billing/index.ts';
import { presentUnit } from '../../catalog/index.ts';
import type { Queryable } from '../../core/db/database.ts';
import { enqueue, type JobDefinition } from '../../core/jobs/queue.ts';
import { localize } from '../../core/messages/index.ts';
import { findOutcome, markConfirmed, type Outcome, storeOutcome } from './outcomes.queries.ts';
import { findReceipt, type ReceiptContext } from './receipt.ts';
import type { SignUpContext } from './sign-up.context.ts';
import { resendPauseSeconds } from './sign-up.limits.ts';
import { isVerified, type PricedPurchase, type RegistrationInput } from './store-registration.ts';
import { describeVisitor, type Visitor } from './visitor.ts';

/** Hours for which a browser can see the outcome of its form (SIGN-50). */
const shownHours = 2;

const text = z.string();
/** The form as it was accepted, so that it can be sent again with a corrected address (SIGN-52). The password is hashed. */
const storedForm = z.object({
  person: z.record(z.enum(Object.keys(signUpLimits) as (keyof typeof signUpLimits)[]), text),
  purchase: z
    .object({
      selection: purchaseSelection,
      shippingDetails: shippingDetails.optional(),
      paymentMethodId: providerId.optional(),
    })
    .nullable(),
  passwordHash: text.nullable(),
  company: z.object({ id: z.int(), name: text }),
  productId: text.optional(),
  visit: text.optional(),
  locale: z.enum(locales),
});

interface Kept {
  readonly bought: PricedPurchase | null;
  readonly passwordHash: string | null;
  /** Null for a known address. */
  readonly accountId: number | null;
}

/** Records the outcome of a form. Known and unknown addresses get the same row, except for the account (SIGN-18). */
export async function recordOutcome(
  on: Queryable,
  { form: { person, purchase }, company, productId, identity, visitor, visit, redirectUrl }: RegistrationInput,
  { bought, passwordHash, accountId }: Kept,
): Promise<void> {
  const form: z.input<typeof storedForm> = {
    person: { ...person, password: '', confirmPassword: '' },
    purchase: purchase && { ...purchase, paymentMethodId: bought?.paymentMethodId },
    passwordHash,
    company: { id: company.id, name: company.name },
    productId,
    visit,
    locale: visitor.locale,
  };
  await storeOutcome(
    on,
    {
      visitorHash: visitor.hash,
      email: person.email,
      accountId,
      productId: productId ?? null,
      planId: bought?.quote.quoted.planId ?? null,
      isPaid: (bought?.quote.amountDue ?? 0) > 0,
      form,
      page: redirectUrl,
      confirmedAt: isVerified(person, identity) ? new Date() : null,
    },
    shownHours,
  );
}

/** The stored form with the outcome's address. @param from the browser that sends it again */
export function readStoredForm({ email, form, page }: Outcome, from: Pick<Visitor, 'hash' | 'address' | 'requestId'>) {
  const { person, purchase, passwordHash, locale, ...rest } = storedForm.parse(form);
  const input: RegistrationInput = {
    ...rest,
    form: {
      person: { ...(person as RegistrationInput['form']['person']), email },
      purchase: purchase && {
        selection: purchase.selection,
        shippingDetails: purchase.shippingDetails,
        paymentMethodId: purchase.paymentMethodId,
        cardToken: undefined,
        quoteId: undefined,
      },
    },
    productId: rest.productId,
    visit: rest.visit,
    identity: undefined,
    visitor: describeVisitor({ ...from, locale }),
    redirectUrl: page,
  };
  return { input, passwordHash };
}

/** The outcome of the browser's latest form; null if it is no longer shown. */
export async function describeOutcome(context: ReceiptContext, visitor: Visitor): Promise<PreloadedSignUp['outcome']> {
  const outcome = await findOutcome(context.database.query, visitor.hash);
  return outcome ? presentOutcome(context, outcome, visitor) : null;
}

async function presentOutcome(context: ReceiptContext, outcome: Outcome, { locale }: Visitor): Promise<SignUpOutcome> {
  const { email, sentAt, productId, planId, isPaid, confirmedAt } = outcome;
  const receipt = isPaid ? await findReceipt(context, outcome, locale) : null;
  const product = productId === null ? undefined : (await context.catalog.findProducts()).get(productId);
  const plan = product?.plans.find(({ id }) => id === planId);
  return {
    email,
    ...presentSending({ sentAt }),
    isConfirmed: confirmedAt !== null,
    isCorrectable: confirmedAt === null && (!isPaid || receipt !== null),
    product: product
      ? {
          id: product.id,
          name: localize(product.displayName, locale),
          logo64: product.logo64,
          unit: presentUnit(product, locale),
        }
      : null,
    plan:
      plan && (!isPaid || receipt)
        ? { name: localize(plan.name, locale), trialDays: plan.isTrial ? plan.trialDays : null }
        : null,
    receipt,
  };
}

/** When the latest mail was sent, and when the next one is allowed. */
export function presentSending({ sentAt }: Pick<Outcome, 'sentAt'>): Pick<SignUpOutcome, 'sentAt' | 'secondsLeft'> {
  const left = Math.ceil((sentAt.getTime() - Date.now()) / 1000) + resendPauseSeconds;
  return { sentAt: sentAt.toISOString(), secondsLeft: Math.min(Math.max(0, left), resendPauseSeconds) };
}

/**
 * Records that the form's sender confirmed the address.
 * @param to the address, which is not the outcome's if a later correction has not changed the account yet
 * @returns the success page, if it shows a paid order
 */
export async function recordConfirmation(
  transaction: Queryable,
  accountId: number,
  to: string,
): Promise<string | null> {
  const outcome = await markConfirmed(transaction, accountId, to);
  if (!outcome?.isPaid) return null;
  const { email: from } = storedForm.parse(outcome.form).person;
  if (from !== to) await enqueue<BillingEmailPayload>(transaction, billingEmailJob, { accountId, from, to });
  return outcome.page;
}

interface BillingEmailPayload {
  readonly accountId: number;
  readonly from: string;
  readonly to: string;
}

const billingEmailJob = { name: 'sign-up-billing-email', maxAttempts: 10 };

/** Sends the invoices of a paid order to its corrected address once that is confirmed. */
export function correctBillingEmailJob(context: SignUpContext): JobDefinition<BillingEmailPayload> {
  return { ...billingEmailJob, run: (payload) => replaceBillingEmail(context, payload) };
}
