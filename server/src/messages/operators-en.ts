/** Texts of what operators do, in English. */
export const operatorsEn = {
  'accounts.hasOperators': 'Operators are users of this account. It cannot be disabled.',
  'companies.slugCharacters': 'Use letters, digits and hyphens, and begin with a letter or a digit.',
  'companies.slugReserved': 'The portal uses this word itself. Choose another one.',
  'companies.slugTaken': 'Another brand has this address. Choose another one.',
  'companies.color': 'Write the color as # and six digits or letters from A to F, such as #0b6e4f.',
  'companies.contactUrl': 'Write a web address that begins with https://, or a mail address after mailto:.',
  'companies.logo.format': 'This is not a PNG, JPEG, WebP or SVG picture that can be read.',
  'companies.logo.pixels': 'This picture has too many pixels. Choose one of at most 4,000 by 4,000.',
  'companies.logo.tooLarge': 'This file is too large. Choose one of at most 256 kB.',
  'companies.isDefault': 'Visitors see the default brand. It cannot be removed.',
  'companies.hasAccounts': 'There are accounts under this brand. Give them another one before you remove it.',
  'companies.unknown': 'There is no such brand any more. Choose another one.',
  'session.accountDisabled': 'Your account is disabled. Please contact us.',
  'acting.operator': 'Nobody can act as an operator.',
  'acting.cannotSignIn': 'This user cannot sign in at the moment, so nobody can act as this user.',
} as const;
