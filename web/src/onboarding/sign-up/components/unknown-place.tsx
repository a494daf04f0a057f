import { Trans, useLingui } from '@lingui/react/macro';
import type { PreloadedSignUp } from '@portico/contract';
import { signUpPaths } from '@portico/contract/sign-up';
import { preloaded } from '../../../lib/preloaded.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { SignUpFrame } from './sign-up-frame.tsx';

/** Shown if the address has an unknown brand or product, with a link to continue. */
export function UnknownPlace({ problem }: { problem: NonNullable<PreloadedSignUp['problem']> }) {
  const { t } = useLingui();
  const { name } = preloaded().company;
  const isCompany = problem === 'unknownCompany';
  const title = isCompany ? t`This company is not known here` : t`This product is not sold here`;
  return (
    <SignUpFrame title={title} hasPanel>
      <div className="my-auto py-16">
        <h1 className="text-[26px] leading-8 font-semibold tracking-tight text-balance">{title}</h1>
        <p className="mt-2 mb-7 text-muted">
          {isCompany ? (
            <Trans>The address may be misspelled. You can sign up with {name}.</Trans>
          ) : (
            <Trans>The address may be misspelled, or the product is no longer sold. See what {name} has.</Trans>
          )}
        </p>
        <a href={wayOn(isCompany)} className={buttonClasses({ variant: 'primary', size: 'lg', block: true })}>
          <Trans>Sign up with {name}</Trans>
        </a>
      </div>
    </SignUpFrame>
  );
}

/** The same brand without the product, or the default brand. */
function wayOn(isCompany: boolean): string {
  const { id, slug } = preloaded().company;
  return isCompany || id === 1 ? signUpPaths.signUp : `${signUpPaths.signUp}/${encodeURIComponent(slug)}`;
}
