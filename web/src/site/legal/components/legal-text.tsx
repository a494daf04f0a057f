import { Trans } from '@lingui/react/macro';
import type { LegalName } from '@portico/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId } from 'react';
import type { Answer } from '../../../lib/api.ts';
import { api } from '../../../lib/api.ts';
import { type Locale, useLocale } from '../../../lib/locale.ts';
import { useDayText } from '../../../lib/use-day-text.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton, SkeletonText } from '../../../ui/skeleton.tsx';

const legalTextQuery = (name: LegalName, locale: Locale) =>
  queryOptions({
    queryKey: ['legal', name, locale],
    queryFn: ({ signal }) => api('GET /api/Legal/{name}', { params: { name }, signal }),
    staleTime: 60 * 60_000,
  });

function useLegalText(name: LegalName) {
  return useQuery(legalTextQuery(name, useLocale()));
}

/** One of the vendor's legal texts, with the day of its last change. */
export function LegalText({ name }: { name: LegalName }) {
  const { data, error, isPending, isFetching, refetch } = useLegalText(name);
  const dayText = useDayText();
  const updated = data?.updated ? dayText(data.updated) : null;
  useSectionOfAddress(data);
  return (
    <div className="mx-auto w-full max-w-[784px]">
      <PageHeader
        title={data?.title}
        description={updated ? <Trans>Last updated {updated}</Trans> : isPending && <Skeleton className="h-5 w-40" />}
      />
      {/* As high as the window from the start, so that the footer does not move when the text arrives. */}
      <Card className="min-h-dvh px-5 py-2 sm:px-8 sm:py-4">
        {isPending && (
          <div className="py-4">
            <Skeleton className="mb-9 h-40" />
            <Skeleton className="mb-5 h-5 w-52" />
            <SkeletonText lines={5} />
            <Skeleton className="mt-9 mb-5 h-5 w-40" />
            <SkeletonText lines={6} />
          </div>
        )}
        {error && !data && (
          <ErrorState
            error={error}
            title={<Trans>The text could not be loaded</Trans>}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
        {data && data.sections.length > 2 && <Contents sections={data.sections} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes the operator's Markdown */}
        {data && <div className="prose" dangerouslySetInnerHTML={{ __html: data.html }} />}
      </Card>
    </div>
  );
}

type LegalDocument = Answer<'GET /api/Legal/{name}'>;

/** Scrolls to the section in the address, because the text did not exist yet when the page opened. */
function useSectionOfAddress(data: LegalDocument | undefined): void {
  useEffect(() => {
    if (data && location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, [data]);
}

/** The sections of the text (LEG-4). */
function Contents({ sections }: Pick<LegalDocument, 'sections'>) {
  const id = useId();
  return (
    <nav aria-labelledby={id} className="mt-4 mb-6 rounded-card bg-canvas px-5 py-4">
      <h2 id={id} className="text-sm font-medium text-muted">
        <Trans>Contents</Trans>
      </h2>
      <ol className="mt-2 gap-x-8 sm:columns-2">
        {sections.map((section) => (
          <li key={section.id} className="break-inside-avoid">
            <Link
              to="."
              hash={section.id}
              className="inline-block rounded py-1 leading-5 text-accent-text underline-offset-4 hover:underline"
            >
              {section.title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
