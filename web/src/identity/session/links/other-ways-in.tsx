import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { intlLocales, useLocale } from '../../../lib/locale.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import type { MailedLink } from '../api/mailed-link.ts';

/** What can sign the user in besides the new password, with an offer to remove it (PWD-19). Nothing without any. */
export function OtherWaysIn({ passkeys, externalLogins, arePasskeysKept }: NonNullable<MailedLink['otherWaysIn']>) {
  const { t } = useLingui();
  const list = new Intl.ListFormat(intlLocales[useLocale()]);
  const removesPasskeys = passkeys > 0 && !arePasskeysKept;
  if (passkeys + externalLogins === 0) return null;
  const ways = list.format([
    ...(passkeys > 0 ? [plural(passkeys, { one: '# passkey', other: '# passkeys' })] : []),
    ...(externalLogins > 0 ? [plural(externalLogins, { one: '# external login', other: '# external logins' })] : []),
  ]);
  const offer =
    removesPasskeys && externalLogins > 0
      ? t`Also remove passkeys and external logins`
      : removesPasskeys
        ? t`Also remove passkeys`
        : t`Also remove external logins`;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted">
        <Trans>You can also sign in with {ways}.</Trans>
      </p>
      {(removesPasskeys || externalLogins > 0) && (
        <Checkbox
          name="removeOtherWaysIn"
          label={offer}
          hint={
            <Trans>Do this if somebody else may have used your account. You can add them again in your profile.</Trans>
          }
        />
      )}
      {arePasskeysKept && (
        <p className="text-xs text-muted">
          <Trans>
            Your passkeys stay because they are your only second factor. Sign in with one, and remove those that you do
            not know in your profile.
          </Trans>
        </p>
      )}
    </div>
  );
}
