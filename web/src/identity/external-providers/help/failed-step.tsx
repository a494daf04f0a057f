import { useLingui as useCatalog } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ExternalProvider, SsoFailure, SsoTestStepResult } from '@portico/contract';
import { ChevronRight } from 'lucide-react';
import { Fragment, useState } from 'react';
import { CopyField } from '../../../ui/copy-field.tsx';
import { GuideButton } from '../details/guide-button.tsx';
import { providerName } from '../model/type-names.ts';
import { type Advice, failureAdvice } from './failure-advice.ts';
import { FailureFacts } from './failure-facts.tsx';
import { type PlaceName, placeAt } from './places.ts';

interface FailedStepProps {
  provider: ExternalProvider;
  result: SsoTestStepResult;
  failure: SsoFailure;
}

/** Why a step failed, what to do and where, and the provider's own message. */
export function FailedStep({ provider, result, failure }: FailedStepProps) {
  const { i18n } = useCatalog();
  const advice: Advice = failureAdvice[failure];
  const speaker = providerName(provider);
  return (
    <div className="mt-2.5 overflow-hidden rounded-card border border-bad/40">
      <p className="bg-bad-soft px-4 py-3.5">{i18n._({ ...advice.cause, values: { speaker } })}</p>
      <div className="grid grid-cols-1 gap-3 px-4 py-3.5">
        <FailureFacts result={result} />
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <p className="min-w-0 flex-1 basis-60 font-medium">{i18n._(advice.mend)}</p>
          <GuideButton provider={provider} />
        </div>
        <Copies provider={provider} copies={advice.copies} about={result.facts.domain} />
        {advice.place && <Place provider={provider} place={advice.place} />}
      </div>
      {result.providerSays && <ProviderSays speaker={speaker} says={result.providerSays} />}
    </div>
  );
}

interface CopiesProps {
  provider: ExternalProvider;
  copies: Advice['copies'];
  /** The mail domain that the step checked. */
  about: SsoTestStepResult['facts'][string] | undefined;
}

/** The values to enter elsewhere. */
function Copies({ provider, copies, about }: CopiesProps) {
  const { t } = useLingui();
  if (copies === 'callbackUrl')
    return (
      <CopyField
        label={t`Redirect address`}
        hideLabel
        value={provider.callbackUrl}
        copyLabel={t`Copy redirect address`}
      />
    );
  const domain = provider.domains.find((row) => row.domain === about);
  if (copies !== 'record' || !domain) return null;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <CopyField label={t`Name of the TXT record`} value={domain.recordName} copyLabel={t`Copy name`} />
      <CopyField label={t`Value`} value={domain.recordValue} copyLabel={t`Copy value`} />
    </div>
  );
}

/** The menus to open at the provider. */
function Place({ provider, place }: { provider: ExternalProvider; place: PlaceName }) {
  const { i18n } = useCatalog();
  const found = placeAt(provider, place);
  if (!found) return null;
  const { product } = found;
  const way = found.way.map((step) => i18n._(step));
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-sm">
      <span className="text-muted">
        {product === null ? <Trans>At your provider:</Trans> : <Trans>In {product}:</Trans>}
      </span>
      {way.map((step, index) => (
        <Fragment key={step}>
          {index > 0 && <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 text-muted" />}
          <span className="font-medium">{step}</span>
        </Fragment>
      ))}
    </p>
  );
}

interface ProviderSaysProps {
  speaker: string;
  says: NonNullable<SsoTestStepResult['providerSays']>;
}

/** The provider's own message, in one line until it is expanded. */
function ProviderSays({ speaker, says: { code, text } }: ProviderSaysProps) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <div className="flex items-baseline gap-3 border-t border-line bg-canvas px-4 py-2.5 text-sm">
      <p className={isWhole ? 'min-w-0 flex-1 wrap-anywhere' : 'min-w-0 flex-1 truncate'}>
        <span className="text-muted">
          <Trans>{speaker} said</Trans>
        </span>{' '}
        {code && <code className="font-mono">{code}</code>} <span className="text-muted">{text}</span>
      </p>
      <button
        type="button"
        aria-expanded={isWhole}
        className="shrink-0 rounded font-medium text-accent-text hover:underline"
        onClick={() => setIsWhole(!isWhole)}
      >
        {isWhole ? <Trans>Show less</Trans> : <Trans>Show all</Trans>}
      </button>
    </div>
  );
}
