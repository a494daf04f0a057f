import { Trans } from '@lingui/react/macro';
import type { ExternalProvider } from '@portico/contract';
import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { lazyPartWith } from '../../../lib/catalogs.ts';
import { PartBoundary } from '../../../ui/part-boundary.tsx';

const GuideDialog = lazyPartWith(['provider-help'], () =>
  import('../help/guide-dialog.tsx').then((module) => module.GuideDialog),
);

/** Opens the steps at the provider, with the account's own values. */
export function GuideButton({ provider }: { provider: ExternalProvider }) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  return (
    <>
      <button
        {...GuideDialog.warmUp}
        type="button"
        aria-haspopup="dialog"
        className="inline-flex shrink-0 items-center gap-1.5 rounded text-sm font-medium text-accent-text hover:underline [&_svg]:size-3.5"
        onClick={() => setIsOpen(true)}
      >
        <BookOpen aria-hidden="true" />
        <Trans>Guide with your values</Trans>
      </button>
      <PartBoundary onFailure={() => setIsOpen(null)}>
        {isOpen !== null && <GuideDialog provider={provider} open={isOpen} onOpenChange={setIsOpen} />}
      </PartBoundary>
    </>
  );
}
