import type { VariantProps } from 'class-variance-authority';
import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { buttonClasses } from './button.tsx';

type ContactLinkProps = VariantProps<typeof buttonClasses> & {
  /** Null if the vendor configured no address. */
  href: string | null;
  className?: string;
  children: ReactNode;
};

/**
 * A link to the vendor's contact. A mail address opens the mail program, any other address a new tab. Renders nothing
 * without an address.
 */
export function ContactLink({ href, variant, size, block, className, children }: ContactLinkProps) {
  if (!href) return null;
  const isMail = href.startsWith('mailto:');
  return (
    <a
      href={href}
      {...(!isMail && { target: '_blank', rel: 'noopener noreferrer' })}
      className={cn(buttonClasses({ variant, size, block }), className)}
    >
      <Mail aria-hidden="true" />
      {children}
    </a>
  );
}
