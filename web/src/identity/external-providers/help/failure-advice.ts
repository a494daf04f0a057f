import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { SsoFailure } from '@portico/contract';
import type { PlaceName } from './places.ts';

export interface Advice {
  /** The cause. `{speaker}` is the provider's name: 'Entra ID'. */
  cause: MessageDescriptor;
  /** What to do. */
  mend: MessageDescriptor;
  /** Where to click at the provider. */
  place?: PlaceName;
  /** The value to copy from the portal. */
  copies?: 'callbackUrl' | 'record';
}

const beforeSignIn = {
  domainNone: {
    cause: msg`The provider has no mail domain, so nobody would be redirected to it.`,
    mend: msg`Add the domain of your people’s addresses below under Mail domains, and prove it.`,
  },
  domainHeld: {
    cause: msg`The record is there, but the domain already belongs to another identity provider. A domain belongs to one provider only.`,
    mend: msg`Remove it from your other provider first. If the other account is not yours, ask the vendor.`,
  },
  domainMissing: {
    cause: msg`The domain does not have a TXT record with your value yet. DNS changes can take an hour to become visible everywhere.`,
    mend: msg`Add this record to the domain’s DNS, wait a few minutes and test again.`,
    copies: 'record',
  },
  domainUnreachable: {
    cause: msg`The DNS servers of the domain did not answer, so it is not known whether the record is there.`,
    mend: msg`Test again in a few minutes. If this continues, ask the administrator of your DNS.`,
  },
  addressNotAllowed: {
    cause: msg`The provider’s address is in a private network. For security reasons, the portal does not connect to it.`,
    mend: msg`Use an address that is reachable from the internet over https.`,
  },
  providerAway: {
    cause: msg`Nothing answered at the provider’s address, or it answered with an error.`,
    mend: msg`Check the address below under General. If it is right, look at the provider’s status page and test again.`,
  },
  providerTooSlow: {
    cause: msg`The provider did not answer within ten seconds.`,
    mend: msg`Test again in a few minutes. If this continues, your users would have to wait too: ask the provider’s administrator.`,
  },
  answerTooLarge: {
    cause: msg`The provider’s answer has more than 1 MB. A discovery document has a few kilobytes.`,
    mend: msg`Check the address below under General: a different service seems to answer there.`,
  },
  redirected: {
    cause: msg`The provider’s address redirects to another one. For security reasons, the portal does not follow.`,
    mend: msg`Enter the final address below under General, exactly as the provider states its issuer.`,
  },
  notOpenId: {
    cause: msg`Something answers at this address, yet not with the discovery document of OpenID Connect.`,
    mend: msg`Check the domain, the tenant or the provider’s URL below under General. Enter the URL without /.well-known/openid-configuration.`,
    place: 'issuer',
  },
  issuerDiffers: {
    cause: msg`The discovery document names an issuer that is not the address it was read from. Both have to be the same, to the last slash.`,
    mend: msg`Enter the issuer exactly as the provider states it.`,
    place: 'issuer',
  },
  keysMissing: {
    cause: msg`The provider’s list of signing keys is empty or could not be read, so its tokens could not be checked.`,
    mend: msg`Have the provider publish at least one RSA or EC key for signatures.`,
    place: 'keys',
  },
  algorithmNotAllowed: {
    cause: msg`The provider signs its tokens in a way that is not safe or not known here. RS256, PS256, ES256 and EdDSA are allowed.`,
    mend: msg`Set the signature of ID tokens to RS256.`,
    place: 'keys',
  },
  clockDiffers: {
    cause: msg`The provider’s clock and the portal’s are too far apart, so that tokens seem to be expired or not yet valid.`,
    mend: msg`Have the provider’s server set its clock from the network (NTP). The portal’s clock is set this way.`,
  },
} satisfies Partial<Record<SsoFailure, Advice>>;

const atSignIn = {
  redirectUriUnknown: {
    cause: msg({
      message:
        '{speaker} knows your application but not this address of the portal, so it refuses to send people back here. Nothing is wrong with the client ID or the secret.',
    }),
    mend: msg`Register this address`,
    place: 'redirect',
    copies: 'callbackUrl',
  },
  clientUnknown: {
    cause: msg({ message: '{speaker} has no application with the client ID that is saved here.' }),
    mend: msg`Copy the client ID of your application again, and save it below under General.`,
    place: 'client',
  },
  secretWrong: {
    cause: msg({
      message:
        '{speaker} knows the client ID, but not the secret. Often the ID of the secret was copied in place of its value, or the secret belongs to another application.',
    }),
    mend: msg`Make a new secret, copy its value, and save it below under General.`,
    place: 'secret',
  },
  secretExpired: {
    cause: msg({ message: 'The client secret worked once and has come to its end at {speaker}.' }),
    mend: msg`Make a new secret, and save it below under General with the date of its end.`,
    place: 'secret',
  },
  scopeRefused: {
    cause: msg({ message: '{speaker} does not let your application ask for the scopes openid, profile and email.' }),
    mend: msg`Allow these three scopes to the application.`,
    place: 'consent',
  },
  consentMissing: {
    cause: msg({ message: 'At {speaker}, an administrator has to agree to the application before people can use it.' }),
    mend: msg`Grant the administrator’s consent for everybody.`,
    place: 'consent',
  },
  personRefused: {
    cause: msg({
      message: '{speaker} did not let this person in: they are not assigned to the application, or a rule forbids it.',
    }),
    mend: msg`Assign the person, or a group that they are in, to the application.`,
    place: 'assignment',
  },
  canceled: {
    cause: msg`The sign-in was given up in the window.`,
    mend: msg`Test again, and sign in as one of your people would.`,
  },
  gone: {
    cause: msg`The window was opened, but no sign-in was completed within ten minutes. The provider may have shown an error there.`,
    mend: msg`Test again and read the message in the window. If it shows an error about the redirect address, register this one.`,
    place: 'redirect',
    copies: 'callbackUrl',
  },
  visitExpired: {
    cause: msg`More than ten minutes passed between leaving for the provider and coming back.`,
    mend: msg`Test again, and sign in without a long pause.`,
  },
  providerDisabled: {
    cause: msg`The provider was disabled during a sign-in.`,
    mend: msg`Enable it again, or let the person sign in another way.`,
  },
  stateWrong: {
    cause: msg`The answer came without the cookie that the test began with: from another browser, or cookies are blocked.`,
    mend: msg`Test again in one browser, in which cookies of the portal are allowed.`,
  },
} satisfies Partial<Record<SsoFailure, Advice>>;

const afterSignIn = {
  signatureWrong: {
    cause: msg`The ID token is not signed with a key that the provider publishes, so its origin is unknown.`,
    mend: msg`Test again: keys may just have changed. If this continues, a proxy in between may be changing the responses.`,
    place: 'keys',
  },
  audienceWrong: {
    cause: msg`The ID token was made for another client ID than the one that is saved here.`,
    mend: msg`Compare the client ID below under General with that of your application.`,
    place: 'client',
  },
  issuerWrong: {
    cause: msg`The ID token names an issuer that is not this provider.`,
    mend: msg`Compare the address below under General with the issuer that the provider states.`,
    place: 'issuer',
  },
  tenantWrong: {
    cause: msg`The person who signed in belongs to another tenant, such as a personal Microsoft account.`,
    mend: msg`Sign in with an account of your own tenant, or correct the tenant ID below under General.`,
    place: 'client',
  },
  nonceWrong: {
    cause: msg`The ID token belongs to another sign-in. A browser or a proxy cached it, or somebody copied it.`,
    mend: msg`Test again in a new private window.`,
  },
  tokenExpired: {
    cause: msg`The ID token was past its end when it arrived.`,
    mend: msg`Have the provider’s server set its clock from the network (NTP), and test again.`,
  },
  emailMissing: {
    cause: msg({
      message: '{speaker} reported who signed in, but no email address. The portal needs it to know its users.',
    }),
    mend: msg`Have the claim email put into ID tokens, and see that the person has an address there.`,
    place: 'claims',
  },
  emailUnproved: {
    cause: msg`The person’s address is outside the domains that you have proven, or the provider does not vouch for it.`,
    mend: msg`Prove the domain below under Mail domains, or sign in as somebody with an address at a proven one.`,
  },
  emailOfOtherAccount: {
    cause: msg`The person’s address belongs to a user of another account of this portal.`,
    mend: msg`Ask the vendor to move the user to your account, or use another address for this person.`,
  },
  personKnownOtherwise: {
    cause: msg`The user with this address has signed in as another person of the provider: the address was given to someone new, or this person was created again there.`,
    mend: msg`If the user belongs to this person now, unlink the user on the user’s page under Users. Otherwise change the user’s address first.`,
  },
  personUnknown: {
    cause: msg`No user of your account has this address, and new users are not created at their first sign-in.`,
    mend: msg`Turn on ‘Create users at first sign-in’ below, or add the user first.`,
  },
  ownerUnconfirmed: {
    cause: msg`An admin connected this provider. The owner’s address opens the owner’s user only with a provider that the owner has confirmed.`,
    mend: msg`Ask the owner to sign in with their password, open this page and save it once.`,
  },
  personDisabled: {
    cause: msg`The user with this address was deactivated in your account.`,
    mend: msg`Activate the user again under Users, or sign in as somebody else.`,
  },
  accountDisabled: {
    cause: msg`The vendor has disabled your account, so that none of its users can sign in.`,
    mend: msg`Ask the vendor.`,
  },
  other: {
    cause: msg({ message: '{speaker} refused for a reason that the portal does not know. Its message is below.' }),
    mend: msg`Look up its wording in the provider’s documentation, or show it to the provider’s administrator.`,
  },
} satisfies Partial<Record<SsoFailure, Advice>>;

/** The cause of each failure, and what to do about it (SSO-44). */
export const failureAdvice: Readonly<Record<SsoFailure, Advice>> = { ...beforeSignIn, ...atSignIn, ...afterSignIn };
