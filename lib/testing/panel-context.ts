import { pino } from 'pino'

import { createClient } from '@/lib/client/client'
import type { Role } from '@/lib/domain/roles'
import type { CallService, FetchService, PanelContext } from '@/lib/panel/context'
import { noMail } from '@/lib/panel/mail/mailer'
import { NO_NETWORKS } from '@/lib/panel/outgoing/allowed-networks'

import type { TestService } from './service'

/** Calls the service in process, like the panel does for an account. */
export function callServiceAs(service: TestService, accountId: string): CallService {
  const call = createClient(fetchAs(service, accountId))
  return (name, input) => call(name, input)
}

/** Like `callServiceAs`, but returns the raw response. */
export function fetchAs(service: TestService, accountId: string): FetchService {
  const principal = service.principalOf(accountId)
  return (path, init) => service.service.handleFor(principal, new Request(`http://upstream.invalid${path}`, init))
}

type Input = Partial<PanelContext> & { readonly role?: Role; readonly email?: string }

/** One secret without previous ones. */
export const secretsOf = (secret: string) => ({ current: () => secret, all: () => [secret], reload: () => undefined })

/** Dependencies of jobs that do not send messages. */
export const sendsNothing = { secrets: secretsOf('a secret of the tests'), outgoing: { allowed: NO_NETWORKS } }

export function panelContext(service: TestService, accountId: string, overrides: Input = {}): PanelContext {
  const { role = 'owner', email = `${role}@example.test`, ...rest } = overrides
  return {
    storage: service.storage,
    now: service.clock.now(),
    user: { id: `user-${email}`, email, role },
    sessionId: '00000000-0000-4000-8000-000000000000',
    account: { id: accountId, slug: 'test', name: 'Test sp. z o.o.' },
    session: { hasSecondFactor: false, secondFactorRequiredAt: null },
    secrets: secretsOf('a secret of the tests'),
    continueIn: () => undefined,
    address: '127.0.0.1',
    requestId: 'test-request',
    request: new Request('http://panel.invalid/'),
    dataDir: service.service.dependencies.config.dataDir,
    log: pino({ level: 'silent' }),
    mail: noMail,
    outgoing: { allowed: NO_NETWORKS },
    linkBase: 'http://panel.invalid',
    idleMinutes: 480,
    localPasswords: true,
    sampleSettings: { sampleData: undefined, singleSignOn: undefined },
    isEmbedded: true,
    remote: undefined,
    callService: callServiceAs(service, accountId),
    fetchService: fetchAs(service, accountId),
    ...rest,
  }
}
