import type { FastifyInstance } from 'fastify';

/** Sources of the inline scripts and styles of the built pages, as written by the web build: `'sha256-…'`. */
export interface InlineHashes {
  readonly script: readonly string[];
  readonly style: readonly string[];
}

export interface ContentSecurity {
  readonly hashes: InlineHashes;
  /** True with a Stripe account. The sandbox is proxied on the portal's own origin. */
  readonly realStripe: boolean;
  /** True on pages that load reCAPTCHA. */
  readonly usesRecaptcha?: boolean;
  /** Origins of linked products and identity providers, which forms may target. */
  readonly linkedOrigins: readonly string[];
  /** Origins of the products that the page signs out of; left out on other pages. */
  readonly signOutOrigins?: readonly string[];
  /** Origins of the company's logos, unless they are `data:` URIs or the portal's own. */
  readonly imageOrigins: readonly string[];
  /** True with the web's development server, which keeps a WebSocket open. */
  readonly development?: boolean;
  /** True if the portal is reached over HTTPS. */
  readonly secure: boolean;
}

/** As Stripe requires (docs.stripe.com/security/guide, 'Content security policy'). */
const stripeSources = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://maps.googleapis.com'],
  connect: ['https://api.stripe.com', 'https://maps.googleapis.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  image: ['https://*.stripe.com'],
} as const;

/** As Google requires (developers.google.com/recaptcha/docs/faq). */
const recaptchaSources = {
  script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  connect: ['https://www.google.com/recaptcha/'],
  frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  image: [],
} as const;

/**
 * The policy of the portal's pages: own files, the build's inline scripts by hash, and the real Stripe if used. Never
 * 'unsafe-inline' for scripts (PAGE-6).
 */
export function contentSecurityPolicy(options: ContentSecurity): string {
  const { hashes, realStripe, linkedOrigins, imageOrigins, secure, development, signOutOrigins = [] } = options;
  const others = (kind: keyof typeof stripeSources) => [
    ...(realStripe ? stripeSources[kind] : []),
    ...(options.usesRecaptcha ? recaptchaSources[kind] : []),
  ];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...hashes.script, ...others('script')],
    // Positioned elements (menus, dialogs) write style attributes, which cannot run anything.
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

/** Headers of responses that are not pages. They may load and frame nothing, and nobody may frame them. */
export const closedHeaders = {
  ...common,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Headers of an image whose address contains its hash. It is cached forever, and may do nothing if opened directly. */
export const pictureHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cache-control': 'public, max-age=31536000, immutable',
};

/** Headers of a mail shown in a page. It runs nothing, loads only images, and only the portal's pages may frame it. */
export const mailDocumentHeaders = {
  'content-security-policy':
    "default-src 'none'; img-src data: https:; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'x-frame-options': 'SAMEORIGIN',
};

/**
 * Default headers of every response. A page sets its own policy. The Stripe sandbox, whose card form is framed by the
 * portal's pages, also has its own policy, and only these pages may frame it.
 */
export function installSecurityHeaders(app: FastifyInstance, publicUrl: () => string): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(sandboxPath.test(request.url) ? { ...common, 'x-frame-options': 'SAMEORIGIN' } : closedHeaders);
    if (publicUrl().startsWith('https:'))
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    done();
  });
}
