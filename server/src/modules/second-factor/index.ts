export { InvalidCodeError, NoMethodError } from './second-factor.errors.ts';
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
export { describeFactors, type SecondFactorState, secondFactorStateOf } from './state.ts';
