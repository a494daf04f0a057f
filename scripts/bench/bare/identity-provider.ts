import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';

/**
 * An OpenID Connect provider that immediately signs in the user in `login_hint`. Arguments: port, client id, client
 * secret, redirect address.
 */
const [port = '', clientId = '', clientSecret = '', redirectUri = ''] = process.argv.slice(2);
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } as never] },
  cookies: { keys: ['a key of the measurement'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name'] },
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, sub) => ({
    accountId: sub,
    claims: () => ({ sub, email: sub, email_verified: true, given_name: 'Person' }),
  }),
});
const callback = provider.callback();

createServer((request, response) => {
  if (request.url === '/readyz') response.end();
  else if (request.url?.startsWith('/interaction/')) void finish(request, response);
  else void callback(request, response);
}).listen(Number(port), '127.0.0.1');

async function finish(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const accountId = String(params.login_hint);
  const grant = new provider.Grant({ accountId, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { login: { accountId }, consent });
}
