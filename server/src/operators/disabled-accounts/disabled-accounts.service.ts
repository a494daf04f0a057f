import { type Account, type disabledAccounts as endpoints, type ParsedRequestOf, paths } from '@portico/contract';
import {
  type AccountsContext,
  changeAccount,
  disableAccount,
  enableAccount,
  getAccount,
  mailAccountAdmins,
  OperatorsAccountError,
  type SignInPort,
} from '../../accounts/index.ts';
import { endAccountSubscriptions, restoreAccountSubscriptions } from '../../billing/index.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import type { Mail } from '../../core/mail/index.ts';
import { type Operations, runOperation } from '../../core/operations/index.ts';

export interface DisabledAccountsContext extends AccountsContext, Pick<SignInPort, 'endAccountSessions'> {
  readonly operations: Operations;
  readonly mail: Pick<Mail, 'enqueueMany'>;
}

type CallContext = DisabledAccountsContext & RequestContext;
type Disabling = ParsedRequestOf<typeof endpoints.disable>['body'];

/**
 * Locks the users of an account out until it is enabled again, from the next request on (OPR-3). Its subscriptions
 * continue, end with their paid periods or end now (OPR-14). @throws NotFoundError; OperatorsAccountError for the account
 * of operators; ChangeUnderWayError while subscriptions are being restored
 */
export async function disable(
  context: CallContext,
  id: number,
  { reason, subscriptions }: Disabling,
): Promise<Account> {
  const { accountPeople, session, actor, operations } = context;
  const userId = session.user.id;
  const made = await changeAccount(context, id, async (on) => {
    if (await accountPeople.hasOperators(on, id)) throw new OperatorsAccountError();
    if (!(await disableAccount(on, id, userId, reason))) return null;
    const ending = { accountId: id, userId, actor: { ...actor, accountId: id }, choice: subscriptions };
    const { operationId, hasSubscriptions } = await endAccountSubscriptions(on, ending);
    await mailAccountAdmins(context, on, id, ({ accountName }) => ({
      template: 'accountDisabled',
      data: { accountName, subscriptions: hasSubscriptions ? subscriptions : 'none' },
    }));
    return { kind: 'accountDisabled', detail: { reason, subscriptions }, operationId };
  });
  if (made?.operationId) await runOperation(operations, made.operationId);
  return getAccount(context, id);
}

/**
 * Lets the users of an account in again. Earlier sessions stay ended (OPR-3). Subscriptions that were canceled with the
 * account are restored (OPR-14). @throws NotFoundError; ChangeUnderWayError while subscriptions are being canceled
 */
export async function enable(context: CallContext, id: number): Promise<Account> {
  const { endAccountSessions, session, actor, operations } = context;
  const made = await changeAccount(context, id, async (on, { disabledAt }) => {
    await endAccountSessions(on, id);
    if (!disabledAt || !(await enableAccount(on, id))) return null;
    const restored = { accountId: id, userId: session.user.id, actor: { ...actor, accountId: id }, disabledAt };
    const operationId = await restoreAccountSubscriptions(on, restored);
    await mailAccountAdmins(context, on, id, ({ accountName }) => ({
      template: 'accountEnabled',
      data: { accountName, areSubscriptionsRestored: operationId !== undefined, path: paths.login },
    }));
    return { kind: 'accountEnabled', detail: {}, operationId };
  });
  if (made?.operationId) await runOperation(operations, made.operationId);
  return getAccount(context, id);
}
