import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

import { Provider } from 'oidc-provider'

export type ProviderAccount = {
  readonly sub: string
  readonly email: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly groups?: readonly string[]
}

export type IdentityProvider = {
  readonly issuer: string
  readonly port: number
  readonly clientId: string
  readonly clientSecret: string
  /** The user who signs in next; undefined: the login is cancelled. */
  signsIn: ProviderAccount | undefined
  /** Runs before the answer of the next login, to simulate changes in the browser. */
  beforeLoginAnswer: (() => Promise<void>) | undefined
  /** Number of interactive logins. */
  readonly logins: () => number
  /** Sets the redirect address; call it before the first sign-in. */
  open(panelUrl: string): void
  stop(): Promise<void>
}

const CLIENT = { clientId: 'panel', clientSecret: 'a secret of the tests only' }
const INTERACTION = '/interaction/'

type TlsHost = { readonly host: string; readonly certificate: { readonly key: string; readonly cert: string } }

/**
 * A real OpenID provider on loopback; its login page signs in `signsIn` automatically. With a host it uses TLS under
 * that name.
 */
export async function startIdentityProvider(tlsHost?: TlsHost): Promise<IdentityProvider> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    response.writeHead(503).end()
  const handleAny = (request: IncomingMessage, response: ServerResponse) => answer(request, response)
  const server = tlsHost ? createTlsServer(tlsHost.certificate, handleAny) : createServer(handleAny)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The address of a TCP server is never a pipe name.
  const { port } = server.address() as AddressInfo
  const issuer = tlsHost ? `https://${tlsHost.host}` : `http://127.0.0.1:${port}`
  const accounts = new Map<string, ProviderAccount>()
  let logins = 0
  const idp: IdentityProvider = {
    issuer,
    port,
    ...CLIENT,
    signsIn: undefined,
    beforeLoginAnswer: undefined,
    logins: () => logins,
    open: (panelUrl) => {
      const provider = createProvider(issuer, panelUrl, accounts)
      const handle = provider.callback()
      answer = (request, response) => {
        if (request.url?.startsWith(INTERACTION) !== true) return void handle(request, response)
        const account = idp.signsIn
        if (account) {
          accounts.set(account.sub, account)
          logins += 1
        }
        const result = account
          ? { login: { accountId: account.sub } }
          : { error: 'access_denied', error_description: 'broken off' }
        const finish = async () => {
          await idp.beforeLoginAnswer?.()
          await provider.interactionFinished(request, response, result)
        }
        void finish()
      }
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return idp
}

function createProvider(issuer: string, panelUrl: string, accounts: ReadonlyMap<string, ProviderAccount>): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${panelUrl}/api/auth/callback/oidc`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    cookies: { keys: ['of the tests only'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `${INTERACTION}${uid}` },
    pkce: { required: () => true },
    findAccount: (_, sub) => {
      const account = accounts.get(sub)
      return account && { accountId: sub, claims: () => ({ ...account }) }
    },
    // Skips the consent page.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: CLIENT.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
}
