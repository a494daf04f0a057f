import type { Logger } from 'pino';
import type { RequestContext } from '../../http/request-context.ts';
import type { Person } from '../../http/session-context.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { CustomersContext } from '../customers/index.ts';
import type { FindDevicesInUse } from '../subscriptions/index.ts';

export interface PurchaseContext extends CustomersContext {
  readonly gateway: Gateway;
  readonly catalog: Pick<
    Catalog,
    'atThisVersion' | 'findByStripeCoupon' | 'findByStripePrice' | 'findCoupon' | 'findProducts' | 'resolveSelection'
  >;
  readonly audit: Audit;
  readonly logger: Pick<Logger, 'error'>;
  readonly findDevicesInUse: FindDevicesInUse;
}

/** A user who buys; the demo's history buys too. */
export type Buying = PurchaseContext & RequestContext<Person>;
