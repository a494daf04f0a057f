import { useLingui as useCatalog } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { ExternalProvider, SsoTestSummary } from '@portico/contract';
import { useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { useTests } from '../external-providers.api.ts';
import { failureTitles } from './failure-titles.ts';

/** Number of tests shown until the user asks for all. */
const shownAtFirst = 3;

/** The latest tests, newest first. Renders nothing before the first test. */
export function EarlierTestsCard({ provider: { id } }: { provider: ExternalProvider }) {
  const { data } = useTests(id, false);
  const [showsAll, setShowsAll] = useState(false);
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Card className="px-5 py-4 sm:px-6 sm:py-5">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-lg font-semibold tracking-tight">
          <Trans>Earlier tests</Trans>
        </h2>
        {items.length > shownAtFirst && (
          <button
            type="button"
            aria-expanded={showsAll}
            className="rounded text-sm font-medium text-accent-text hover:underline"
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? <Trans>Fewer</Trans> : <Trans context="tests">All</Trans>}
          </button>
        )}
      </div>
      <ul className="mt-2 divide-y divide-line">
        {(showsAll ? items : items.slice(0, shownAtFirst)).map((test) => (
          <TestRow key={test.id} test={test} />
        ))}
      </ul>
    </Card>
  );
}

function TestRow({ test: { startedAt, startedBy, state, failure } }: { test: SsoTestSummary }) {
  const { i18n } = useCatalog();
  const { date } = useFormat();
  const isToday = new Date(startedAt).toDateString() === new Date().toDateString();
  return (
    <li className="flex gap-3 py-2.5 text-sm" title={startedBy}>
      <time dateTime={startedAt} title={date(startedAt, 'exact')} className="w-20 shrink-0 text-muted tabular-nums">
        {date(startedAt, isToday ? 'time' : 'monthDay')}
      </time>
      <span className="min-w-0">
        {failure ? (
          <span className="inline-block first-letter:uppercase">{i18n._(failureTitles[failure])}</span>
        ) : state === 'passed' ? (
          <span className="text-ok">
            <Trans>Passed</Trans>
          </span>
        ) : state === 'gone' ? (
          <Trans>Nobody came back</Trans>
        ) : (
          <Trans>Under way</Trans>
        )}
      </span>
    </li>
  );
}
