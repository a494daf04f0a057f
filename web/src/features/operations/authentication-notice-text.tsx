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
        {name}: what was chosen is bought once you have confirmed. After an hour without it, nothing is bought.
      </Trans>
    </>
  );
}
