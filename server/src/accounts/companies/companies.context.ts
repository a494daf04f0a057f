import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/database.ts';
import type { Audit } from '../audit/audit.service.ts';

export interface CompaniesContext {
  readonly database: Database;
  readonly audit: Audit;
  /** What holds for companies without a sender, an address for answers or a link of their own. */
  readonly config: Pick<Config, 'mail' | 'contactUrl'>;
}
