import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { paths } from '../../../app/paths.ts';
import { usePlans } from '../../../catalog/catalog.api.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ButtonLink } from '../../../ui/link.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { cardsKey } from '../../cards/api/list-cards.ts';
import { CardNumber } from '../../cards/components/card-face.tsx';
import { CardPicker } from '../../cards/components/card-picker.tsx';
import { useCardsNotice } from '../../operations/cards-notice.tsx';
import { ChangePanel } from '../../purchase/change/change-panel.tsx';
import { ChangeCardPanel } from '../../subscriptions/components/change-card-panel.tsx';
import type { RowControls, RowSubject } from '../../subscriptions/components/plan-card.tsx';
import type { SubscriptionDetail } from '../../subscriptions/subscriptions.api.ts';

interface ChangeSlotProps extends RowControls {
  subscription: SubscriptionDetail;
  subject: RowSubject;
}

/** The content of an opened row of a subscription's plan: another card, or a change that is quoted and bought. */
export function ChangeSlot({ subscription, subject, onClose, onChangeCard }: ChangeSlotProps) {
  const cardsNotice = useCardsNotice();
  if (subject === 'card') {
    return (
      <ChangeCardPanel
        subscription={subscription}
        onClose={onClose}
        renderCardChoice={(choice) => <CardPicker {...choice} unsettledNotice={cardsNotice} />}
      />
    );
  }
  return <PurchasedChange {...{ subscription, subject, onClose, onChangeCard }} />;
}

function PurchasedChange({
  subscription,
  subject,
  onClose,
  onChangeCard,
}: ChangeSlotProps & { subject: Exclude<RowSubject, 'card'> }) {
  const { productId, id, paymentMethod } = subscription;
  const queryClient = useQueryClient();
  const plans = usePlans(productId);
  if (!plans.data) {
    return plans.error ? (
      <ErrorState
        className="py-6"
        error={plans.error}
        title={<Trans>The plans could not be loaded</Trans>}
        onRetry={() => void plans.refetch()}
        isRetrying={plans.isFetching}
      />
    ) : (
      <Skeleton className="h-40 w-full rounded-card" />
    );
  }
  return (
    <ChangePanel
      subject={subject}
      productId={productId}
      subscriptionId={id}
      plans={plans.data.items}
      held={subscription}
      paymentMethodId={subscription.chargedPaymentMethodId}
      card={paymentMethod && <CardNumber brand={paymentMethod.brand} last4={paymentMethod.last4} isNamed />}
      onCardRefused={() => void queryClient.invalidateQueries({ queryKey: cardsKey })}
      onChangeCard={onChangeCard}
      fullFlow={
        <ButtonLink size="sm" to={paths.purchase} params={{ id: productId, subscriptionId: String(id) }}>
          <Trans>Enter the address and go on</Trans>
        </ButtonLink>
      }
      onClose={onClose}
    />
  );
}
