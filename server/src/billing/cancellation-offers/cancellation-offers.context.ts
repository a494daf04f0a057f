import type { Catalog } from '../../catalog/index.ts';
import type { SubscriptionsContext } from '../subscriptions/subscriptions.context.ts';

export type CancellationOffersContext = SubscriptionsContext & {
  readonly catalog: Pick<Catalog, 'findOfferedCoupon'>;
};
