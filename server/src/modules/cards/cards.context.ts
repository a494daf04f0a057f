import type { Queryable } from '../../db/database.ts';
import type { Gateway } from '../../stripe/index.ts';
import type { Audit } from '../audit/index.ts';
import type { CustomersContext } from '../customers/index.ts';

export interface CardsContext extends CustomersContext {
  readonly gateway: Pick<Gateway, 'cards' | 'customers' | 'mirror'>;
  readonly audit: Audit;
  /** The cards that an account's subscriptions are charged to; null stands for its default card. */
  readonly listCardsInUse: (on: Queryable, accountId: number) => Promise<ReadonlySet<string | null>>;
}
