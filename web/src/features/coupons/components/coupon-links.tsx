import { Trans, useLingui } from '@lingui/react/macro';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';

interface CouponLinksProps {
  code: string;
  /** The products that it is good for. */
  products: readonly { id: string; name: string }[];
}

/** Links that bring a coupon along to the checkout of a product (CPN-14). */
export function CouponLinks({ code, products }: CouponLinksProps) {
  const { t } = useLingui();
  return (
    <Card>
      <CardHeader
        title={<Trans>Links that apply it</Trans>}
        description={<Trans>Who opens one has the coupon at the checkout.</Trans>}
      />
      <div className="flex max-h-96 flex-col gap-4 overflow-y-auto border-t border-line px-5 py-4">
        {products.map(({ id, name }) => (
          <CopyField
            key={id}
            label={t`For ${name}`}
            copyLabel={t`Copy the link for ${name}`}
            value={`${window.location.origin}/Products/${id}/Subscription?coupon=${code}`}
          />
        ))}
      </div>
    </Card>
  );
}
