import { Trans } from '@lingui/react/macro';

/** Explains that a purchase waits for its cardholder. */
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
