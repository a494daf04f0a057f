import { Trans, useLingui } from '@lingui/react/macro';
import type { ExternalProvider, SsoTest } from '@portico/contract';
import { Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { can } from '../../../lib/permissions.ts';
import { describeProblem } from '../../../lib/problem.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ExternalLink } from '../../../ui/link.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { isOver, useReadAfterTest, useStartTest, useTests } from '../external-providers.api.ts';
import { hasAllParts } from '../model/provider-draft.ts';
import { cardIds } from './missing-parts.tsx';
import { TestSteps } from './test-steps.tsx';
import { useDuration } from './use-duration.ts';
import type { ProviderEditor } from './use-provider-form.ts';

interface TestCardProps {
  provider: ExternalProvider;
  editor: Pick<ProviderEditor, 'draft' | 'unsaved' | 'noteTest'>;
}

/** The test sign-in: the progress of its six steps, and why it failed (SSO-50). */
export function TestCard({ provider, editor }: TestCardProps) {
  const { start, begin, signInUrl } = useTestRun(provider, editor);
  const tests = useTests(provider.id, start.isPending);
  const latest = tests.data?.latest ?? null;
  useReadAfterTest(provider.id, latest);
  // The result of the previous test is not shown for a new one.
  const test = start.isPending && latest && isOver(latest) ? null : latest;
  return (
    <Card id={cardIds.test}>
      <TestHead
        provider={provider}
        test={test}
        isStarting={start.isPending}
        editor={editor}
        wasTested={latest !== null}
        onStart={begin}
      />
      <div className="grid grid-cols-1 gap-4 px-5 pb-5 sm:px-6">
        {start.error && !start.isPending && <Alert tone="bad">{describeProblem(start.error)}</Alert>}
        {test?.state === 'waiting' && <Waiting signInUrl={signInUrl} />}
        {tests.error && !tests.data ? (
          <ErrorState error={tests.error} onRetry={() => void tests.refetch()} isRetrying={tests.isFetching} />
        ) : tests.isPending ? (
          <Skeleton className="h-64" />
        ) : (
          <TestSteps provider={provider} test={test} isStarting={start.isPending} />
        )}
      </div>
    </Card>
  );
}

/** Starts tests. The press itself opens the window, before any request, so that no browser blocks it. */
function useTestRun(provider: ExternalProvider, { unsaved, noteTest }: TestCardProps['editor']) {
  const { t } = useLingui();
  const start = useStartTest(provider.id);
  const [signInUrl, setSignInUrl] = useState<string | null>(null);
  const opened = useRef<Window | null>(null);
  const begin = () => {
    setSignInUrl(null);
    opened.current?.close();
    const { name } = provider;
    opened.current = openWaitingWindow(t`Test sign-in`, t`${name} is being asked. This takes a few seconds.`);
    start.mutate(unsaved, {
      onSuccess: (answer) => {
        if (unsaved) noteTest(answer.test.id, unsaved);
        setSignInUrl(answer.signInUrl);
        if (answer.signInUrl) opened.current?.location.replace(answer.signInUrl);
        else opened.current?.close();
      },
      onError: () => opened.current?.close(),
    });
  };
  return { start, begin, signInUrl };
}

interface TestHeadProps {
  provider: ExternalProvider;
  test: SsoTest | null;
  isStarting: boolean;
  editor: TestCardProps['editor'];
  wasTested: boolean;
  onStart: () => void;
}

function TestHead({ provider, test, isStarting, editor, wasTested, onStart }: TestHeadProps) {
  const isUnsaved = editor.unsaved !== undefined;
  const canTest = hasAllParts(editor.draft, provider);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 px-5 pt-4 pb-4 sm:px-6">
      <div className="min-w-0" aria-live="polite">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-lg font-semibold tracking-tight">
            <Trans>Test sign-in</Trans>
          </h2>
          {test && <Outcome test={test} provider={provider} />}
        </div>
        <p className="mt-0.5 text-sm text-muted">
          {test ? (
            <About test={test} />
          ) : (
            <Trans>Shows what works before anyone depends on it; a test does not sign anybody in</Trans>
          )}
        </p>
        {!canTest ? (
          <p className="mt-1 text-sm text-warning">
            <Trans>Enter client ID and secret first.</Trans>
          </p>
        ) : (
          isUnsaved && (
            <p className="mt-1 text-sm text-muted">
              <Trans>The test uses what is in the form. It does not save anything.</Trans>
            </p>
          )
        )}
      </div>
      {can('externalProviders.manage') && (
        <Button
          variant={(provider.active && !isUnsaved) || !canTest ? 'secondary' : 'primary'}
          pending={isStarting}
          disabled={!canTest}
          onClick={onStart}
        >
          <Play aria-hidden="true" />
          {wasTested ? <Trans>Test again</Trans> : <Trans>Start the test</Trans>}
        </Button>
      )}
    </div>
  );
}

/** The result of a test, and whether it concerns the provider's current settings. */
function Outcome({ test, provider: { revision } }: { test: SsoTest; provider: ExternalProvider }) {
  const number = test.steps.findIndex(({ state }) => state === 'failed') + 1;
  const count = test.steps.length;
  if (test.state === 'passed' && test.revision > revision)
    return (
      <Badge tone="ok">
        <Trans>Passed, not saved yet</Trans>
      </Badge>
    );
  if (test.state === 'passed' && test.revision < revision)
    return (
      <Badge tone="warning">
        <Trans>Passed with earlier settings</Trans>
      </Badge>
    );
  if (test.state === 'passed')
    return (
      <Badge tone="ok">
        <Trans>Passed</Trans>
      </Badge>
    );
  if (test.state === 'gone')
    return (
      <Badge tone="warning">
        <Trans>Nobody came back</Trans>
      </Badge>
    );
  if (test.state === 'failed')
    return (
      <Badge tone="bad">
        <Trans>
          Stopped at step {number} of {count}
        </Trans>
      </Badge>
    );
  return (
    <Badge tone="accent">
      <Trans>Under way</Trans>
    </Badge>
  );
}

function About({ test: { startedAt, startedBy, tookMilliseconds } }: { test: SsoTest }) {
  const { date } = useFormat();
  const duration = useDuration();
  const when = date(startedAt, 'dateTime');
  const took = tookMilliseconds === null ? null : duration(tookMilliseconds);
  return took ? (
    <Trans>
      {when}, by {startedBy} · {took} · a test does not sign anybody in
    </Trans>
  ) : (
    <Trans>
      {when}, by {startedBy} · a test does not sign anybody in
    </Trans>
  );
}

/** What the user has to do while the test waits for them. */
function Waiting({ signInUrl }: { signInUrl: string | null }) {
  return (
    <Alert tone="info">
      <Trans>Sign in in the window that has opened, as one of your people would. This page follows.</Trans>{' '}
      {signInUrl && (
        <ExternalLink href={signInUrl}>
          <Trans>No window? Open it here</Trans>
        </ExternalLink>
      )}
    </Alert>
  );
}

/**
 * Opens the window of a test. Must be called from a click handler, otherwise browsers block it.
 * @returns null if it was blocked
 */
function openWaitingWindow(title: string, words: string): Window | null {
  const opened = window.open('', '', 'popup,width=540,height=720');
  if (!opened) return null;
  try {
    opened.document.title = title;
    opened.document.body.textContent = words;
    // The provider's pages must not control the portal's page.
    opened.opener = null;
  } catch {
    // The window is redirected without a text then.
  }
  return opened;
}
