import type { Database, Queryable } from '../../core/db/database.ts';
import type { Audit } from '../audit/audit.service.ts';

export interface AccountsContext {
  readonly database: Database;
  readonly audit: Audit;
  /** Users come after accounts, so that these are given. */
  readonly accountPeople: {
    /** Whether users of an account are operators. */
    hasOperators(on: Queryable, accountId: number): Promise<boolean>;
    findUserNames(on: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
    /** Ends every session of an account's users. */
    endSessionsOfAccount(on: Queryable, accountId: number): Promise<void>;
  };
}
