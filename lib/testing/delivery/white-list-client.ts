import { randomUUID } from 'node:crypto'

import type { Role } from '@/lib/domain/roles'
import type { PanelParsed } from '@/lib/features/contract'
import { whiteListRunHandlers } from '@/lib/features/white-list/run-handlers'
import { whiteListRunsJob } from '@/lib/features/white-list/run-job'
import { whiteListScheduleHandlers } from '@/lib/features/white-list/schedule-handlers'
import { whiteListSchedulesJob } from '@/lib/features/white-list/schedule-job'
import type { PanelContext } from '@/lib/panel/context'
import type { PanelJobDependencies } from '@/lib/panel/job'

import { jobDependenciesOf } from '../bzp-alerts'
import { freeNipOf } from '../identifiers'
import { panelContext } from '../panel-context'
import { makeMember } from '../people'
import type { TestService } from '../service'

type Body = PanelParsed<'whiteListRuns.create'>['body']
type Rows = PanelParsed<'whiteListRuns.rows'>['query']
type Schedule = PanelParsed<'whiteListSchedules.create'>['body']

type ClientOptions = {
  readonly role?: Role
  readonly account?: Parameters<TestService['createAccount']>[0]
  readonly accountId?: string
  readonly more?: Partial<PanelContext>
  readonly jobs?: Partial<PanelJobDependencies>
}

export async function openWhiteList(service: TestService, options: ClientOptions = {}) {
  const { role = 'owner', more = {}, jobs = {} } = options
  const accountId = options.accountId ?? (await service.createAccount(options.account)).accountId
  const user = await makeMember(service.storage, { accountId, role, at: service.clock.now().toISOString() })
  const context = () =>
    panelContext(service, accountId, {
      ...more,
      user: { id: user.id, email: user.email, role },
      now: service.clock.now(),
    })
  const runs = whiteListRunHandlers
  return {
    accountId,
    user,
    context,
    create: (nips: readonly string[], body: Partial<Body> = {}) =>
      runs['whiteListRuns.create'](
        {
          body: {
            id: randomUUID(),
            name: '',
            after_midnight: false,
            rows: nips.map((nip, index) => ({ line: index + 1, nip })),
            ...body,
          },
        },
        context(),
      ),
    get: (id: string) => runs['whiteListRuns.get']({ params: { id } }, context()),
    list: () => runs['whiteListRuns.list']({ query: { limit: 20, offset: 0 } }, context()),
    rows: (id: string, query: Partial<Rows> = {}) =>
      runs['whiteListRuns.rows'](
        {
          params: { id },
          query: {
            order: 'line',
            limit: 1000,
            offset: 0,
            group: undefined,
            q: undefined,
            descending: undefined,
            ...query,
          },
        },
        context(),
      ),
    cancel: (id: string) => runs['whiteListRuns.cancel']({ params: { id } }, context()),
    resume: (id: string, shouldRepeat = false) =>
      runs['whiteListRuns.resume'](
        { params: { id }, body: { again: shouldRepeat, after_midnight: undefined } },
        context(),
      ),
    remove: (id: string) => runs['whiteListRuns.delete']({ params: { id } }, context()),
    changes: (id: string, other: string) =>
      runs['whiteListRuns.changes']({ params: { id }, query: { with: other, limit: 200, offset: 0 } }, context()),
    file: (id: string, file: 'csv' | 'xlsx' | 'pdf') =>
      runs['whiteListRuns.file']({ params: { id, file }, query: { locale: undefined } }, context()),
    ...schedulesOf(context),
    runJob: () => whiteListRunsJob.run(jobDependenciesOf(service, jobs)),
    startDue: () => whiteListSchedulesJob.run(jobDependenciesOf(service, jobs)),
  }
}

const schedulesOf = (context: () => PanelContext) => ({
  schedule: (body: Partial<Schedule> = {}) =>
    whiteListScheduleHandlers['whiteListSchedules.create'](
      {
        body: {
          name: 'Dostawcy',
          tag: 'dostawcy',
          rhythm: 'daily',
          weekday: 1,
          hour: 7,
          budget_units: 100,
          after_midnight: true,
          enabled: true,
          ...body,
        },
      },
      context(),
    ),
  schedules: async () => (await whiteListScheduleHandlers['whiteListSchedules.list']({}, context())).items,
})

/** NIPs of the sample world's companies, followed by unknown ones if there are not enough. */
export async function listWhiteListNips(service: TestService, count: number): Promise<string[]> {
  const rows = await service.storage.db
    .selectFrom('subjects')
    .select('nip')
    .where('nip', 'is not', null)
    .where('kind', '=', 'company')
    .orderBy('nip')
    .limit(Math.ceil(count / 2))
    .execute()
  const knownNips = rows.flatMap(({ nip }) => (nip === null ? [] : [nip]))
  return [...knownNips, ...Array.from({ length: count - knownNips.length }, (_, index) => freeNipOf(index))]
}

export async function whiteListUnits(service: TestService, accountId: string): Promise<number> {
  const { units } = await service.storage.db
    .selectFrom('ledger')
    .select((e) => e.fn.sum<number | string>('units').as('units'))
    .where('account_id', '=', accountId)
    .where('pool', '=', 'wpv')
    .executeTakeFirstOrThrow()
  return Number(units)
}
