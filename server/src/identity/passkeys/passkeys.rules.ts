/** The user's remaining methods without the passkey to be removed. */
export interface RemainingMethods {
  readonly passkeysLeft: number;
  readonly hasPassword: boolean;
  readonly hasExternalLogins: boolean;
  /** Whether the account requires a second factor. */
  readonly isFactorRequired: boolean;
  /** Whether the user has a second factor other than passkeys. */
  readonly hasOtherFactor: boolean;
}

/** Why a passkey may not be removed: it is the last sign-in method, or the last required factor (PSK-8). Null if it may. */
export function judgeRemoval({
  passkeysLeft,
  hasPassword,
  hasExternalLogins,
  isFactorRequired,
  hasOtherFactor,
}: RemainingMethods): 'lastWayIn' | 'lastFactor' | null {
  if (passkeysLeft > 0) return null;
  if (!hasPassword && !hasExternalLogins) return 'lastWayIn';
  return isFactorRequired && !hasOtherFactor ? 'lastFactor' : null;
}
