/** Texts about accounts' own identity providers. Texts given by the specification are taken literally. */
export const externalProvidersEn = {
  'externalProviders.nameTaken': 'You have an identity provider of this name already.',
  'externalProviders.domainRequired': 'Domain is required',
  'externalProviders.domainOfEntraId':
    'Enter the first part of your tenant’s name: acme for acme.onmicrosoft.com. Your own mail domains are added after this.',
  'externalProviders.domainOfOpenId': 'Enter your company’s domain, such as acme.com.',
  'externalProviders.domainOfOkta':
    'Enter the first part of your organization’s address at Okta: acme for acme.okta.com.',
  'externalProviders.tenantRequired': 'Tenant ID is required for Entra ID',
  'externalProviders.tenantFormat':
    'The Tenant ID is not valid. It looks like 8c1f04e2-5b7d-4d39-a0c6-2e9b7f31d845; Entra ID shows it as ‘Directory (tenant) ID’.',
  'externalProviders.authorityRequired': 'Identity Provider URL is required',
  'externalProviders.authorityFormat': "The Identity Provider URL field isn't a correct https url address",
  'externalProviders.clientIdRequired': 'ClientId field is required for activate',
  'externalProviders.clientSecretRequired': 'ClientSecret field is required for activate',
  'externalProviders.secretCharacters':
    'The client secret has characters that no client secret has. Copy it once more.',
  'externalProviders.secretForAddress':
    'Enter the client secret too: the one that is saved is not sent to another address.',
  'externalProviders.productsUnknown': 'One of the products does not exist any more. Choose again.',
  'externalProviders.tooMany': 'An account has {most, number} identity providers at most. Delete one first.',
  'externalProviders.tooManyDomains': 'An identity provider has {most, number} mail domains at most. Remove one first.',
  'externalProviders.changedMeanwhile':
    'Somebody else changed this identity provider while you had it open. Reload the page to see the newer values; yours were not saved.',
  'externalProviders.noProvedDomain':
    'Prove that a mail domain is yours first: only then people are led to this identity provider.',
  'externalProviders.notTested':
    'These settings did not pass a test sign-in yet. Run one, or have them used without it.',
  'externalProviders.breakGlassRequired':
    'The owner needs a break-glass code before single sign-on can be required: it is the way in when the identity provider fails.',
  'externalProviders.lastDomain':
    'This is the only proved mail domain of an enabled identity provider. Disable the identity provider first.',
  'externalProviders.domainKnown': 'This mail domain is there already.',
  'externalProviders.domainPublic':
    'Anybody can have an address at {domain}, so it cannot lead to your identity provider.',
  'externalProviders.domainProved': 'The ownership of {domain} is proved already.',
  'externalProviders.domainOfOther':
    '{domain} leads to your identity provider ‘{provider}’ already. Remove it there first.',
  'externalProviders.domainOfOtherAccount':
    '{domain} leads to the identity provider of another account already. If that account is not yours, please contact us.',
} as const;
