import { Trans, useLingui } from '@lingui/react/macro';
import type { ExternalProvider, MailDomain } from '@portico/contract';
import { maxMailDomains } from '@portico/contract/browser';
import { useId, useState } from 'react';
import { ConfirmationCanceled } from '../../../lib/confirmation.ts';
import { fieldErrors } from '../../../lib/form.ts';
import { can } from '../../../lib/permissions.ts';
import { ApiError } from '../../../lib/problem.ts';
import { reportProblem } from '../../../lib/report-problem.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useAddDomain, useDomain } from '../external-providers.api.ts';
import { DomainProof } from './domain-proof.tsx';
import { cardIds } from './missing-parts.tsx';

/** The mail domains whose users sign in with the provider, once their ownership is verified (SSO-5). */
export function DomainsCard({ provider }: { provider: ExternalProvider }) {
  const { domains } = provider;
  return (
    <Card id={cardIds.domain}>
      <CardHeader
        title={<Trans>Mail domains</Trans>}
        description={
          <Trans>Whoever has an address there signs in with this provider, once you have proven it is yours</Trans>
        }
        className="sm:px-6"
      />
      {domains.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {domains.map((domain) => (
            <DomainRow key={domain.id} provider={provider} domain={domain} />
          ))}
        </ul>
      )}
      {can('externalProviders.manage') && domains.length < maxMailDomains && <AddDomain id={provider.id} />}
    </Card>
  );
}

function DomainRow({ provider, domain }: { provider: ExternalProvider; domain: MailDomain }) {
  const { t } = useLingui();
  const [isRemoving, setIsRemoving] = useState(false);
  const actions = useDomain(provider.id, domain.id);
  const { domain: name, provedAt } = domain;
  return (
    <li className="px-5 py-3.5 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          {provedAt ? (
            <Badge tone="ok">
              <Trans context="domain">Proven</Trans>
            </Badge>
          ) : (
            <Badge tone="warning">
              <Trans context="domain">Not proven</Trans>
            </Badge>
          )}
        </span>
        {can('externalProviders.manage') && (
          <Button size="sm" variant="quiet" aria-label={t`Remove ${name}`} onClick={() => setIsRemoving(true)}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
      <DomainProof domain={domain} check={actions.check} mail={actions.mail} />
      <LateConfirmDialog
        open={isRemoving}
        onOpenChange={(next) => {
          actions.remove.reset();
          setIsRemoving(next);
        }}
        title={<Trans>Remove {name}?</Trans>}
        description={
          provedAt ? (
            <Trans>People with an address at {name} are not led to this provider any more.</Trans>
          ) : (
            <Trans>Its record is of no use any more; adding the domain again makes another one.</Trans>
          )
        }
        confirmLabel={<Trans>Remove domain</Trans>}
        isPending={actions.remove.isPending}
        error={actions.remove.error instanceof ConfirmationCanceled ? undefined : actions.remove.error}
        onConfirm={() => actions.remove.mutate(undefined, { onSuccess: () => setIsRemoving(false) })}
      />
    </li>
  );
}

function AddDomain({ id }: { id: number }) {
  const { t } = useLingui();
  const formId = useId();
  const add = useAddDomain(id);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const label = t`Mail domain`;
  const submit = async () => {
    const domain = text.trim().toLowerCase().replace(/^.*@/, '');
    if (!/^[a-z0-9.-]+\.[a-z0-9-]{2,}$/.test(domain)) return setError(t`Enter a domain, such as acme.com`);
    try {
      await add.mutateAsync(domain);
      setText('');
      setError(undefined);
    } catch (failure) {
      const message =
        failure instanceof ApiError ? fieldErrors(failure.problem, { domain: label }).fields.domain : undefined;
      if (message) setError(message);
      else if (failure instanceof ApiError && failure.code === 'Conflict') setError(failure.problem.message);
      else reportProblem(failure);
    }
  };
  return (
    <form
      id={formId}
      noValidate
      className="flex flex-wrap items-start gap-3 border-t border-line px-5 py-4 sm:px-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.isPending) void submit();
      }}
    >
      <Field label={label} hideLabel error={error} className="min-w-0 flex-1 basis-56">
        {(control) => (
          <TextInput
            {...control}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setError(undefined);
            }}
            placeholder="acme.com"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit" pending={add.isPending} disabled={text.trim() === ''}>
        <Trans>Add domain</Trans>
      </Button>
    </form>
  );
}
