/** What is left to a user without the passkey that is to be removed. */
export interface RemainingMethods {
  readonly passkeysLeft: number;
  readonly hasPassword: boolean;
  readonly hasExternalLogins: boolean;
  /** Whether the account demands a second factor. */
  readonly isFactorRequired: boolean;
  /** Whether the user has a second factor that is no passkey. */
  readonly hasOtherFactor: boolean;
}

/** Why a passkey may not be removed: it is the last way in, or the last factor where the account demands one (PSK-8). Null where it may. */
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
