import type { Database } from '../../db/database.ts';
import type { Mail } from '../../mail/index.ts';
import type { Audit } from '../audit/index.ts';

export interface OperatorsContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly mail: Mail;
}
