import { randomUUID } from 'node:crypto'

import { pino } from 'pino'

import type { Role } from '@/lib/domain/roles'
import { channelHandlers } from '@/lib/features/channels/handlers'
import { deliveryHandlers } from '@/lib/features/deliveries/handlers'
import { deliveriesJob } from '@/lib/features/deliveries/job'
import type { Message } from '@/lib/features/deliveries/message'
import { queueToChannels } from '@/lib/features/deliveries/queue'
import type { PanelContext } from '@/lib/panel/context'
import type { PanelJobDependencies } from '@/lib/panel/job'
import { noMail } from '@/lib/panel/mail/mailer'
import { readAllowedNetworks } from '@/lib/panel/outgoing/allowed-networks'
import type { Outgoing } from '@/lib/panel/outgoing/outgoing'
import { inAccounts } from '@/lib/storage/engine/account-lock'

import { callServiceAs, fetchAs, panelContext, sendsNothing } from '../panel-context'
import { makeMember } from '../people'
import type { TestService } from '../service'

/** Allows messages to loopback addresses, with a short timeout. */
export const loopback: Outgoing = {
  allowed: readAllowedNetworks('127.0.0.0/8') ?? sendsNothing.outgoing.allowed,
  timeoutMs: 1000,
}

export const messageOf = (overrides: Partial<Message> = {}): Message => ({
  id: `msg_${randomUUID()}`,
  type: 'event.found',
  at: '2026-11-20T11:00:00.000Z',
  title: '1 nowe zdarzenie',
  items: [{ title: 'Zmiana w KRS', lines: ['Próbna sp. z o.o.'] }],
  more: 0,
  data: { events: ['e1'] },
  ...overrides,
})

const jobDependencies = (service: TestService, more: Partial<PanelJobDependencies> = {}): PanelJobDependencies => ({
  storage: service.storage,
  clock: () => service.clock.now(),
  log: pino({ level: 'silent' }),
  dataDir: '',
  mail: noMail,
  secrets: sendsNothing.secrets,
  outgoing: loopback,
  fetchFor: ({ id }) => fetchAs(service, id),
  isEmbedded: true,
  callFor: ({ id }) => callServiceAs(service, id),
  ...more,
})

export const runSendJob = (service: TestService, more: Partial<PanelJobDependencies> = {}): Promise<void> =>
  deliveriesJob.run(jobDependencies(service, more))

type ListQuery = Partial<Parameters<(typeof deliveryHandlers)['deliveries.list']>[0]['query']>

export async function openChannelsClient(
  service: TestService,
  accountId: string,
  { role = 'owner', more = {} }: { role?: Role; more?: Partial<PanelContext> } = {},
) {
  const user = await makeMember(service.storage, { accountId, role, at: service.clock.now().toISOString() })
  const context = () =>
    panelContext(service, accountId, {
      outgoing: loopback,
      ...more,
      user: { id: user.id, email: user.email, role },
      now: service.clock.now(),
    })
  type Create = Parameters<(typeof channelHandlers)['channels.create']>[0]['body']
  return {
    user,
    context,
    create: (overrides: Partial<Create> & Pick<Create, 'url'>) =>
      channelHandlers['channels.create'](
        { body: { kind: 'webhook', name: 'System', is_team: true, ...overrides } },
        context(),
      ),
    channels: async () => (await channelHandlers['channels.list']({}, context())).items,
    update: (id: string, body: Parameters<(typeof channelHandlers)['channels.update']>[0]['body']) =>
      channelHandlers['channels.update']({ params: { id }, body }, context()),
    remove: (id: string) => channelHandlers['channels.delete']({ params: { id } }, context()),
    rotate: (id: string, body: { keep_hours: number; force: boolean }) =>
      channelHandlers['channels.rotateSecret']({ params: { id }, body }, context()),
    test: (id: string) => channelHandlers['channels.test']({ params: { id } }, context()),
    list: (query: ListQuery = {}) => {
      const none = { state: undefined, kind: undefined, channel: undefined, rule: undefined }
      return deliveryHandlers['deliveries.list'](
        { query: { ...none, since: undefined, cursor: undefined, limit: 50, ...query } },
        context(),
      )
    },
    get: (id: string) => deliveryHandlers['deliveries.get']({ params: { id } }, context()),
    replay: (id: string) => deliveryHandlers['deliveries.replay']({ params: { id } }, context()),
    replayDead: (id: string, since: string) =>
      deliveryHandlers['deliveries.replayDead']({ params: { id }, body: { since } }, context()),
    queue: (channelId: string, subjects: readonly string[], overrides: Partial<Message> = {}) =>
      inAccounts(service.storage, [accountId], (db) =>
        queueToChannels(
          db,
          subjects.map((subjectKey) => ({
            accountId,
            channelId,
            ruleId: null,
            noticeId: null,
            subjectKey,
            message: messageOf(overrides),
            language: 'pl' as const,
            now: service.clock.now(),
          })),
        ),
      ),
  }
}
