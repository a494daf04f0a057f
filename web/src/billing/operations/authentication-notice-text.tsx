import { Trans } from '@lingui/react/macro';

/** What a purchase waits for whose cardholder has to confirm. */
export function AuthenticationNoticeText({ name }: { name: string }) {
  return (
    <>
      <strong className="font-semibold">
        <Trans>Your bank asks you to confirm this payment</Trans>
      </strong>
      <br />
      <Trans>
        {name}: your purchase is complete once you confirm the payment. Without confirmation within an hour, nothing is
        bought.
      </Trans>
    </>
  );
}
