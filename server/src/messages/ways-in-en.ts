/** Texts of passkeys and of logins elsewhere, in English. */
export const waysInEn = {
  'waysIn.last': 'This is your last way to sign in. Add a passkey or set a password before you remove it.',
  'passkeys.unnamed': 'Passkey',
  'passkeys.tooMany':
    'You have {most, plural, one {# passkey} other {# passkeys}}, which is as many as one can have. Remove one first.',
  'passkeys.known': 'This passkey is there already.',
  'passkeys.notAdded': 'The passkey could not be added. Try again.',
  'passkeys.refused': 'This passkey was not accepted. Try again, or sign in another way.',
  'passkeys.lastFactor':
    'Your account demands a second factor, and this passkey is your only one. Set up another one before you remove it.',
  'externalLogins.gone': 'The visit to {provider} took too long, or was begun in another window. Try again.',
  'externalLogins.canceled': 'You canceled at {provider}. Nothing was changed.',
  'externalLogins.away': '{provider} is not responding right now. Try again in a moment, or sign in another way.',
  'externalLogins.refused': 'We could not verify what {provider} answered. Try again.',
  'externalLogins.unknown':
    'No user is connected with this {provider} account. Sign in another way, then connect {provider} in your profile.',
  'externalLogins.taken': 'This {provider} account is connected with another user.',
  'externalLogins.hasAnother': 'You have connected another {provider} account. Remove it first.',
  'externalLogins.signedOut': 'Your session has ended in the meantime. Sign in and connect {provider} again.',
} as const;
