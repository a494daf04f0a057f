import { Trans } from '@lingui/react/macro';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { preloaded } from '../lib/preloaded.ts';
import { buttonClasses } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { paths } from './paths.ts';

/** A page with a message and a link back. */
export function MessagePage({
  icon: Icon,
  title,
  children,
}: {
  icon: LucideIcon;
  title: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card className="mx-auto mt-6 flex w-full max-w-[560px] flex-col items-center gap-4 px-6 py-12 text-center">
      <span className="grid size-12 place-items-center rounded-full bg-neutral-soft text-muted">
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <div className="w-full min-w-0">
        <h1 tabIndex={-1} className="text-title font-semibold leading-7 tracking-tight wrap-anywhere">
          {title}
        </h1>
        <div className="mt-2 text-muted">{children}</div>
      </div>
      {preloaded().user ? (
        <ButtonLink to={paths.home} variant="primary">
          <Trans>Go to my products</Trans>
        </ButtonLink>
      ) : (
        <a href={paths.login} className={buttonClasses({ variant: 'primary' })}>
          <Trans>Go to the sign-in page</Trans>
        </a>
      )}
    </Card>
  );
}
