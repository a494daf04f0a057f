/** Texts about test sign-ins, in English. */
export const ssoTestsEn = {
  'ssoTest.incomplete': 'Save the provider’s address, the client ID and the client secret first.',
  'ssoTest.over': 'The test is over',
  'ssoTest.overText': 'You can close this window. The portal shows what the provider answered. Nobody was signed in.',
  'ssoPreview.unreadable': 'This is neither an ID token nor its claims as JSON.',
};
