import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { preloaded } from '../../lib/preloaded.ts';
import { ExternalLink } from '../../ui/link.tsx';
import { paths } from '../paths.ts';

const linkClasses = 'rounded hover:text-ink hover:underline underline-offset-4';

export function Footer() {
  const { company, links, version } = preloaded();
  const year = new Date().getFullYear();
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
