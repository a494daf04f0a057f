import type { FastifyInstance } from 'fastify';

/** Sources of the inline scripts and styles of the built documents, as the web's build wrote them: `'sha256-…'`. */
export interface InlineHashes {
  readonly script: readonly string[];
  readonly style: readonly string[];
}

export interface ContentSecurity {
  readonly hashes: InlineHashes;
  /** True with a Stripe account; the sandbox is proxied on our own origin. */
  readonly realStripe: boolean;
  /** True on pages that load reCAPTCHA. */
  readonly usesRecaptcha?: boolean;
  /** Origins of linked products and identity providers: forms may lead there. */
  readonly linkedOrigins: readonly string[];
  /** Origins of the products that the page signs out of; left out on all other pages. */
  readonly signOutOrigins?: readonly string[];
  /** Origins of the company's logos, where they are not `data:` or our own. */
  readonly imageOrigins: readonly string[];
  /** True with the web's development server, which keeps a socket open. */
  readonly development?: boolean;
  /** True where the portal is reached over https. */
  readonly secure: boolean;
}

/** As Stripe asks for (docs.stripe.com/security/guide, 'Content security policy'). */
const stripeSources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://maps.googleapis.com'],
  connect: ['https://api.stripe.com', 'https://maps.googleapis.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  image: ['https://*.stripe.com'],
} as const;

/** As Google asks for (developers.google.com/recaptcha/docs/faq). */
const recaptchaSources = {
  script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  connect: ['https://www.google.com/recaptcha/'],
  frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  image: [],
} as const;

/** The policy of our documents: own files, the build's own inline scripts by hash, Stripe where it is real; never 'unsafe-inline' for scripts (PAGE-6). */
export function contentSecurityPolicy(options: ContentSecurity): string {
  const { hashes, realStripe, linkedOrigins, imageOrigins, secure, development, signOutOrigins = [] } = options;
  const others = (kind: keyof typeof stripeSources) => [
    ...(realStripe ? stripeSources[kind] : []),
    ...(options.usesRecaptcha ? recaptchaSources[kind] : []),
  ];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashes.script, ...others('script')],
    // Attributes are written by positioned parts (menus, dialogs); they cannot run anything.
    'style-src': ["'self'", ...hashes.style],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...imageOrigins, ...others('image')],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...(development ? ['ws:'] : []), ...signOutOrigins, ...others('connect')],
    'frame-src': ["'self'", ...signOutOrigins, ...others('frame')],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...linkedOrigins],
    'frame-ancestors': ["'none'"],
  };
  const policy = Object.entries(directives).map(([name, sources]) => `${name} ${sources.join(' ')}`);
  return (secure ? [...policy, 'upgrade-insecure-requests'] : policy).join('; ');
}

const sandboxPath = /^\/+stripe-sandbox(?:[/?]|$)/i;

const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), usb=(), payment=(self "https://js.stripe.com" "https://*.js.stripe.com")',
};

/** Headers of what is no document: it may load and frame nothing, and be framed by nobody. */
export const closedHeaders = {
  ...common,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Headers of a picture whose address has its hash: it is kept for good, and opened by itself it may do nothing. */
export const pictureHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'public, max-age=31536000, immutable',
};

/** Headers of a mail that a page shows: it runs nothing and loads pictures only, and pages of the portal alone may frame it. */
export const mailDocumentHeaders = {
  'content-security-policy':
    "default-src 'none'; img-src data: https:; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'x-frame-options': 'SAMEORIGIN',
};

/**
 * Headers of every answer. A document sets its own policy over them. The Stripe sandbox, whose card form stands in a frame of our pages, brings
 * its own policy and may be framed by these pages alone.
 */
export function installSecurityHeaders(app: FastifyInstance, publicUrl: () => string): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(sandboxPath.test(request.url) ? { ...common, 'x-frame-options': 'SAMEORIGIN' } : closedHeaders);
    if (publicUrl().startsWith('https:'))
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    done();
  });
}
