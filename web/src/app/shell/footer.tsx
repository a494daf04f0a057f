import { Trans } from '@lingui/react/macro';
import { useIsFetching } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { preloaded } from '../../lib/preloaded.ts';
import { ExternalLink } from '../../ui/link.tsx';
import { paths } from '../paths.ts';

const linkClasses = 'rounded hover:text-ink hover:underline underline-offset-4';

/** False until the page and its first data have loaded, so that the footer does not visibly move. */
function useIsSettled(): boolean {
  const isLoading = useIsFetching({ predicate: (query) => query.state.status === 'pending' }) > 0;
  const isNavigating = useRouterState({ select: (state) => state.status === 'pending' });
  // Queries start after the first render, so the first render does not count.
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return isMounted && !isLoading && !isNavigating;
}

/** Links, contact and version below every page (PAGE-9). */
export function Footer() {
  const { company, links, version } = preloaded();
  const year = new Date().getFullYear();
  const isSettled = useIsSettled();
  if (!isSettled) return null;
  return (
    <footer className="mt-auto flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pt-10 pb-6 text-xs text-muted">
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        <li>
          <Link to={paths.terms} className={linkClasses}>
            <Trans>Terms of service</Trans>
          </Link>
        </li>
        <li>
          <Link to={paths.privacy} className={linkClasses}>
            <Trans>Privacy policy</Trans>
          </Link>
        </li>
        {links.knowledgeBase && (
          <li>
            <ExternalLink plain href={links.knowledgeBase} className={linkClasses}>
              <Trans>Knowledge base</Trans>
            </ExternalLink>
          </li>
        )}
        {links.contact && (
          <li>
            <FooterContact href={links.contact} />
          </li>
        )}
      </ul>
      <p className="tabular-nums">
        <Trans>
          © {year} {company.name}
        </Trans>{' '}
        · <Trans>Version {version}</Trans>
      </p>
    </footer>
  );
}

/** The contact link of the legal texts. A mail address opens the mail program. */
function FooterContact({ href }: { href: string }) {
  if (href.startsWith('mailto:')) {
    return (
      <a href={href} className={linkClasses}>
        <Trans>Contact us</Trans>
      </a>
    );
  }
  return (
    <ExternalLink plain href={href} className={linkClasses}>
      <Trans>Contact us</Trans>
    </ExternalLink>
  );
}
