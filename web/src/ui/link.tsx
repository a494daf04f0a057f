import { createLink } from '@tanstack/react-router';
import type { VariantProps } from 'class-variance-authority';
import { ArrowUpRight } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '../lib/cn.ts';
import { buttonClasses } from './button.tsx';

const textLinkClasses =
  'font-medium text-accent-text underline-offset-4 hover:underline [&_svg]:inline [&_svg]:size-3.5';

/** A link in text or at the end of a card's header. */
export const TextLink = createLink(({ className, ...rest }: ComponentProps<'a'>) => (
  <a {...rest} className={cn(textLinkClasses, className)} />
));

/** A link that looks like a button. */
export const ButtonLink = createLink(
  ({ className, variant, size, block, ...rest }: ComponentProps<'a'> & VariantProps<typeof buttonClasses>) => (
    <a {...rest} className={cn(buttonClasses({ variant, size, block }), className)} />
  ),
);

/** A link to another site in a new tab. */
export function ExternalLink({
  className,
  children,
  plain = false,
  ...rest
}: ComponentProps<'a'> & { plain?: boolean }) {
  return (
    <a
      {...rest}
      target="_blank"
      rel="noopener noreferrer"
      className={plain ? className : cn(textLinkClasses, className)}
    >
      {children}
      {!plain && <ArrowUpRight aria-hidden="true" className="ml-0.5" />}
    </a>
  );
}
