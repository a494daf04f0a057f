import type { PortalModule } from '../../core/portal-module.ts';
import { deleteExpired } from './codes.queries.ts';
import { type SecondFactorRoutesContext, secondFactorRoutes } from './second-factor.routes.ts';
import { setupMinutes } from './setup.ts';

export { newRecoveryCode, readRecoveryCode } from './codes.ts';
export { findUsersWithFactors } from './enabled.queries.ts';
export { InvalidCodeError } from './second-factor.errors.ts';
export { selectUsersWithFactors as findSecondFactorUsers } from './second-factor.queries.ts';
export { removeSecondFactors } from './second-factor.service.ts';
export {
  type CodeOwner,
  type CodesContext,
  checkCodeForm,
  methodOfCode,
  noteRecoveryCodeUse,
  noteWrongCode,
  type ProvedFactor,
  proveFactor,
  sendSignInCode,
} from './sign-in-codes.ts';
export { describeFactors, secondFactorStateOf } from './state.ts';

/** Second factors: their methods, codes and recovery codes, and whether an account demands them. */
export function secondFactorModule(context: SecondFactorRoutesContext): PortalModule {
  return {
    routes: secondFactorRoutes(context),
    jobs: [
      {
        name: 'second-factor-purge',
        maxAttempts: 3,
        schedule: '*/15 * * * *',
        run: () => deleteExpired(context.database.query, setupMinutes),
      },
    ],
  };
}
