/**
 * The addresses of the sign-up (SIGN-1); parameters start with `$`. Paths match case-insensitively. The query keeps
 * `product` and `storageKey`. `$companyName` is a company's slug; without it, the default company is used.
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

/** The steps whose fields the final form contains. */
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
 * Maximum lengths of the fields of a person and a company, in characters (SIGN-5). A password has at most 100 here, as
 * specified; one that is chosen later may be longer (PWD-2).
 */
export const signUpLimits = {
  email: 254,
  organization: 200,
  firstName: 100,
  lastName: 100,
  hasOneName: 4,
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

/** The steps that the funnel counts (SIGN-25). Only the server reports `submitted` and `registered`. */
export const signUpVisitSteps = [...signUpSteps, 'submitted', 'registered'] as const;
export type SignUpVisitStep = (typeof signUpVisitSteps)[number];

/** The company whose customers enter a state in the United States and a province in Canada (SIGN-6). */
export const companyWithRegions = 1;

/** The reCAPTCHA action. The server refuses tokens of other actions. */
export const captchaAction = 'sign_up';
