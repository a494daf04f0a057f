import type { Queryable } from '../../db/database.ts';
import { NotFoundError } from '../../http/app-error.ts';
import { type Gateway, isRefusal, type Operation, type OperationKind, type Performance } from '../../stripe/index.ts';
import type { Actor, Audit } from '../audit/index.ts';
import { TokenRefusedError } from './billing.errors.ts';
import type { BillingQueries } from './billing.queries.ts';

/** What is changed at Stripe for an account's customer and cards. The subject of a card's change is its payment method or its token. */
export const billingKinds = {
  customer: 'customer',
  addCard: 'card-add',
  addToken: 'card-token',
  makeDefault: 'card-default',
  deleteCard: 'card-delete',
} as const;

/** There is one customer an account. */
export const customerSubject = 'customer';

export interface CustomerRequest {
  readonly name: string;
  readonly email: string;
  readonly testClockId?: string;
}

export interface CardRequest {
  readonly customerId: string;
  readonly paymentMethodId: string;
  /** Whether it was asked to be the default card. */
  readonly makeDefault?: boolean;
}

export interface TokenRequest {
  readonly customerId: string;
  readonly token: string;
  readonly holder: { readonly name: string | null; readonly email: string | null };
  readonly makeDefault: boolean;
}

export interface CardOutcome {
  readonly paymentMethodId: string;
  readonly madeDefault: boolean;
}

interface Dependencies {
  readonly gateway: Gateway;
  readonly queries: BillingQueries;
  readonly audit: Audit;
}

/** Each is resumed by the worker wherever it stopped. */
export function createBillingOperations({ gateway, queries, audit }: Dependencies): OperationKind[] {
  const { customers, cards, mirror } = gateway;

  const recorded = (kind?: 'cardAdded' | 'cardDeleted') => async (transaction: Queryable, operation: Operation) => {
    if (operation.state !== 'succeeded') return;
    const { paymentMethodId, madeDefault } = operation.result as CardOutcome;
    const event = { ...(operation.actor as Actor), detail: { paymentMethodId } };
    if (kind) await audit.record({ ...event, kind }, transaction);
    if (madeDefault) await audit.record({ ...event, kind: 'cardMadeDefault' }, transaction);
  };

  async function setDefault(customerId: string, paymentMethodId: string, { step }: Performance): Promise<void> {
    const customer = await step(
      'default',
      (key) => customers.setDefaultPaymentMethod(customerId, paymentMethodId, key),
      async () => {
        const found = await customers.retrieve(customerId);
        return found.invoice_settings.default_payment_method === paymentMethodId ? found : undefined;
      },
    );
    await mirror.storeCustomer(customer);
  }

  /** The first card becomes the default one, also unasked. @returns whether it did. */
  async function setDefaultWhereWanted(
    { accountId, attempts }: Operation,
    request: { readonly customerId: string; readonly makeDefault?: boolean },
    paymentMethodId: string,
    performance: Performance,
  ): Promise<boolean> {
    const isWanted = request.makeDefault || 'default' in attempts || !(await queries.hasDefaultCard(accountId));
    if (isWanted) await setDefault(request.customerId, paymentMethodId, performance);
    return isWanted;
  }

  return [
    {
      kind: billingKinds.customer,
      async perform({ id, accountId, request }, { step }) {
        // Whoever asked may have looked before another operation made it.
        const { customerId } = await queries.findBillingAccount(accountId);
        if (customerId) return { state: 'succeeded', result: { customerId } };
        const wanted = { ...(request as CustomerRequest), accountId, operationId: id };
        const customer = await step(
          'customer',
          (key) => customers.create(wanted, key),
          () => customers.findMade(wanted),
        );
        await mirror.storeCustomer(customer);
        return { state: 'succeeded', result: { customerId: customer.id } };
      },
      async settled(transaction, operation) {
        if (operation.state !== 'succeeded') return;
        const { customerId } = operation.result as { customerId: string };
        await queries.keepCustomer(transaction, operation.accountId, customerId);
      },
    },
    {
      kind: billingKinds.addCard,
      settled: recorded('cardAdded'),
      async perform(operation, performance) {
        const request = operation.request as CardRequest;
        const { customerId, paymentMethodId } = request;
        const paymentMethod = await cards.retrieve(paymentMethodId);
        if (paymentMethod.customer !== customerId) throw new NotFoundError();
        await mirror.storePaymentMethod(paymentMethod);
        const madeDefault = await setDefaultWhereWanted(operation, request, paymentMethodId, performance);
        return { state: 'succeeded', result: { paymentMethodId, madeDefault } satisfies CardOutcome };
      },
    },
    {
      kind: billingKinds.addToken,
      settled: recorded('cardAdded'),
      async perform(operation, performance) {
        const request = operation.request as TokenRequest;
        const { customerId, token, holder } = request;
        const { step } = performance;
        let made: { readonly id: string };
        try {
          // One that belongs to nobody cannot be found: a lost one is never used, and its token then tells that it was used.
          made = await step(
            'method',
            (key) => cards.createFromToken(token, holder, key),
            async () => undefined,
          );
        } catch (error) {
          throw isRefusal(error) || error instanceof NotFoundError ? new TokenRefusedError() : error;
        }
        const paymentMethod = await step(
          'attach',
          (key) => cards.attach(made.id, customerId, key),
          async () => {
            const found = await cards.retrieve(made.id);
            return found.customer === customerId ? found : undefined;
          },
        );
        await mirror.storePaymentMethod(paymentMethod);
        const madeDefault = await setDefaultWhereWanted(operation, request, paymentMethod.id, performance);
        return {
          state: 'succeeded',
          result: { paymentMethodId: paymentMethod.id, madeDefault } satisfies CardOutcome,
        };
      },
    },
    {
      kind: billingKinds.makeDefault,
      settled: recorded(),
      async perform(operation, performance) {
        const { customerId, paymentMethodId } = operation.request as CardRequest;
        await setDefault(customerId, paymentMethodId, performance);
        return { state: 'succeeded', result: { paymentMethodId, madeDefault: true } satisfies CardOutcome };
      },
    },
    {
      kind: billingKinds.deleteCard,
      settled: recorded('cardDeleted'),
      async perform({ request }, { step }) {
        const { customerId, paymentMethodId } = request as CardRequest;
        const lookUp = async () => {
          const found = await cards.retrieve(paymentMethodId);
          return found.customer === null ? found : undefined;
        };
        try {
          await mirror.storePaymentMethod(await step('detach', (key) => cards.detach(paymentMethodId, key), lookUp));
        } catch (error) {
          if (!isRefusal(error)) throw error;
          // It belongs to nobody already: somebody else was quicker.
          const found = await lookUp();
          if (!found) throw error;
          await mirror.storePaymentMethod(found);
        }
        // Stripe forgets it as the default card as well.
        await mirror.refresh('customer', customerId);
        return { state: 'succeeded', result: { paymentMethodId, madeDefault: false } satisfies CardOutcome };
      },
    },
  ];
}
