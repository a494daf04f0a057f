import { contract } from '@portico/contract';
import { createRouteBuilder, type Route } from '../../core/http/route.ts';
import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { ClosingContactsContext } from './closing-contacts.ts';
import { contactBeforeClosing } from './closing-contacts.ts';
import { endSubscriptionsOperation, restoreSubscriptionsOperation } from './disabled-account.operations.ts';
import { deleteOldContacts } from './retention.queries.ts';
import { cancelSubscription, previewRestoration, restoreSubscription } from './subscriptions.cancellation.ts';
import { changeCard } from './subscriptions.card-change.ts';
import { getSubscription } from './subscriptions.details.ts';
import { listSubscriptionEvents } from './subscriptions.events.ts';
import {
  cancelOperation,
  changeCardOperation,
  restoreOperation,
  takeBackOperation,
} from './subscriptions.operations.ts';
import { onSubscriptionsMirrored } from './subscriptions.projection.ts';
import { listSubscriptions, listSubscriptionsForProduct } from './subscriptions.service.ts';
import { takeBackChange } from './take-back-change.ts';

const { subscriptions } = contract;

function subscriptionRoutes(context: ClosingContactsContext): Route[] {
  const route = createRouteBuilder(context);
  return [
    route(subscriptions.list, ({ context, query }) => listSubscriptions(context, query)),
    route(subscriptions.listForProduct, ({ context, params, query }) =>
      listSubscriptionsForProduct(context, params.id, query),
    ),
    route(subscriptions.get, ({ context, params }) => getSubscription(context, params.id)),
    route(subscriptions.listEvents, ({ context, params }) => listSubscriptionEvents(context, params.id)),
    route(subscriptions.changeCard, ({ context, params, body }) =>
      changeCard(context, params.id, body.paymentMethodId),
    ),
    route(subscriptions.contactBeforeClosing, ({ context, params, body }) =>
      contactBeforeClosing(context, params.id, body),
    ),
    route(subscriptions.cancel, ({ context, params }) => cancelSubscription(context, params.id)),
    route(subscriptions.takeBackChange, ({ context, params }) => takeBackChange(context, params.id)),
    route(subscriptions.previewRestoration, ({ context, params }) => previewRestoration(context, params.id)),
    route(subscriptions.restore, ({ context, params }) => restoreSubscription(context, params.id)),
  ];
}

export function subscriptionsModule(
  context: ClosingContactsContext & Parameters<typeof onSubscriptionsMirrored>[0],
): PortalModule {
  onSubscriptionsMirrored(context);
  return {
    routes: subscriptionRoutes(context),
    jobs: [
      {
        name: 'closing-contacts-retention',
        maxAttempts: 3,
        schedule: '43 2 * * *',
        run: async () => void (await deleteOldContacts(context.database.query)),
      },
    ],
    operations: [
      bindOperation(context, cancelOperation),
      bindOperation(context, restoreOperation),
      bindOperation(context, changeCardOperation),
      bindOperation(context, takeBackOperation),
      bindOperation(context, endSubscriptionsOperation),
      bindOperation(context, restoreSubscriptionsOperation),
    ],
  };
}
