import type { RequestContext } from '../../http/request-context.ts';
import { isSecondFactorRequired, requireSecondFactor } from '../accounts/index.ts';
import type { SecondFactorContext } from './second-factor.context.ts';

type Asking = Pick<SecondFactorContext, 'database' | 'audit'> & RequestContext;

const answer = (tfaIsRequired: boolean) => ({ isError: false, data: { tfaIsRequired }, errors: [] });

/** Whether the account demands a second factor of its users (MFA-11). */
export async function getRequirement({ database, accountId }: Asking) {
  return answer(await isSecondFactorRequired(database.query, accountId));
}

/** Demands a second factor of all users of the account from their next sign-in on, or no longer (MFA-11). */
export async function saveRequirement({ database, accountId, audit, actor }: Asking, tfaIsRequired: boolean) {
  await database.transaction(async (transaction) => {
    if (!(await requireSecondFactor(transaction, accountId, tfaIsRequired))) return;
    const detail = { isRequired: tfaIsRequired };
    await audit.record({ ...actor, kind: 'secondFactorRequirementChanged', detail }, transaction);
  });
  return answer(tfaIsRequired);
}
