import { useLingui as useCatalog } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { ExternalProvider } from '@portico/contract';
import { Circle, CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { Card } from '../../../ui/card.tsx';
import { useTests } from '../external-providers.api.ts';
import { hasAllParts, toLocalMidnight } from '../model/provider-draft.ts';
import { failureTitles } from './failure-titles.ts';
import type { ProviderEditor } from './use-provider-form.ts';

interface ChecklistCardProps {
  provider: ExternalProvider;
  editor: ProviderEditor;
  onEnableAnyway: () => void;
}

/** What is required before the provider is enabled. */
export function ChecklistCard({ provider, editor, onEnableAnyway }: ChecklistCardProps) {
  const hasDomain = provider.mailDomains.length > 0;
  const hasClient = Boolean(provider.clientId) && provider.clientSecretEnd !== null;
  const needsCode = editor.draft.prohibitOtherAuthentications;
  const checks = [hasDomain, hasClient, editor.isTested, ...(needsCode ? [provider.hasBreakGlassCode] : [])];
  const done = checks.filter(Boolean).length;
  const count = checks.length;
  const mayEnable = can('externalProviders.manage') && hasAllParts(editor.draft, provider) && !editor.isTested;
  return (
    <Card className="px-5 py-4 sm:px-6 sm:py-5">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-lg font-semibold tracking-tight">
          <Trans>Before you enable it</Trans>
        </h2>
        <span className="text-sm text-muted tabular-nums">
          <Trans context="checklist">
            {done} of {count}
          </Trans>
        </span>
      </div>
      <ul className="mt-2 divide-y divide-line">
        <DomainCheck provider={provider} />
        <ClientCheck provider={provider} isDone={hasClient} />
        <TestCheck provider={provider} isPassed={editor.isTested} />
        {needsCode && (
          <Item
            state={provider.hasBreakGlassCode ? 'done' : 'open'}
            title={
              provider.hasBreakGlassCode ? <Trans>Break-glass code made</Trans> : <Trans>Make a break-glass code</Trans>
            }
          >
            <Trans>SSO will be required: the owner needs another way to sign in</Trans>
          </Item>
        )}
      </ul>
      {mayEnable && (
        <p className="border-t border-line pt-3 text-sm text-muted">
          <Trans>
            You can{' '}
            <button
              type="button"
              className="rounded font-medium text-accent-text hover:underline"
              onClick={onEnableAnyway}
            >
              enable it without a passed test
            </button>
            , after one more question.
          </Trans>
        </p>
      )}
    </Card>
  );
}

type ItemState = 'done' | 'open' | 'failed';

function Item({ state, title, children }: { state: ItemState; title: ReactNode; children: ReactNode }) {
  const Icon = { done: CircleCheck, open: Circle, failed: CircleX }[state];
  const color = { done: 'text-ok', open: 'text-muted', failed: 'text-bad' }[state];
  return (
    <li className="flex gap-3 py-3">
      <Icon aria-hidden="true" className={`mt-0.5 size-4.5 shrink-0 ${color}`} />
      <div className="min-w-0">
        <p className="font-medium">
          {title}
          {state === 'done' && (
            <span className="sr-only">
              {' '}
              <Trans context="checklist">Done</Trans>
            </span>
          )}
        </p>
        <p className="text-sm text-muted wrap-anywhere first-letter:uppercase">{children}</p>
      </div>
    </li>
  );
}

function DomainCheck({ provider: { domains } }: { provider: ExternalProvider }) {
  const { date } = useFormat();
  const proved = domains.find(({ provedAt }) => provedAt !== null);
  if (!proved)
    return (
      <Item state="open" title={<Trans>Prove a mail domain</Trans>}>
        <Trans>By a DNS record or by a mail, below under Mail domains</Trans>
      </Item>
    );
  const { domain, provedAt } = proved;
  const day = provedAt && date(provedAt, 'monthDay');
  return (
    <Item state="done" title={<Trans>Domain proven</Trans>}>
      {domain}, {day}
    </Item>
  );
}

function ClientCheck({ provider: { secretExpiresOn }, isDone }: { provider: ExternalProvider; isDone: boolean }) {
  const { date } = useFormat();
  if (!isDone)
    return (
      <Item state="open" title={<Trans>Save client ID and secret</Trans>}>
        <Trans>The guide shows where they are at your provider</Trans>
      </Item>
    );
  const day = secretExpiresOn && date(toLocalMidnight(secretExpiresOn));
  return (
    <Item state="done" title={<Trans>Client ID and secret saved</Trans>}>
      {day ? <Trans>The secret works until {day}</Trans> : <Trans>No end of the secret is entered</Trans>}
    </Item>
  );
}

function TestCheck({ provider, isPassed }: { provider: ExternalProvider; isPassed: boolean }) {
  const { i18n } = useCatalog();
  const { date } = useFormat();
  const latest = useTests(provider.id, false).data?.items[0];
  const { testedAt } = provider;
  if (isPassed && testedAt) {
    const when = date(testedAt, 'dateTime');
    return (
      <Item state="done" title={<Trans>Test passed</Trans>}>
        {when}
      </Item>
    );
  }
  if (latest?.failure)
    return (
      <Item state="failed" title={<Trans>Test not passed yet</Trans>}>
        {i18n._(failureTitles[latest.failure])}
      </Item>
    );
  return (
    <Item state="open" title={<Trans>Test not passed yet</Trans>}>
      {testedAt ? <Trans>The settings have changed since it passed</Trans> : <Trans>It takes a minute</Trans>}
    </Item>
  );
}
