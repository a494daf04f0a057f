import type { Logger } from 'pino';
import type { Audit } from '../../accounts/index.ts';
import type { Catalog } from '../../catalog/index.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Person } from '../../core/http/session-context.ts';
import type { Mail } from '../../core/mail/index.ts';
import type { Gateway } from '../../core/stripe/index.ts';
import type { CustomersContext } from '../customers/customers.service.ts';
import type { LicensingPort } from '../ports.ts';

export interface PurchaseContext extends CustomersContext, Pick<LicensingPort, 'findDevicesInUse'> {
  readonly gateway: Gateway;
  readonly catalog: Pick<
    Catalog,
    | 'atThisVersion'
    | 'findByStripeCoupon'
    | 'findByStripePrice'
    | 'findSoldPrices'
    | 'findCoupon'
    | 'findProducts'
    | 'resolveSelection'
  >;
  readonly audit: Audit;
  readonly mail: Pick<Mail, 'enqueue'>;
  readonly logger: Pick<Logger, 'error'>;
}

/** For a user who buys, or the demo's history. */
export type BuyerContext = PurchaseContext & RequestContext<Person>;
