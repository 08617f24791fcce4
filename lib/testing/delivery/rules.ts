import { warsawDay } from '@/lib/domain/calendar'
import type { Role } from '@/lib/domain/roles'
import type { PanelInput } from '@/lib/features/contract'
import { deliveriesJob } from '@/lib/features/deliveries/job'
import { lockCursor, moveCursor } from '@/lib/features/events/statements/event-cursors'
import { saveEvents, type NewEvent } from '@/lib/features/events/statements/panel-events'
import { type RuleBody, ruleOperations } from '@/lib/features/rules/contract/rules'
import { ruleHandlers } from '@/lib/features/rules/handlers'
import { rulesMessagesJob, rulesJob } from '@/lib/features/rules/job'
import type { PanelContext } from '@/lib/panel/context'
import type { PanelJobDependencies } from '@/lib/panel/job'
import { inAccounts } from '@/lib/storage/engine/account-lock'

import { jobDependenciesOf } from '../bzp-alerts'
import { panelContext } from '../panel-context'
import { makeMember } from '../people'
import type { TestService } from '../service'

type RuleOverrides = Partial<PanelInput<'rules.create'>['body']>

/** By default a personal rule for every event that notifies immediately and has no recipients. */
export const ruleOf = (overrides: RuleOverrides = {}): RuleBody =>
  ruleOperations['rules.create'].body.parse({
    name: 'Zdarzenia',
    is_team: false,
    condition: { kind: 'events' },
    timing: 'at_once',
    digest_hour: 8,
    weekday: 1,
    working_days_only: false,
    quiet: null,
    muted_until: null,
    enabled: true,
    language: 'pl',
    targets: [],
    ...overrides,
  })

/** One run of the jobs that find, notify and send. */
export async function runRuleJobs(service: TestService, more: Partial<PanelJobDependencies> = {}): Promise<void> {
  const jobs = jobDependenciesOf(service, more)
  await rulesJob.run(jobs)
  await rulesMessagesJob.run(jobs)
  await deliveriesJob.run(jobs)
}

let lastEventId = 0

/** Inserts events into the copy of the panel: by default of now, monitor `m` and KRS 0000000018. */
export async function insertPanelEvents(
  service: TestService,
  accountId: string,
  ...events: Partial<NewEvent>[]
): Promise<void> {
  const now = service.clock.now()
  const rows = events.map((event): NewEvent => {
    lastEventId += 1
    return {
      account_id: accountId,
      id: lastEventId,
      monitor_id: 'm',
      source: 'krz',
      announcement_id: `ogłoszenie-${lastEventId}`,
      identifier_type: 'krs',
      identifier_value: '0000000018',
      subject_name: 'Budex sp. z o.o.',
      title: 'Obwieszczenie',
      created_at: now.toISOString(),
      day: warsawDay(now),
      ...event,
    }
  })
  await inAccounts(service.storage, [accountId], async (db) => {
    await lockCursor(db, accountId)
    await saveEvents(db, accountId, rows)
    await moveCursor(db, accountId, { since: lastEventId, is_behind: 0, read_at: now.toISOString() })
  })
}

export async function openRules(
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
  const defaults: RuleOverrides = { targets: [{ kind: 'member', target: user.id }] }
  return {
    user,
    context,
    create: (overrides: RuleOverrides = {}) =>
      ruleHandlers['rules.create']({ body: ruleOf({ ...defaults, ...overrides }) }, context()),
    update: (id: string, overrides: RuleOverrides & { updated_at?: string } = {}) => {
      const { updated_at, ...rest } = overrides
      const body = { ...ruleOf({ ...defaults, ...rest }), ...(updated_at !== undefined && { updated_at }) }
      return ruleHandlers['rules.update']({ params: { id }, body }, context())
    },
    remove: (id: string) => ruleHandlers['rules.delete']({ params: { id } }, context()),
    list: () => ruleHandlers['rules.list']({}, context()),
    preview: (overrides: RuleOverrides = {}) => ruleHandlers['rules.preview']({ body: ruleOf(overrides) }, context()),
    notices: async (id: string) => (await ruleHandlers['rules.notices']({ params: { id } }, context())).items,
    test: (id: string) => ruleHandlers['rules.test']({ params: { id } }, context()),
  }
}
