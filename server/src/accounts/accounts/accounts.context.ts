import type { Database, Queryable } from '../../core/db/database.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { SignInPort } from '../ports.ts';

export interface AccountsContext {
  readonly database: Database;
  readonly audit: Audit;
  readonly accountPeople: Pick<SignInPort, 'endSessionsOfAccount'> & {
    /** Whether an account has operators. */
    hasOperators(on: Queryable, accountId: number): Promise<boolean>;
    findUserNames(on: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  };
}
