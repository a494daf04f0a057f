import { useAntiForgeryToken } from '../../../lib/session.ts';
import type { Submission } from '../use-submission.ts';

/** The form that registers: hidden fields only, posted natively. The anti-forgery token is read again each second. */
export function SubmissionForm({ ref, fields, action }: Submission['formProps']) {
  const token = useAntiForgeryToken();
  return (
    <form ref={ref} method="post" action={action} hidden>
      <input type="hidden" name="__RequestVerificationToken" value={token} />
      {fields?.map(([name, value]) =>
        // A hidden input would remove the line breaks of a comment.
        name === 'comments' ? (
          <textarea key={name} name={name} value={value} readOnly />
        ) : (
          <input key={name} type="hidden" name={name} value={value} />
        ),
      )}
    </form>
  );
}
