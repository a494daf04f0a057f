import type { Audit } from '../../accounts/audit/index.ts';
import type { Gateway } from '../../core/stripe/index.ts';
import type { CustomersContext } from '../customers/index.ts';

export interface BillingDetailsContext extends CustomersContext {
  readonly gateway: Pick<Gateway, 'billingDetails' | 'customers' | 'mirror'>;
  readonly audit: Audit;
}
