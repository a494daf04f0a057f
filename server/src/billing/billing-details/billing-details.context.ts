import type { Audit } from '../../accounts/index.ts';
import type { Gateway } from '../../core/stripe/index.ts';
import type { CustomersContext } from '../customers/customers.service.ts';

export interface BillingDetailsContext extends CustomersContext {
  readonly gateway: Pick<Gateway, 'billingDetails' | 'customers' | 'mirror'>;
  readonly audit: Audit;
}
