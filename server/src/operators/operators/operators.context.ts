import type { Audit } from '../../accounts/index.ts';
import type { Database } from '../../core/db/database.ts';
import type { Mail } from '../../core/mail/index.ts';

export interface OperatorsContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Mail;
}
