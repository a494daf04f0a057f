import { Trans } from '@lingui/react/macro';
import { Gift } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PartBoundary } from '../../../ui/part-boundary.tsx';
import { giftCard } from '../subscription-rules.ts';

const ContactDialog = lazyPart(() => import('./contact-dialog.tsx').then((module) => module.ContactDialog));

interface AfterCancellationProps {
  subscriptionId: number;
  /** Something is left to do, so the dialog that asks for a contact opens by itself. */
  needsContact: boolean;
  /** Called when the contact was sent or the offer was declined. */
  onDone: () => void;
}

/** Follows a cancellation: asks for a contact if something is left to do, otherwise offers an interview (SUB-20). */
export function AfterCancellation({ subscriptionId, needsContact, onDone }: AfterCancellationProps) {
  const { money } = useFormat();
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  useEffect(() => {
    if (needsContact) setIsOpen(true);
  }, [needsContact]);
  const gift = money(giftCard, 'USD');
  return (
    <>
      <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 sm:px-6">
        <span className="grid size-9 shrink-0 place-items-center rounded-control bg-accent-soft text-accent-text">
          <Gift aria-hidden="true" className="size-[18px]" />
        </span>
        <div className="min-w-52 flex-1">
          <p className="font-semibold">
            {needsContact ? (
              <Trans>Something is left to settle</Trans>
            ) : (
              <Trans>What was missing? Tell us, for a {gift} gift card</Trans>
            )}
          </p>
          <p className="text-muted">
            {needsContact ? (
              <Trans>Tell us whom we may contact about the open invoice.</Trans>
            ) : (
              <Trans>A talk of about 20 minutes, at a time that suits you.</Trans>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="quiet" onClick={onDone}>
            <Trans>No, thanks</Trans>
          </Button>
          <Button size="sm" {...ContactDialog.warmUp} onClick={() => setIsOpen(true)}>
            {needsContact ? <Trans>Leave a contact</Trans> : <Trans>Take the interview</Trans>}
          </Button>
        </div>
      </Card>
      <PartBoundary onFailure={() => setIsOpen(null)}>
        {isOpen !== null && (
          <ContactDialog
            subscriptionId={subscriptionId}
            reason={needsContact ? 'contact' : 'interview'}
            open={isOpen}
            onOpenChange={setIsOpen}
            onSent={() => {
              setIsOpen(false);
              onDone();
            }}
          />
        )}
      </PartBoundary>
    </>
  );
}
