import { bindOperation } from '../../core/operations/index.ts';
import type { PortalModule } from '../../core/portal-module.ts';
import type { ClosingContactsContext } from './closing-contacts.ts';
import {
  cancelOperation,
  changeCardOperation,
  restoreOperation,
  takeBackOperation,
} from './subscriptions.operations.ts';
import { followMirror } from './subscriptions.projection.ts';
import { subscriptionRoutes } from './subscriptions.routes.ts';

/** The accounts' subscriptions. */
export function subscriptionsModule(
  context: ClosingContactsContext & Parameters<typeof followMirror>[0],
): PortalModule {
  followMirror(context);
  return {
    routes: subscriptionRoutes(context),
    operations: [
      bindOperation(context, cancelOperation),
      bindOperation(context, restoreOperation),
      bindOperation(context, changeCardOperation),
      bindOperation(context, takeBackOperation),
    ],
  };
}
