import { TextField } from './fields.tsx';

/** Who signs up, and for whom. */
export function MainStep() {
  return (
    <>
      <TextField field="organization" required autoComplete="organization" />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField field="firstName" required autoComplete="given-name" />
        <TextField field="lastName" required autoComplete="family-name" />
      </div>
    </>
  );
}
