import type { Preloaded } from '@portico/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../http/html.ts';
import { contentSecurityPolicy } from '../../http/security-headers.ts';
import { antiForgeryField, type Sessions } from '../session/index.ts';
import { compressDocument } from './compress.ts';
import {
  createDevelopmentDocuments,
  createDocuments,
  type DevelopmentDocument,
  type DocumentName,
} from './documents.ts';
import { collectPreloaded, type FormState, noFormState, type PreloadedDependencies } from './preloaded.ts';

export interface PagesDependencies extends PreloadedDependencies {
  readonly sessions: Sessions;
  /** The web's build, `web/dist`. */
  readonly dist: string;
  /** Takes the place of `dist` while working on the web. */
  readonly developmentDocument?: DevelopmentDocument;
  readonly realStripe: boolean;
  readonly publicUrl: () => string;
  readonly linkedOrigins: () => Promise<readonly string[]>;
}

export interface Pages {
  /** Answers with a document; `form` is what a native form left behind. Status and headers set before stay. */
  send(name: DocumentName, request: FastifyRequest, reply: FastifyReply, form?: FormState): Promise<FastifyReply>;
}

export function createPages(dependencies: PagesDependencies): Pages {
  const { dist, developmentDocument, realStripe, publicUrl, linkedOrigins } = dependencies;
  const documents = developmentDocument ? createDevelopmentDocuments(developmentDocument) : createDocuments({ dist });

  return {
    async send(name, request, reply, form = noFormState) {
      const [preloaded, hashes, linked] = await Promise.all([
        collectPreloaded(dependencies, request, reply, form),
        documents.hashes(),
        linkedOrigins(),
      ]);
      const document = await documents.render(name, request.locale, request.url, {
        preloaded: asScript(preloaded),
        antiforgery: hiddenFields({
          [antiForgeryField]: preloaded.antiForgeryToken,
          ReturnUrl: form.attemptedValues.ReturnUrl,
        }),
        errors: escapeHtml(Object.values(form.modelState).flat().join('\n')),
      });
      const policy = contentSecurityPolicy({
        hashes,
        realStripe,
        linkedOrigins: linked,
        imageOrigins: originsOf([preloaded.company.logoLight, preloaded.company.logoDark]),
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
      return reply.send(await compressDocument(document, request, reply));
    },
  };
}

/** JSON that cannot end its script element: `<` is written as an escape, and so are the two line ends that JSON allows and scripts do not. */
function asScript(preloaded: Preloaded): string {
  const json = JSON.stringify(preloaded).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<script type="application/json" id="preloaded">${json}</script>`;
}

/** What a form of the page sends along when it is posted without script. */
function hiddenFields(values: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value ? `<input type="hidden" name="${name}" value="${escapeHtml(value)}">` : ''))
    .join('');
}

function originsOf(addresses: readonly (string | null)[]): string[] {
  const origins = addresses.flatMap((address) => {
    const url = address ? URL.parse(address) : null;
    return url && /^https?:$/.test(url.protocol) ? [url.origin] : [];
  });
  return [...new Set(origins)];
}
