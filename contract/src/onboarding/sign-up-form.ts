/**
 * The addresses of the sign-up (SIGN-1), parameters with a `$`. Paths match without regard to case. The query keeps `product` and `storageKey`.
 * `$companyName` is a company's slug; without it the default company is meant.
 */
export const signUpPaths = {
  signUp: '/SignUp',
  signUpCompany: '/SignUp/$companyName',
  store: '/SignUp/$companyName/store',
  next: '/signUpNext',
  nextCompany: '/signUpNext/$companyName',
  plans: '/plans',
  plansCompany: '/plans/$companyName',
  addons: '/addons',
  addonsCompany: '/addons/$companyName',
  customizePlan: '/customizePlan',
  customizePlanCompany: '/customizePlan/$companyName',
  checkout: '/checkout',
  checkoutCompany: '/checkout/$companyName',
  confirm: '/confirm',
  confirmCompany: '/confirm/$companyName',
  skip: '/skip',
  skipCompany: '/skip/$companyName',
  confirmation: '/Confirmation',
  confirmationCompany: '/Confirmation/$companyName',
} as const;

/** The steps whose fields the final form carries. */
export const signUpSteps = [
  'email',
  'mainInfo',
  'contactInfo',
  'additionalInfo',
  'ownerInfo',
  'plans',
  'customizePlan',
  'addons',
  'checkout',
  'confirm',
] as const;
export type SignUpStep = (typeof signUpSteps)[number];

/**
 * The fields of a person and a company, with their longest values in characters (SIGN-5). A password has at most 100 here, as the specification says; one that is
 * chosen later may be longer (PWD-2).
 */
export const signUpLimits = {
  email: 254,
  organization: 200,
  firstName: 100,
  lastName: 100,
  phone: 50,
  comments: 2_000,
  country: 2,
  state: 2,
  province: 2,
  industry: 50,
  otherIndustry: 100,
  orderNumber: 100,
  password: 100,
  confirmPassword: 100,
} as const;
export type SignUpField = keyof typeof signUpLimits;

/** What the funnel counts (SIGN-25). `submitted` and `registered` are told by the server alone. */
export const signUpVisitSteps = [...signUpSteps, 'submitted', 'registered'] as const;
export type SignUpVisitStep = (typeof signUpVisitSteps)[number];

/** The company whose customers give a state in the United States and a province in Canada (SIGN-6). */
export const companyWithRegions = 1;

/** The action under which reCAPTCHA runs. The server takes no token of another one. */
export const captchaAction = 'sign_up';
