import type { KyselyPlugin } from 'kysely'
import { pino } from 'pino'

import { type BzpFilter, bzpFilter } from '@/lib/contract/bzp'
import type { Role } from '@/lib/domain/roles'
import { type BzpAlertBody, bzpAlertBody } from '@/lib/features/bzp/contract/alerts'
import { bzpAlertHandlers, bzpMatchHandlers } from '@/lib/features/bzp/handlers'
import { bzpJob } from '@/lib/features/bzp/job'
import { putReading } from '@/lib/features/bzp/statements/readings'
import type { RuleBody } from '@/lib/features/rules/contract/rules'
import { ruleHandlers } from '@/lib/features/rules/handlers'
import { rulesMessagesJob } from '@/lib/features/rules/job'
import { ruleRows, wakeRule } from '@/lib/features/rules/statements/rules'
import type { PanelContext } from '@/lib/panel/context'
import type { PanelJobDependencies } from '@/lib/panel/job'
import { noMail } from '@/lib/panel/mail/mailer'
import { asAccountTx } from '@/lib/testing/as-account-tx'

import { callServiceAs, fetchAs, panelContext, sendsNothing } from './panel-context'
import { makeMember } from './people'
import type { TestService } from './service'

export const jobDependenciesOf = (
  service: TestService,
  more: Partial<PanelJobDependencies> = {},
): PanelJobDependencies => ({
  storage: service.storage,
  clock: () => service.clock.now(),
  log: pino({ level: 'silent' }),
  dataDir: '',
  mail: noMail,
  ...sendsNothing,
  isEmbedded: true,
  callFor: ({ id }) => callServiceAs(service, id),
  fetchFor: ({ id }) => fetchAs(service, id),
  ...more,
})

/** One run of the jobs that find notices and send messages about them. */
export async function runTenderJobs(service: TestService, more: Partial<PanelJobDependencies> = {}): Promise<void> {
  await bzpJob.run(jobDependenciesOf(service, more))
  await rulesMessagesJob.run(jobDependenciesOf(service, more))
}

export const filterOf = (overrides: Partial<BzpFilter> = {}): BzpFilter => bzpFilter.parse(overrides)

/** Makes an alert: by default a personal one without messages, for one keyword. */
export const alertOf = (overrides: Partial<BzpAlertBody> = {}): BzpAlertBody =>
  bzpAlertBody.parse({
    name: 'Budowy',
    filter: filterOf({ keywords: ['budowa'] }),
    is_team: false,
    delivery: 'none',
    digest_hour: 8,
    ...overrides,
  })

/** The rule for an alert; a personal one notifies the user who saves it. */
export const ruleOf = ({ filter, delivery, recipients, ...body }: BzpAlertBody, userId: string): RuleBody => ({
  ...body,
  condition: { kind: 'tender', filter },
  timing: delivery,
  enabled: true,
  language: 'pl',
  targets: (body.is_team ? recipients : [userId]).map((target) => ({ kind: 'member', target })),
})

export type AlertsClient = Awaited<ReturnType<typeof openAlertsClient>>

export async function openAlertsClient(
  service: TestService,
  accountId: string,
  { role = 'owner', email, more = {} }: { role?: Role; email?: string; more?: Partial<PanelContext> } = {},
) {
  const since = new Date(service.clock.now().getTime() - 86_400_000).toISOString()
  const user = await makeMember(service.storage, { accountId, role, at: since, ...(email !== undefined && { email }) })
  const context = () =>
    panelContext(service, accountId, {
      ...more,
      user: { id: user.id, email: user.email, role },
      now: service.clock.now(),
    })
  const matches = (query: Partial<Parameters<(typeof bzpMatchHandlers)['bzpMatches.list']>[0]['query']> = {}) =>
    bzpMatchHandlers['bzpMatches.list']({ query: { state: 'open', limit: 50, alert: undefined, ...query } }, context())
  type Update = Parameters<(typeof bzpMatchHandlers)['bzpMatches.update']>[0]['body']
  return {
    user,
    context,
    matches,
    create: (overrides: Partial<BzpAlertBody> = {}) =>
      ruleHandlers['rules.create']({ body: ruleOf(alertOf(overrides), user.id) }, context()),
    update: (id: string, { updated_at, ...body }: BzpAlertBody & { updated_at?: string }) =>
      ruleHandlers['rules.update']({ params: { id }, body: { ...ruleOf(body, user.id), updated_at } }, context()),
    remove: (id: string) => ruleHandlers['rules.delete']({ params: { id } }, context()),
    alerts: async () => (await bzpAlertHandlers['bzpAlerts.list']({}, context())).items,
    watch: async () => (await bzpAlertHandlers['bzpAlerts.list']({}, context())).watch,
    unseen: async () => (await bzpAlertHandlers['bzpAlerts.unseen']({}, context())).unseen,
    look: (id: string, up_to: number) =>
      bzpAlertHandlers['bzpAlerts.look']({ params: { id }, body: { up_to } }, context()),
    sends: async (id: string) => (await ruleHandlers['rules.notices']({ params: { id } }, context())).items,
    test: (id: string, callContext = context()) => ruleHandlers['rules.test']({ params: { id } }, callContext),
    titles: async (query: Parameters<typeof matches>[0] = {}) =>
      (await matches(query)).items.map(({ notice }) => notice.title),
    mark: (items: Update['items'], change: Update['change']) =>
      bzpMatchHandlers['bzpMatches.update']({ body: { items, change } }, context()),
  }
}

/** A tender rule inserted directly, without preview counts. */
export async function insertTenderRule(
  { db }: TestService['storage'],
  { id, accountId, name, filter, at }: { id: string; accountId: string; name: string; filter: BzpFilter; at: string },
): Promise<void> {
  const rule = {
    id,
    account_id: accountId,
    owner: '',
    name,
    kind: 'tender',
    condition: JSON.stringify({ kind: 'tender', filter }),
    timing: 'none',
    digest_hour: 8,
    weekday: 1,
    working_days_only: 0,
    quiet_from: null,
    quiet_to: null,
    muted_until: null,
    enabled: 1,
    language: 'pl',
    created_by: '',
    payer: null,
    created_at: at,
    updated_at: at,
    digest_from: at,
    since: 0,
    since_at: at,
    last_notified_hit: 0,
  } as const
  await ruleRows.insert(asAccountTx(db), rule)
  await wakeRule(asAccountTx(db), rule)
  const initialReading = {
    since_ids: null,
    read_at: null,
    complete_until: null,
    gap_until: null,
    missing: 0,
    problem: null,
  }
  await putReading(asAccountTx(db), { rule_id: id, since_position: 0, since_at: at, ...initialReading })
}

/** Makes statements that change a table fail. */
export const failingUpdates = (table: string): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    if (node.kind === 'UpdateQueryNode' && JSON.stringify(node.table).includes(`"${table}"`))
      throw new Error('broken off')
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
})
