import { Plural, Trans } from '@lingui/react/macro';
import type { SsoTestStepResult } from '@portico/contract';
import type { ReactNode } from 'react';

type Facts = SsoTestStepResult['facts'];

const textFact = (facts: Facts, ...names: string[]): string => {
  const value = names.map((name) => facts[name]).find((fact) => fact !== undefined);
  return Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value);
};

/** The details of a failed step: the difference of the clocks, or expected and actual value. */
export function FailureFacts({ result: { failure, facts } }: { result: SsoTestStepResult }) {
  if (failure === 'clockDiffers') return <ClockFacts seconds={Number(facts.seconds ?? 0)} />;
  if (failure === 'gone' && facts.isChanged === true)
    return (
      <p>
        <Trans>The settings were changed after the test had begun.</Trans>
      </p>
    );
  const rows = createRows(failure, facts).filter(([, value]) => value !== '');
  if (rows.length === 0) return null;
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[max-content_1fr]">
      {rows.map(([label, value]) => (
        <div key={value} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 font-mono wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** @param seconds by which the provider's clock is ahead; negative if it is behind */
function ClockFacts({ seconds }: { seconds: number }) {
  if (seconds === 0) return null;
  const off = Math.abs(seconds);
  const time =
    off < 90 ? (
      <Plural value={Math.round(off)} one="# second" other="# seconds" />
    ) : (
      <Plural value={Math.round(off / 60)} one="# minute" other="# minutes" />
    );
  return (
    <p>
      {seconds > 0 ? (
        <Trans>The provider’s clock is {time} ahead of the portal’s.</Trans>
      ) : (
        <Trans>The provider’s clock is {time} behind the portal’s.</Trans>
      )}
    </p>
  );
}

function createRows(failure: SsoTestStepResult['failure'], facts: Facts): [label: ReactNode, value: string][] {
  switch (failure) {
    case 'issuerDiffers':
    case 'issuerWrong':
    case 'audienceWrong':
      return [
        [<Trans key="expected">Expected</Trans>, textFact(facts, 'expected')],
        [<Trans key="stated">Stated by the provider</Trans>, textFact(facts, 'issuer', 'came')],
      ];
    case 'addressNotAllowed':
    case 'notOpenId':
    case 'providerAway':
    case 'providerTooSlow':
      return [[<Trans key="address">Address</Trans>, textFact(facts, 'address', 'url', 'issuer')]];
    case 'algorithmNotAllowed':
      return [[<Trans key="algorithm">Signed with</Trans>, textFact(facts, 'algorithm', 'algorithms')]];
    case 'emailUnproved':
      return [
        [<Trans key="email">Address of the person</Trans>, textFact(facts, 'email')],
        [<Trans key="domains">Proven domains</Trans>, textFact(facts, 'domains')],
      ];
    default:
      return [];
  }
}
