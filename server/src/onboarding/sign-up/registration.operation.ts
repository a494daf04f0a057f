import { findAccountBillingDetails, storeAccountCustomer } from '../../accounts/index.ts';
import { performPurchase } from '../../billing/index.ts';
import { NotFoundError } from '../../core/http/app-error.ts';
import { defineOperation, type OperationContext, type Performed } from '../../core/operations/index.ts';
import { CardError, isFinal } from '../../core/stripe/index.ts';
import {
  type RegistrationOperation,
  type RegistrationOutcome,
  registrationOutcome,
  registrationRequest,
} from './registration.schema.ts';
import { settleRegistered } from './settle.ts';
import type { SignUpContext } from './sign-up.context.ts';

type Outcome = RegistrationOutcome;

/** The account's only operation until it is settled. */
export const registrationSubject = 'registration';

/**
 * Creates a customer at Stripe and buys the quoted purchase, for an account that is still hidden (SIGN-15). The transaction that settles it opens the
 * account or deletes it.
 */
export const registrationOperation = defineOperation({
  kind: 'registration',
  request: registrationRequest,
  outcome: registrationOutcome,
  perform,
  settled: settleRegistered,
});

async function perform(
  context: SignUpContext,
  operation: RegistrationOperation,
  operationContext: OperationContext,
): Promise<Performed<Outcome>> {
  const { purchase } = operation.request;
  if (!purchase) return { state: 'succeeded', outcome: { purchase: null } };
  const customerId = await createCustomer(context, operation, operationContext);
  const paymentMethodId = await attachCard(context, operation, customerId, operationContext);
  const bought = await performPurchase(
    context,
    {
      ...operation,
      request: { ...purchase, customerId, paymentMethodId },
      outcome: operation.outcome?.purchase ?? null,
    },
    operationContext,
  );
  return { ...bought, outcome: { purchase: bought.outcome } };
}

/** The account's customer. It is stored before the purchase, so that Stripe's events find its account. */
async function createCustomer(
  { database, gateway }: SignUpContext,
  { id, accountId, request: { customer } }: RegistrationOperation,
  { step }: OperationContext,
): Promise<string> {
  const known = await findAccountBillingDetails(database.query, accountId);
  if (known.customerId) return known.customerId;
  const wanted = { ...customer, accountId, operationId: id };
  const made = await step(
    'customer',
    (key) => gateway.customers.create(wanted, key),
    () => gateway.customers.findMade(wanted),
  );
  await gateway.mirror.storeCustomer(made);
  await storeAccountCustomer(database.query, accountId, made.id);
  return made.id;
}

/**
 * Attaches the card and makes it the default. @returns its id; undefined without a card @throws CardError if the bank refuses it, or it does not
 * exist
 */
async function attachCard(
  { gateway }: SignUpContext,
  { state, request: { purchase } }: RegistrationOperation,
  customerId: string,
  { step }: OperationContext,
): Promise<string | undefined> {
  const { cards, customers, mirror } = gateway;
  try {
    const cardId = purchase?.paymentMethodId;
    if (!cardId || state === 'requires_action') return cardId;
    const attached = await step(
      'card',
      (key) => cards.attach(cardId, customerId, key),
      async () => {
        const found = await cards.retrieve(cardId);
        return found.customer === customerId ? found : undefined;
      },
    );
    await mirror.storePaymentMethod(attached);
    const changed = await step(
      'default-card',
      (key) => customers.setDefaultPaymentMethod(customerId, cardId, key),
      async () => {
        const found = await customers.retrieve(customerId);
        return found.invoice_settings.default_payment_method === cardId ? found : undefined;
      },
    );
    await mirror.storeCustomer(changed);
    return cardId;
  } catch (error) {
    // The card belongs to another customer, was used, or does not exist.
    if (error instanceof CardError || !isFinal(error)) throw error;
    throw new CardError({ key: error instanceof NotFoundError ? 'signUp.cardUnknown' : 'signUp.cardRefused' });
  }
}
