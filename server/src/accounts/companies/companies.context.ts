import type { Config } from '../../core/config.ts';
import type { Database } from '../../core/db/database.ts';
import type { Audit } from '../audit/audit.service.ts';

export interface CompaniesContext {
  readonly database: Database;
  readonly audit: Audit;
  /** Defaults for brands without a sender, reply address or link of their own. */
  readonly config: Pick<Config, 'mail' | 'contactUrl'>;
}
