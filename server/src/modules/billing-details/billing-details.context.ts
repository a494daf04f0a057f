import type { Gateway } from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import type { CustomersContext } from '../customers/index.ts';

export interface BillingDetailsContext extends CustomersContext {
  readonly gateway: Pick<Gateway, 'billingDetails' | 'customers' | 'mirror'>;
  readonly audit: Audit;
}
