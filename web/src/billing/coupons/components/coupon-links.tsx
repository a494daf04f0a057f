import { Trans, useLingui } from '@lingui/react/macro';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';

interface CouponLinksProps {
  code: string;
  /** The products to which the coupon applies. */
  products: readonly { id: string; name: string }[];
  /** Whether customers can use the coupon. The checkout does not accept coupons of a draft. */
  isPublished: boolean;
}

/** Links that apply a coupon in the checkout of a product (CPN-14). */
export function CouponLinks({ code, products, isPublished }: CouponLinksProps) {
  const { t } = useLingui();
  return (
    <Card>
      <CardHeader
        title={<Trans>Links that apply it</Trans>}
        description={
          <Trans>
            The coupon is entered at the checkout for customers who open a link and people who sign up with it.
          </Trans>
        }
      />
      {!isPublished && (
        <p className="border-t border-line px-5 py-4 text-muted">
          <Trans>The links appear here once the coupon is published: until then the checkout does not accept it.</Trans>
        </p>
      )}
      {isPublished && (
        <div className="flex max-h-96 flex-col gap-4 overflow-y-auto border-t border-line px-5 py-4">
          {products.map(({ id, name }) => (
            <div key={id} className="flex flex-col gap-2">
              <CopyField
                label={t`${name}, for customers`}
                copyLabel={t`Copy the link to ${name} for customers`}
                value={`${window.location.origin}/Products/${id}/Subscription?coupon=${code}`}
              />
              <CopyField
                label={t`${name}, with sign-up`}
                copyLabel={t`Copy the link to ${name} with sign-up`}
                value={`${window.location.origin}/SignUp?product=${id}&coupon=${code}`}
              />
            </div>
          ))}
        </div>
      )}
    </Card>
  );
}
