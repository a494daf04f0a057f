import { Trans } from '@lingui/react/macro';
import type { LegalName } from '@portico/contract';
import { useFormat } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton, SkeletonText } from '../../../ui/skeleton.tsx';
import { useLegalText } from '../api/get-legal-text.ts';

/** One of the operator's legal texts, with the day it was last changed. `title` stands there until the text's own title comes. */
export function LegalText({ name, title }: { name: LegalName; title: string }) {
  const { data, error, isPending, isFetching, refetch } = useLegalText(name);
  const { date } = useFormat();
  // A day without a time: noon keeps it the same day in every time zone of the reader.
  const updated = data?.updated ? date(`${data.updated}T12:00:00`) : null;
  return (
    <div className="mx-auto w-full max-w-[784px]">
      <PageHeader
        title={data?.title ?? title}
        description={updated ? <Trans>Last updated {updated}</Trans> : isPending && <Skeleton className="h-5 w-40" />}
      />
      {/* As high as the window from the beginning: the footer does not move when the text comes. */}
      <Card className="min-h-dvh px-5 py-2 sm:px-8 sm:py-4">
        {isPending && (
          <div className="py-4">
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
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes the operator's Markdown */}
        {data && <div className="prose" dangerouslySetInnerHTML={{ __html: data.html }} />}
      </Card>
    </div>
  );
}
