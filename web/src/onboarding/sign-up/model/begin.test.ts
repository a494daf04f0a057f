// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { replacePreloaded } from '../../../lib/preloaded.ts';
import { showAt } from '../../../test/address.ts';
import { makeSignUp } from '../../../test/sign-up.ts';
import { currentVisit } from '../visit.ts';
import { beginWizard, factsOfPage } from './begin.ts';
import { emptyDetails } from './details.ts';
import { storeDetails } from './kept-details.ts';

const external = { displayName: 'Google', email: 'avery@acme.example', firstName: 'Avery', lastName: 'Stone' };

beforeEach(() => {
  localStorage.clear();
  showAt('/SignUp');
  replacePreloaded({ signUp: makeSignUp({ external }) });
});

const begin = () => beginWizard(factsOfPage());
const keep = (email: string, verifiedEmail: string | null) =>
  storeDetails(currentVisit().storageKey, factsOfPage().companyId, {
    details: { ...emptyDetails, email, organization: 'Acme', firstName: 'Avery', lastName: 'Stone' },
    planId: null,
    verifiedEmail,
  });

it('starts at the step after the address with the details of an external login', () => {
  expect(begin()).toMatchObject({ step: 'main', details: { email: external.email, firstName: 'Avery' } });
});

it('prefers the details of an external login to those typed before', () => {
  keep('typed@acme.example', null);
  expect(begin().details).toMatchObject({ email: external.email, organization: 'Acme' });
});

it('keeps an address that was changed after the external login', () => {
  keep('changed@acme.example', external.email);
  expect(begin().details.email).toBe('changed@acme.example');
});
