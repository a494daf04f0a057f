import type { Locale, Subscription } from '@portico/contract';
import type { Database } from '../../db/database.ts';
import { NotFoundError } from '../../http/app-error.ts';
import { createLimit } from '../../http/limits.ts';
import type { Actor } from '../../http/request-context.ts';
import type { Person } from '../../http/session-context.ts';
import {
  ChangeUnderWayError,
  findLiveOperation,
  makeChange,
  type OperationState,
  type Operations,
  runOperation,
  statusOf,
} from '../../operations/index.ts';
import type { Ending } from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import { NotAllowedNowError } from './subscriptions.errors.ts';
import { type EndingRequest, type PayOutcome, type PayRequest, subscriptionKinds } from './subscriptions.operations.ts';
import type { SubscriptionQueries, SubscriptionRow } from './subscriptions.queries.ts';
import { endingAllowed } from './subscriptions.service.ts';

/** Cancellations and restorations that an account may make in an hour. */
const endingsAnHour = 60;

/** Invoices that an account may have charged or sent in an hour: each may try a card, or send a message. */
const collectionsAnHour = 20;

interface Dependencies {
  readonly database: Database;
  readonly queries: SubscriptionQueries;
  readonly operations: Operations;
  readonly audit: Audit;
  readonly describe: (row: SubscriptionRow, locale: Locale) => Promise<Subscription>;
}

/** Ends, restores and collects: each an operation at Stripe. */
export function createSubscriptionChanges({ database, queries, operations, audit, describe }: Dependencies) {
  const endingLimit = createLimit(database, 'subscription-ending', endingsAnHour, 3_600);
  const collectionLimit = createLimit(database, 'invoice-collection', collectionsAnHour, 3_600);

  async function find(accountId: number, id: number): Promise<SubscriptionRow> {
    const row = await queries.find(accountId, id);
    if (!row) throw new NotFoundError();
    return row;
  }

  /**
   * A change that waits for its card's holder is given up: what was asked last counts.
   * @param requireAllowed throws where that would be refused: then the change that waits goes on waiting.
   */
  async function abandonPendingAuthentication(
    { accountId, productId }: SubscriptionRow,
    requireAllowed: () => void,
    actor: Actor,
  ): Promise<void> {
    const live = await findLiveOperation(database.query, accountId, productId);
    if (live?.state !== 'requires_action') return;
    requireAllowed();
    await audit.record({ ...actor, kind: 'purchaseGivenUp', detail: { operationId: live.id, productId } });
    await runOperation(operations, live.id, { abandon: true });
  }

  /** @param endingOf what is asked of Stripe, by how the subscription ends now. */
  async function setEnding(
    session: Person,
    row: SubscriptionRow,
    endingOf: (row: SubscriptionRow) => Ending,
    isAllowed: (row: SubscriptionRow) => boolean,
    actor: Actor,
  ): Promise<OperationState> {
    const ending = endingOf(row);
    const cancels = ending === 'atPeriodEnd';
    function requireAllowed(now: SubscriptionRow | undefined): void {
      if (!now || !isAllowed(now))
        throw new NotAllowedNowError(cancels ? 'subscription.notCancelable' : 'subscription.notRestorable');
    }
    await endingLimit.take(String(session.account.id));
    await abandonPendingAuthentication(row, () => requireAllowed(row), actor);
    const request: EndingRequest = { subscriptionId: row.id, stripeSubscriptionId: row.stripeSubscriptionId, ending };
    let moved: SubscriptionRow | undefined;
    const change = {
      accountId: row.accountId,
      userId: session.user.id,
      kind: cancels ? subscriptionKinds.cancel : subscriptionKinds.restore,
      subject: row.productId,
      request,
      actor,
    };
    try {
      return await makeChange(operations, {
        ...change,
        check: async (transaction) => {
          const now = await queries.lock(transaction, row.accountId, row.id);
          requireAllowed(now);
          moved = now && endingOf(now) !== ending ? now : undefined;
          if (moved) throw new ChangeUnderWayError(undefined);
        },
      });
    } catch (error) {
      // Since it was looked at, it was set to end in another way, which is taken back in another way.
      if (moved) return setEnding(session, moved, endingOf, isAllowed, actor);
      throw error;
    }
  }

  async function present(state: OperationState, id: number, locale: Locale) {
    const subscription = await describe(await find(state.accountId, id), locale);
    return { operationId: state.id, status: statusOf(state), subscription };
  }

  return {
    /**
     * Has a subscription end with its paid period, or with its trial (spec 1 §4). What is owed stays owed.
     * @throws NotFoundError; NotAllowedNowError unless it runs and is not to end already; ChangeUnderWayError.
     */
    async cancel(session: Person, id: number, locale: Locale, actor: Actor) {
      const row = await find(session.account.id, id);
      const state = await setEnding(
        session,
        row,
        () => 'atPeriodEnd',
        (now) => endingAllowed(now).cancellationAllowed,
        actor,
      );
      return {
        ...(await present(state, id, locale)),
        needAdditionalActions: await queries.hasOpenInvoice(row.stripeSubscriptionId),
      };
    },

    /**
     * Takes a cancellation back, whoever set it (spec 1 §4).
     * @throws NotFoundError; NotAllowedNowError unless it runs and is to end; ChangeUnderWayError.
     */
    async restore(session: Person, id: number, locale: Locale, actor: Actor) {
      const row = await find(session.account.id, id);
      const state = await setEnding(
        session,
        row,
        ({ cancelAt, cancelAtPeriodEnd }) => (cancelAt && !cancelAtPeriodEnd ? 'onDateLifted' : 'lifted'),
        (now) => endingAllowed(now).restoreAllowed,
        actor,
      );
      return present(state, id, locale);
    },

    /**
     * Has an open invoice paid, or sent to its payer (spec 1 §7).
     * @throws NotFoundError; NotAllowedNowError unless it is open; CardError when the card is declined: it stays open; ChangeUnderWayError.
     */
    async sendToPay(session: Person, invoiceId: string, actor: Actor) {
      const invoice = await queries.findInvoice(session.account.id, invoiceId);
      if (!invoice) throw new NotFoundError();
      if (invoice.status !== 'open') throw new NotAllowedNowError('invoice.notPayable');
      await collectionLimit.take(String(session.account.id));
      const request: PayRequest = { invoiceId };
      const state = await makeChange(operations, {
        accountId: session.account.id,
        userId: session.user.id,
        kind: subscriptionKinds.pay,
        subject: invoiceId,
        request,
        actor,
      });
      const result = state.result as PayOutcome | null;
      const needsHolder = result?.outcome === 'holder';
      return {
        operationId: state.id,
        status: needsHolder ? ('requiresAction' as const) : statusOf(state),
        outcome: result ? (result.outcome === 'holder' ? ('requiresAction' as const) : result.outcome) : null,
        hostedInvoiceUrl: result?.hostedInvoiceUrl ?? null,
      };
    },
  };
}
