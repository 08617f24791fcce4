import 'server-only'
import type { OperationAnswer } from '@/lib/client/client'
import { monitoringReaders, type PaidOperation } from '@/lib/contract/operation'
import { type OperationName, operationNames, operationOf } from '@/lib/contract/table'
import type { Role } from '@/lib/domain/roles'
import type { AccountFacts } from '@/lib/domain/usage/standing'
import { type PanelOperationName, panelOperationNames, panelOperationOf } from '@/lib/features/contract'
import { readUnread } from '@/lib/features/events/event-reads'
import { listAccountsOf } from '@/lib/features/members/statements/members'

import { mayCall } from './http/checks'
import { fetchInProcess } from './prefetch'
import { lacksSecondFactor } from './required-factor'
import { getRuntime } from './runtime'
import { type PanelSession, viewerMarkOf } from './session'

/** Plan names of the embedded service (decision 39, plan names), used when the summary is unavailable. */
const planNames = { standard: 'Standard', pro: 'Pro', enterprise: 'Enterprise' } as const

/**
 * Data of the frame around every page. Without an answer of the service the counts are missing, but the frame is shown.
 */
export async function loadFrameData(session: PanelSession) {
  const [summary, unread] = await Promise.all([fetchInProcess(session, 'usage.summary', {}), unreadEventsOf(session)])
  const { account, user } = session
  const { service } = getRuntime()
  const plan = summary?.plan ?? (service ? planNames[account.plan] : '–')
  return {
    account: { name: account.name, slug: account.slug, plan },
    user: { name: user.name, email: user.email, role: user.role },
    accounts: await readOwnAccounts(session),
    counts: { ...countsOf(summary), ...(unread > 0 && { events: unread }) },
  }
}

/** The accounts that the person may work in, sorted by name. */
async function readOwnAccounts({ user, account }: PanelSession) {
  const accounts = await listAccountsOf(getRuntime().storage.db, user.id)
  return accounts
    .map(({ id, name, role }) => ({ id, name, role, is_current: id === account.id }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'pl'))
}

/** Read from the panel's own copy, without a call to the service. */
function unreadEventsOf(session: PanelSession): Promise<number> {
  const { account, user } = session
  if (lacksSecondFactor(session) || !monitoringReaders.some((role) => role === user.role)) return Promise.resolve(0)
  return readUnread(getRuntime().storage.db, { accountId: account.id, userId: user.id })
}

function countsOf(summary: OperationAnswer<'usage.summary'> | undefined) {
  const { monitors, filters } = summary?.counts ?? {}
  return { ...(typeof monitors === 'number' && { monitors }), ...(typeof filters === 'number' && { filters }) }
}

/** State and creation date of the account; empty in remote mode, where only the service knows them. */
export const readAccountFacts = ({ account }: PanelSession): Pick<AccountFacts, 'isInactive' | 'since'> =>
  getRuntime().service ? { isInactive: account.state === 'inactive', since: account.createdAt } : {}

/** What the browser may know about the user. */
export function toViewer(session: PanelSession, plan: string) {
  const { user, account } = session
  return {
    mark: viewerMarkOf(session),
    email: user.email,
    role: user.role,
    account: { slug: account.slug, name: account.name, plan, ...readAccountFacts(session) },
    providerUrl: getRuntime().env.providerUrl,
    mode: getRuntime().service ? ('embedded' as const) : ('remote' as const),
    permitted: permittedTo(user.role),
    spendingForbidden: unpaidBy(session),
  }
}

const operationsByRole = new Map<Role, ReturnType<typeof listOperations>>()
const listOperations = (role: Role) => [
  ...operationNames.filter((name) => operationOf(name).roles.includes(role)),
  ...panelOperationNames.filter((name) => panelOperationOf(name).roles.includes(role)),
]

function permittedTo(role: Role) {
  const operations = operationsByRole.get(role) ?? listOperations(role)
  operationsByRole.set(role, operations)
  return operations
}

/** Operations that the role could call, but that the account has not allowed it because they use paid units. */
const unpaidBy = (session: PanelSession): readonly (OperationName | PanelOperationName)[] => {
  const isWithheld = (operation: PaidOperation & { readonly roles: readonly Role[] }) =>
    operation.roles.includes(session.user.role) && !mayCall(operation, session)
  return [
    ...operationNames.filter((name) => isWithheld(operationOf(name))),
    ...panelOperationNames.filter((name) => isWithheld(panelOperationOf(name))),
  ]
}
