import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { HiddenFields, ServerErrors } from '../components/server-parts.tsx';

const address = (handler: 'SendCode' | 'Verify') => `/LoginWithMFA?handler=${handler}`;

/**
 * The second step without JavaScript: accepts any kind of code, and sends codes by mail or text message. The server
 * reports what is impossible.
 */
export function ScriptlessForm() {
  const { t } = useLingui();
  return (
    <noscript>
      <form method="post" action={address('Verify')} className="flex flex-col gap-4">
        <HiddenFields />
        <ServerErrors />
        <Field label={t`Code`} hint={t`Six digits, or one of your recovery codes`}>
          {(control) => (
            <TextInput {...control} name="code" autoComplete="one-time-code" spellCheck={false} className="h-10" />
          )}
        </Field>
        <Checkbox name="rememberBrowser" value="true" label={<Trans>Remember this browser for 30 days</Trans>} />
        <Button type="submit" variant="primary" size="lg" block>
          <Trans>Verify</Trans>
        </Button>
        <Button type="submit" formAction={address('SendCode')} name="method" value="Email" block>
          <Trans>Send me a code by email</Trans>
        </Button>
        <Button type="submit" formAction={address('SendCode')} name="method" value="Phone" block>
          <Trans>Send me a code by text message</Trans>
        </Button>
      </form>
    </noscript>
  );
}
