import { Trans } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { MessagePage } from '../../app/message-page.tsx';

/** The page for an unknown address, which the page names (PAGE-4). */
export function NotFoundPage() {
  const { redirectedFrom } = useSearch({ from: '/404' });
  const url = redirectedFrom ?? '/404';
  return (
    <MessagePage icon={FileQuestion} title={<Trans>Page "{url}" not found</Trans>}>
      <Trans>The address may be mistyped, or the page has moved.</Trans>
    </MessagePage>
  );
}
