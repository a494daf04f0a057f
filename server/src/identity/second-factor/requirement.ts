import type { ParsedRequestOf, ResponseOf, secondFactor } from '@portico/contract';
import { isSecondFactorRequired, updateSecondFactorRequirement } from '../../accounts/index.ts';
import { listAnswer } from '../../core/http/list-answer.ts';
import type { RequestContext } from '../../core/http/request-context.ts';
import { countAffected, selectAffected } from './affected.queries.ts';
import type { SecondFactorContext } from './second-factor.context.ts';

type SecondFactorRequestContext = Pick<SecondFactorContext, 'database' | 'audit'> & RequestContext;

const answer = (tfaIsRequired: boolean) => ({ isError: false, data: { tfaIsRequired }, errors: [] });

/** Whether the account requires a second factor (MFA-11). */
export async function getRequirement({ database, accountId }: SecondFactorRequestContext) {
  return answer(await isSecondFactorRequired(database.query, accountId));
}

/** The users who would have to set up a second factor at the next sign-in (SET-7). */
export async function listAffected(
  { database, accountId }: SecondFactorRequestContext,
  page: ParsedRequestOf<typeof secondFactor.listAffected>['query'],
): Promise<ResponseOf<typeof secondFactor.listAffected>> {
  const [rows, { total, activeUsers }] = await Promise.all([
    selectAffected(database.query, accountId, page),
    countAffected(database.query, accountId),
  ]);
  const items = rows.map(({ id, name, login, last_login_at }) => ({
    id,
    name,
    login,
    lastLoginDate: last_login_at?.toISOString() ?? null,
  }));
  return { ...listAnswer(items, total, page), activeUsers };
}

/** Sets whether all users of the account need a second factor from their next sign-in on (MFA-11). */
export async function saveRequirement(
  { database, accountId, audit, actor }: SecondFactorRequestContext,
  tfaIsRequired: boolean,
) {
  await database.transaction(async (transaction) => {
    if (!(await updateSecondFactorRequirement(transaction, accountId, tfaIsRequired))) return;
    const changes = { secondFactorRequired: [!tfaIsRequired, tfaIsRequired] } as const;
    await audit.record({ ...actor, kind: 'secondFactorRequirementChanged', detail: { changes } }, transaction);
  });
  return answer(tfaIsRequired);
}
