import pino from 'pino';
import type { Database } from '../../core/db/database.ts';
import { createOperations } from '../../core/operations/index.ts';
import { endAccountSessions } from '../../identity/index.ts';
import { hasOperators } from '../users/operators.queries.ts';
import { findUserNames } from '../users/users.queries.ts';
import type { AccountsContext } from './operators.service.ts';

/** What the module of accounts needs in a portal without billing and mail. */
export function createAccountParts(database: Database): Omit<AccountsContext, 'database' | 'audit'> {
  return {
    accountPeople: { hasOperators, findUserNames, endAccountSessions },
    operations: createOperations(database, pino({ level: 'silent' })),
    mail: { enqueueMany: async () => [] },
    endAccountSubscriptions: async () => ({ operationId: undefined, hasSubscriptions: false }),
    restoreAccountSubscriptions: async () => undefined,
  };
}
