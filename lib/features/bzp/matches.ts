import { formatDateTime } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'
import type { Role } from '@/lib/domain/roles'
import { recordChange } from '@/lib/features/audit/audit'
import type { PanelParsed } from '@/lib/features/contract'
import { deliverSoon } from '@/lib/features/deliveries/sender'
import { invalidRule } from '@/lib/features/rules/invalid-rule'
import { HttpError } from '@/lib/http/errors'
import type { PanelContext, PanelHandler } from '@/lib/panel/context'
import { composeMail, type MailRow, type MailWords } from '@/lib/panel/mail/mail-layout'
import { localeOf, putPersonMail } from '@/lib/panel/mail/person-mail'
import { asViewer } from '@/lib/panel/owned'
import { countIn, wordsIn } from '@/lib/panel/words'
import { type AccountTx, inAccount } from '@/lib/storage/engine/account-lock'
import { TEAM_OWNER } from '@/lib/storage/owned'
import type { Db } from '@/lib/storage/storage'

import { teamAlertRoles, type BzpMatch } from './contract/alerts'
import { matchesPath } from './links'
import { filterOfState } from './match-filter'
import { toMatches } from './match-view'
import {
  countFilteredProcedures,
  findVisibleMatch,
  highestNumber,
  listMatches,
  markMatch,
  type MatchFilter,
  type VisibleMatch,
  updateMatch,
} from './statements/matches'
import { listColleagues } from './statements/readings'
import type { BzpMatchTable } from './tables'

/** Further procedures are only shown on the page. */
const MAX_LISTED = 20

type AssignedMatch = Pick<BzpMatch, 'alert_id' | 'tender_id' | 'notice'>

/**
 * Notifies a colleague by one mail of all procedures just assigned to them, within the transaction that assigns them.
 */
async function notifyAssignee(
  db: Db,
  { assignee, matches }: { readonly assignee: string; readonly matches: readonly AssignedMatch[] },
  context: PanelContext,
): Promise<void> {
  const { account, user, now, mail } = context
  const reader = (await listColleagues(db, account.id)).find(({ user_id: id }) => id === assignee)
  const distinct = [...new Map(matches.map((each) => [each.tender_id, each])).values()]
  if (!mail.mailer || !reader || assignee === user.id || distinct.length === 0) return
  await putPersonMail(db, {
    accountId: account.id,
    to: reader.email,
    words: assignedMail(localeOf(reader), {
      matches: distinct,
      account: account.name,
      by: user.email,
      panelUrl: mail.panelUrl,
    }),
    now,
  })
}

type AssignedMailInput = {
  readonly matches: readonly AssignedMatch[]
  readonly account: string
  readonly by: string
  readonly panelUrl: string | undefined
}

function assignedMail(locale: Locale, { matches, account, by, panelUrl }: AssignedMailInput): MailWords {
  const { words: t, say } = wordsIn(locale, 'mails', 'assigned')
  const headline = say('given', countIn(locale, matches.length))
  const rows = matches.slice(0, MAX_LISTED).map(({ alert_id, tender_id, notice }, index): MailRow => {
    const { title, authority, offers_until: until } = notice
    const lines = [authority, until && say('until', { when: formatDateTime(until, locale) })].filter(
      (line) => line !== undefined,
    )
    const name = title ? { text: title, quoted: title } : tender_id
    const value = [name, ...lines.filter((line): line is string => Boolean(line))] as const
    return panelUrl === undefined
      ? [String(index + 1), value]
      : [String(index + 1), value, `${panelUrl}${matchesPath(alert_id, tender_id)}`]
  })
  return composeMail({
    locale,
    subject: `${headline} – ${account}`,
    headline,
    rows: [...rows, [t.account, account], [t.by, by]],
    notes: matches.length > MAX_LISTED ? [t.more] : [],
  })
}

export const listHandler: PanelHandler<'bzpMatches.list'> = async ({ query }, context) => {
  const { db } = context.storage
  const viewer = asViewer(context)
  const filter: MatchFilter = {
    ...filterOfState(query.state, context.now),
    alertIds: query.alert,
    text: query.q,
    tenderId: query.tender,
  }
  const before = numberIn(query.cursor)
  // Read before the rows: matches found in between are not in the list, and must not count as seen.
  const upTo = await highestNumber(db, viewer, query.alert)
  const rows = await listMatches(db, viewer, { ...filter, before, limit: query.limit + 1 })
  const page = rows.slice(0, query.limit)
  return {
    items: await toMatches(db, viewer, page),
    total: await countFilteredProcedures(db, viewer, filter),
    next_cursor: rows.length > page.length ? String(page.at(-1)?.number ?? 0) : null,
    up_to: upTo,
  }
}

function numberIn(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined
  const number = /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.NaN
  if (Number.isNaN(number)) throw new HttpError('invalid', 'The cursor does not belong to this list')
  return number
}

type Change = PanelParsed<'bzpMatches.update'>['body']['change']

export const updateHandler: PanelHandler<'bzpMatches.update'> = async ({ body: { items, change } }, context) => {
  const changed = await inAccount(context, async (db) => {
    const viewer = asViewer(context)
    const keys = [...new Map(items.map((key) => [keyOf(key), key])).values()]
    const assignedKeys = new Set<string>()
    for (const key of keys) {
      const match = await requireMatch(db, key, context)
      if (match.assignee !== change.assignee) assignedKeys.add(keyOf(key))
      await changeMatch(db, match, { ...context, change })
    }
    const rows: VisibleMatch[] = []
    for (const key of keys) rows.push(await requireMatch(db, key, context))
    const matches = await toMatches(db, viewer, rows)
    const { assignee } = change
    if (assignee)
      await notifyAssignee(db, { assignee, matches: matches.filter((each) => assignedKeys.has(keyOf(each))) }, context)
    return matches
  })
  if (change.assignee) deliverSoon(context)
  return { items: changed }
}

const keyOf = ({ alert_id: alert, tender_id: tender }: MatchKey): string => `${alert} ${tender}`

const teamWriters: readonly Role[] = teamAlertRoles
const mayChange = ({ owner }: VisibleMatch, { id, role }: PanelContext['user']): boolean =>
  owner === TEAM_OWNER ? teamWriters.includes(role) : owner === id

type MatchKey = Pick<BzpMatchTable, 'alert_id' | 'tender_id'>

async function requireMatch(db: Db, key: MatchKey, context: PanelContext): Promise<VisibleMatch> {
  const match = await findVisibleMatch(db, asViewer(context), key)
  if (!match) throw new HttpError('not_found', 'No alert that you see has found this procedure')
  return match
}

type ChangeContext = PanelContext & { readonly change: Change }

async function changeMatch(db: AccountTx, match: VisibleMatch, { change, ...context }: ChangeContext): Promise<void> {
  const { is_read: isRead, ...shared } = change
  if (Object.keys(shared).length > 0 && !mayChange(match, context.user)) {
    throw new HttpError('role_required', 'Your role may not change what the team has found', {
      extra: { roles: teamAlertRoles },
    })
  }
  const columns = columnsOf(shared, context)
  if (shared.assignee) await requireAssignable(db, match, { ...context, assignee: shared.assignee })
  if (Object.keys(columns).length > 0) await updateMatch(db, match, columns)
  if (isRead !== undefined) await markMatch(db, context.user.id, { ...match, is_read: isRead })
  if (match.owner === TEAM_OWNER) await recordSharedChange(db, match, { ...context, change })
}

function columnsOf(
  { is_starred, dismissed, assignee, note }: Omit<Change, 'is_read'>,
  { user, now }: PanelContext,
): Partial<BzpMatchTable> {
  return {
    ...(is_starred !== undefined && { is_starred: Number(is_starred) }),
    ...(dismissed === null && { dismissed_at: null, dismissed_by: null, dismissed_reason: null }),
    ...(dismissed && {
      dismissed_at: now.toISOString(),
      dismissed_by: user.email,
      dismissed_reason: dismissed.reason === '' ? null : dismissed.reason,
    }),
    ...(assignee !== undefined && { assignee }),
    ...(note !== undefined && { note: note === '' ? null : note }),
  }
}

/** Refuses assignees who may not see the match. */
async function requireAssignable(
  db: Db,
  { owner }: VisibleMatch,
  { assignee, user, account }: PanelContext & { readonly assignee: string },
): Promise<void> {
  const path = ['change', 'assignee']
  if (owner !== TEAM_OWNER && assignee !== user.id) {
    throw invalidRule(path, 'only_oneself', 'Nobody else can see your own alert')
  }
  const isReader = (await listColleagues(db, account.id)).some(({ user_id }) => user_id === assignee)
  if (!isReader) throw invalidRule(path, 'not_a_reader', 'This person is not a member who may see tenders')
}

/** Records changes that colleagues rely on: dismissals and assignments. */
async function recordSharedChange(
  db: AccountTx,
  match: VisibleMatch,
  { change, ...context }: ChangeContext,
): Promise<void> {
  const tender = { tender: match.tender_id }
  const target = match.alert_id
  const { dismissed, assignee } = change
  if (dismissed !== undefined && (dismissed !== null) !== (match.dismissed_at !== null)) {
    const action = dismissed === null ? 'bzpAlerts.restore' : 'bzpAlerts.dismiss'
    const after = { ...tender, ...(dismissed?.reason && { reason: dismissed.reason }) }
    await recordChange(db, context, { action, target, after })
  }
  if (assignee === undefined || assignee === match.assignee) return
  const colleagues = await listColleagues(db, context.account.id)
  const email = (id: string | null) => colleagues.find(({ user_id }) => user_id === id)?.email ?? id
  await recordChange(db, context, {
    action: 'bzpAlerts.assign',
    target,
    before: { ...tender, assignee: email(match.assignee) },
    after: { ...tender, assignee: email(assignee) },
  })
}
