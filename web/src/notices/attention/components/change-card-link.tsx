import type { VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { requestAction } from '../../../lib/requested-action.ts';
import { subscriptionLink } from '../../../lib/subscription-link.ts';
import type { buttonClasses } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/link.tsx';

type ChangeCardLinkProps = Pick<VariantProps<typeof buttonClasses>, 'variant' | 'size'> & {
  of: { readonly subscriptionId: number; readonly productId: string };
  children: ReactNode;
};

/** Links to a subscription's page, and opens the dialog that changes its card. */
export function ChangeCardLink({ of: { subscriptionId, productId }, ...button }: ChangeCardLinkProps) {
  return (
    <ButtonLink
      {...subscriptionLink(productId, subscriptionId)}
      onClick={() => requestAction('changeCard', subscriptionId)}
      {...button}
    />
  );
}
