/** Texts of what operators do, in English. */
export const operatorsEn = {
  'accounts.hasOperators': 'Operators are users of this account. It cannot be disabled.',
  'session.accountDisabled': 'Your account is disabled. Please contact us.',
};
