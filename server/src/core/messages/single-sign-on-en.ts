/** Texts for users who sign in with their account's identity provider. */
export const singleSignOnEn = {
  'sso.continue': 'Continue',
  'sso.choose': 'Choose how to sign in to {account}',
  'sso.confirmEntry': 'Sign in to {account} with {provider}?',
  'sso.switch': 'You are signed in to {current}. Signing in to {account} ends that session.',
  'sso.signInWith': 'Sign in with {provider}',
  'sso.away': '{provider} is not responding right now. Try again in a few minutes.',
  'sso.canceled': 'You canceled at {provider}. You are not signed in.',
  'sso.gone': 'This sign-in took too long, was begun in another window, or is not offered any more. Sign in again.',
  'sso.personRefused': '{provider} does not let you use this portal. Ask your administrators to give you access there.',
  'sso.emailMissing': '{provider} did not send your email address. Ask your administrators to have it sent.',
  'sso.emailUnproved':
    'The email address that {provider} sent is not in a domain that your company has proved it owns. Ask your administrators to add it.',
  'sso.emailOfOtherAccount':
    'Your email address belongs to a user of another account here. Sign in there with your password.',
  'sso.personKnownOtherwise':
    'The user with your email address is linked to another person at {provider}. Your administrators were notified: ask them to unlink that user.',
  'sso.ownerUnconfirmed':
    'The account’s owner has not confirmed {provider} yet. Sign in with your password, open the provider’s page and save it once.',
  'sso.personUnknown': '{provider} knows you, but you have no user here yet. Ask your administrators to add you.',
  'sso.personDisabled': 'Your user may not sign in with {provider}. Ask your administrators to activate it.',
  'sso.refused':
    'You were not signed in: what {provider} answered could not be accepted. Your administrators see the reason with the identity provider, under Sign-ins.',
  'sso.breakGlassRefused': 'The login, the password or the code is not right, or single sign-on is not required here.',
  'sso.ownerCode': 'The account’s owner can sign in with the break-glass code meanwhile.',
  'sso.otherWays': 'You can sign in another way meanwhile.',
} as const;
