import { Plural, Trans } from '@lingui/react/macro';
import type { SsoTest, SsoTestStep, SsoTestStepResult } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';

/** @param speaker the provider's name: 'Entra ID' */
export function StepTitle({ step, speaker }: { step: SsoTestStep; speaker: string }) {
  if (step === 'domain') return <Trans>The domain is yours</Trans>;
  if (step === 'discovery') return <Trans>The provider answers</Trans>;
  if (step === 'keys') return <Trans>Signing keys</Trans>;
  if (step === 'signIn') return <Trans>Sign-in at {speaker}</Trans>;
  if (step === 'claims') return <Trans>Token and claims</Trans>;
  return <Trans>Who this would be here</Trans>;
}

/** What a step that was not reached would check. */
export function StepPlan({ step }: { step: SsoTestStep }) {
  if (step === 'domain') return <Trans>A mail domain whose ownership is proven</Trans>;
  if (step === 'discovery') return <Trans>Discovery document and issuer</Trans>;
  if (step === 'keys') return <Trans>Keys, algorithms and clocks</Trans>;
  if (step === 'signIn') return <Trans>Redirect address, client ID and secret</Trans>;
  if (step === 'claims') return <Trans>Signature, audience, nonce, email, groups</Trans>;
  return <Trans>The user, role and products they would get</Trans>;
}

type Facts = SsoTestStepResult['facts'];

const textFact = (facts: Facts, name: string): string => {
  const value = facts[name];
  return Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value);
};

const numberFact = (facts: Facts, name: string): number | null =>
  typeof facts[name] === 'number' ? facts[name] : null;

/** The result of a passed step. */
export function StepFacts({ result: { step, facts }, test }: { result: SsoTestStepResult; test: SsoTest | null }) {
  if (step === 'domain') return <DomainFacts facts={facts} />;
  if (step === 'discovery') return <DiscoveryFacts facts={facts} />;
  if (step === 'keys') return <KeyFacts facts={facts} />;
  if (step === 'signIn') return <Trans>Signed in, and led back here with a code that was exchanged</Trans>;
  if (step === 'claims') return <ClaimFacts facts={facts} />;
  return test?.person ? <PersonFacts person={test.person} /> : null;
}

function DomainFacts({ facts }: { facts: Facts }) {
  const domain = textFact(facts, 'domain');
  if (facts.proof === 'mail') return <Trans>Confirmed by a mail to admin@{domain}</Trans>;
  if (facts.record === 'found') return <Trans>DNS TXT record found at {domain}</Trans>;
  if (facts.record === 'unreachable')
    return <Trans>Proven by a DNS TXT record at {domain} before. Its DNS servers do not answer right now</Trans>;
  return <Trans>Proven by a DNS TXT record at {domain} before. It is not there any more; the proof stays</Trans>;
}

function DiscoveryFacts({ facts }: { facts: Facts }) {
  const host = textFact(facts, 'host');
  return <Trans>Discovery document read from {host}, issuer as expected</Trans>;
}

function KeyFacts({ facts }: { facts: Facts }) {
  const { number } = useFormat();
  const count = numberFact(facts, 'keys') ?? 0;
  const algorithms = textFact(facts, 'algorithms');
  const apart = numberFact(facts, 'seconds');
  const seconds = apart === null ? '' : number(Math.abs(apart));
  return (
    <>
      <Plural value={count} one="# key" other="# keys" />
      {algorithms && `, ${algorithms}`}
      {'. '}
      {apart !== null && <Trans>Both clocks agree within {seconds} s</Trans>}
    </>
  );
}

function ClaimFacts({ facts }: { facts: Facts }) {
  const email = textFact(facts, 'email');
  const groups = Array.isArray(facts.groups) ? facts.groups : [];
  const names = groups.join(', ');
  return (
    <>
      {email && <Trans>Signature and nonce are right, email {email}</Trans>}
      {groups.length > 0 && (
        <>
          {'. '}
          <Trans>Groups: {names}</Trans>
        </>
      )}
      {facts.areGroupsLeftOut === true && (
        <>
          {'. '}
          <Trans>The provider left groups out, as the person has too many</Trans>
        </>
      )}
    </>
  );
}

/** The resulting user. */
export function PersonFacts({ person }: { person: NonNullable<SsoTest['person']> }) {
  const { name, email, kind, role, products } = person;
  const who = name || email || '';
  const list = products.join(', ');
  return (
    <>
      {kind === 'existing' && <Trans>{who}, who is a user here</Trans>}
      {kind === 'new' && <Trans>{who}, who would become a user</Trans>}
      {kind === 'refused' && <Trans>{who}, who would be refused</Trans>}
      {kind !== 'refused' && (
        <>
          {' · '}
          {role === 'admin' && <Trans context="person">Admin</Trans>}
          {role === 'readOnly' && <Trans context="person">Read only</Trans>}
          {role === 'user' && <Trans context="person">User</Trans>}
          {list && role !== 'admin' && ` · ${list}`}
        </>
      )}
    </>
  );
}
