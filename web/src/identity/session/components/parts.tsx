import { Trans } from '@lingui/react/macro';
import { paths } from '@portico/contract/browser';
import type { VariantProps } from 'class-variance-authority';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** A placeholder for a form; hidden without JavaScript, because nothing would replace it. */
export function FormSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4 [@media(scripting:none)]:hidden">
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="h-11 w-full" />
    </div>
  );
}

type LinkButtonProps = ComponentProps<'a'> & VariantProps<typeof buttonClasses>;

/** A link that looks like a button, to another document. */
export function LinkButton({ variant, className, ...rest }: LinkButtonProps) {
  return <a {...rest} className={buttonClasses({ variant, size: 'lg', block: true, className })} />;
}

/** A failure with a retry: offline, or the server is unreachable. */
export function Failure({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <Alert
      tone="bad"
      actions={
        <Button size="sm" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {children}
    </Alert>
  );
}

/** A decorative picture of the page's subject. */
export function SubjectPicture({ icon: Icon, tone = 'accent' }: { icon: LucideIcon; tone?: 'accent' | 'ok' }) {
  return (
    <span
      aria-hidden="true"
      className={`mb-4 grid size-11 place-items-center rounded-card ${tone === 'ok' ? 'bg-ok-soft text-ok' : 'bg-accent-soft text-accent-text'}`}
    >
      <Icon className="size-5" />
    </span>
  );
}

/** A link below the card, back to the sign-in. */
export function BackToSignIn() {
  return (
    <p className="mt-5 text-center text-sm">
      <a
        href={paths.login}
        className="rounded font-medium text-muted underline-offset-4 hover:text-ink hover:underline"
      >
        <Trans>Back to sign-in</Trans>
      </a>
    </p>
  );
}
