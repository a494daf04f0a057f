/** Texts about ways to sign in and the profile, in English. */
export const waysInEn = {
  'waysIn.last': 'This is your last way to sign in. Add a passkey or set a password before you remove it.',
  'passkeys.unnamed': 'Passkey',
  'passkeys.tooMany':
    'You have {most, plural, one {# passkey} other {# passkeys}}, which is the maximum. Remove one first.',
  'passkeys.known': 'This passkey was already added.',
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
  'externalLogins.unverified':
    '{provider} does not confirm the email address of your account. Type your address instead.',
  'session.emailNotConfirmed':
    'Confirm your email address first: we have just sent you another mail with a link. The links of earlier mails work too.',
  'session.emailNotConfirmedYet':
    'Confirm your email address first, with the link of any mail that we sent you. You can get another one in an hour.',
  'externalLogins.taken': 'This {provider} account is connected with another user.',
  'externalLogins.hasAnother': 'You have connected another {provider} account. Remove it first.',
  'externalLogins.signedOut': 'Your session has ended in the meantime. Sign in and connect {provider} again.',
  'link.expired': 'This link was already used, or is too old. Ask for a new one.',
  'link.wrongCode':
    'This code does not belong to this address, or it no longer works. Check both, or ask for a new mail.',
  'session.invalidCredentials': 'Incorrect user name or password.',
  'session.password.length': 'Password must contain at least 8 characters.',
  'session.password.lowercase': 'Password must contain a lowercase letter.',
  'session.password.uppercase': 'Password must contain an uppercase letter.',
  'session.password.digit': 'Password must contain a digit.',
  'session.password.special': 'Password must contain a special character.',
  'session.password.unique': 'Password must contain at least 2 different characters.',
  'session.password.tooLong': 'Password is too long.',
  'session.password.common': 'This password is too common: it is among the first that others would try.',
  'session.password.breached': 'This password is on a list of stolen passwords. Choose one that you use nowhere else.',
  'session.password.weak': 'This password is easy to guess. Add some unusual words or characters.',
  'session.password.weak.own':
    'This password is easy to guess: it is made of your name, address or account, or of the name of a product or company.',
  'session.password.weak.date': 'This password is easy to guess: it is made of a date or a year.',
  'session.password.weak.sequence': 'This password is easy to guess: it is a sequence, or a row of keys.',
  'session.password.weak.repeat': 'This password is easy to guess: it repeats itself.',
  'session.password.confirmation': 'The two passwords are not the same.',
  'session.taken': 'The {field} is already taken.',
  'session.challengeExpired': 'This sign-in took too long, or was ended. Please sign in again.',
  'secondFactor.wrongClock':
    'The clock of your phone is wrong. Set it to the automatic time, then enter the next code.',
  'secondFactor.invalidCode': 'The code is wrong or does not work any more.',
  'secondFactor.length': 'Length should be 6',
  'secondFactor.incorrectLength': 'Incorrect length',
  'secondFactor.noProvider': 'no selected provider',
  'secondFactor.required': 'Your account requires a second factor. Set up another method before you remove this one.',
  'session.tryAgain': 'Try again',
  'session.actingEnded.timeOver':
    'The 60 minutes in the other name are over, and you are yourself again. What was not saved was not kept.',
  'session.actingEnded.ended':
    'Acting as the other user has ended, and you are yourself again. What was not saved was not kept.',
  'session.actingAs': 'You are signed in as {name} ({account}).',
  'profile.wrongPassword': 'This is not your password.',
  'profile.loginAddress': 'A login with @ can only be your own email address.',
  'profile.emailTaken': 'Somebody else now uses this address.',
  'profile.alreadyJoined': 'This user has a password already.',
  'session.demonstration.owner': 'Owner',
  'session.demonstration.admin': 'Admin',
  'session.demonstration.user': 'User',
  'session.demonstration.readOnly': 'Read only',
  'session.demonstration.secondAccount': 'Second account',
  'session.demonstration.operator': 'Operator',
} as const;
