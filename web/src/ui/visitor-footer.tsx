import { Trans } from '@lingui/react/macro';
import { paths } from '@portico/contract/browser';
import { type ReactNode, useSyncExternalStore } from 'react';
import { cn } from '../lib/cn.ts';
import { preloaded } from '../lib/preloaded.ts';

export const footerLinkClasses = 'rounded underline-offset-4 hover:text-ink hover:underline';

const never = () => () => {};
const copyright = () => `© ${new Date().getFullYear()} ${preloaded().company.name}`;

/** The footer of sign-in and sign-up: legal pages, knowledge base, copyright and version (PAGE-9). @param children further links */
export function VisitorFooter({ className, children }: { className: string; children?: ReactNode }) {
  // Prerendered pages do not know these yet.
  const knowledgeBase = useSyncExternalStore(
    never,
    () => preloaded().links.knowledgeBase,
    () => null,
  );
  const owner = useSyncExternalStore(never, copyright, () => '');
  const { version } = preloaded();
  return (
    <footer className={cn('flex flex-wrap items-center gap-x-5 gap-y-2 text-xs text-muted', className)}>
      {knowledgeBase && (
        <a href={knowledgeBase} target="_blank" rel="noopener noreferrer" className={footerLinkClasses}>
          <Trans>Knowledge base</Trans>
        </a>
      )}
      {children}
      <a href={paths.terms} className={footerLinkClasses}>
        <Trans>Terms of service</Trans>
      </a>
      <a href={paths.privacy} className={footerLinkClasses}>
        <Trans>Privacy policy</Trans>
      </a>
      {owner && (
        <span>
          {owner} · <Trans>Version {version}</Trans>
        </span>
      )}
    </footer>
  );
}
