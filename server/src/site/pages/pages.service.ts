import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress } from '../../core/http/compress.ts';
import { contentSecurityPolicy } from '../../core/http/security-headers.ts';
import type { Sessions } from '../../identity/index.ts';
import {
  createDevelopmentDocuments,
  createDocuments,
  type DevelopmentDocument,
  type DocumentName,
} from './documents.ts';
import { createFill } from './fill.ts';
import { collectPreloaded, type FormState, noFormState, type PreloadedDependencies } from './preloaded.ts';

export interface PagesDependencies extends PreloadedDependencies {
  readonly sessions: Sessions;
  /** The web's build, `web/dist`. */
  readonly dist: string;
  /** Replaces `dist` during development of the web. */
  readonly developmentDocument?: DevelopmentDocument;
  readonly publicUrl: () => string;
  readonly linkedOrigins: () => Promise<readonly string[]>;
  /** Origins of identity providers, to which forms post. */
  readonly identityOrigins: readonly string[];
  /** The errors that a failed sign-in at an identity provider left for the next page (EXT-8). */
  readonly takeNotice: (request: FastifyRequest, reply: FastifyReply) => FormState['modelState'];
}

export interface Pages {
  /** Sends a document. `form` is the state of a form that was posted without script. Keeps status and headers that were set before. */
  send(name: DocumentName, request: FastifyRequest, reply: FastifyReply, form?: FormState): Promise<FastifyReply>;
  /** The products that are signed out together with the portal. */
  readonly signOutProducts: PreloadedDependencies['signOutProducts'];
}

export function createPages(dependencies: PagesDependencies): Pages {
  const { dist, developmentDocument, realStripe, publicUrl, linkedOrigins, identityOrigins, takeNotice } = dependencies;
  const documents = developmentDocument ? createDevelopmentDocuments(developmentDocument) : createDocuments({ dist });

  return {
    signOutProducts: dependencies.signOutProducts,
    async send(name, request, reply, form = noFormState) {
      const isSignUp = name === 'sign-up' || name === 'sign-up-step';
      const [preloaded, hashes, linked] = await Promise.all([
        collectPreloaded(
          dependencies,
          request,
          reply,
          {
            ...form,
            ...(isSignUp && { signUp: form.signUp ?? {} }),
            modelState: { ...form.modelState, ...takeNotice(request, reply) },
          },
          name === 'configure-mfa',
        ),
        documents.hashes(),
        linkedOrigins(),
      ]);
      const document = await documents.render(name, request.locale, request.url, createFill(preloaded));
      // Documents run only inline scripts with a listed hash, and are never stored (PAGE-6).
      const policy = contentSecurityPolicy({
        hashes,
        realStripe,
        usesRecaptcha: preloaded.signUp?.captcha.kind === 'recaptcha',
        linkedOrigins: [...linked, ...identityOrigins],
        signOutOrigins: listOrigins((form.signingOut?.products ?? []).map(({ url }) => url)),
        imageOrigins: listOrigins([preloaded.company.logoLight, preloaded.company.logoDark]),
        secure: publicUrl().startsWith('https:'),
        development: developmentDocument !== undefined,
      });
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'content-language': request.locale,
        'cache-control': 'no-store',
        vary: 'Accept-Encoding, Accept-Language, Cookie',
      });
      return reply.send(await compress(document, request, reply));
    },
  };
}

function listOrigins(addresses: readonly (string | null)[]): string[] {
  const origins = addresses.flatMap((address) => {
    const url = address ? URL.parse(address) : null;
    return url && /^https?:$/.test(url.protocol) ? [url.origin] : [];
  });
  return [...new Set(origins)];
}
