/** Texts of what operators do, in English. */
export const operatorsEn = {
  'accounts.hasOperators': 'Operators are users of this account. It cannot be disabled.',
  'session.accountDisabled': 'Your account is disabled. Please contact us.',
  'acting.operator': 'Nobody can act as an operator.',
  'acting.cannotSignIn': 'This user cannot sign in at the moment, so nobody can act as this user.',
} as const;
