import { warsawDay } from '@/lib/domain/calendar'
import { foldLine } from '@/lib/domain/fold'
import { checkIdentifier } from '@/lib/domain/identifiers/identifiers'
import { recordChange } from '@/lib/features/audit/audit'
import { HttpError, ValidationError, type ValidationDetail } from '@/lib/http/errors'
import type { PanelContext, PanelHandler, PanelHandlersOf } from '@/lib/panel/context'
import { type AccountTx, inAccount } from '@/lib/storage/engine/account-lock'

import { NUMBERS_A_CALL } from './chunks'
import { compareRuns } from './compare-runs'
import type { whiteListRowInput } from './contract/runs'
import { readAccount } from './domain/account'
import { whiteListFile } from './files'
import { type RunRow, makeRun } from './make-run'
import { requireWhiteListRun, toWhiteListRow, viewRun, viewRuns } from './run-view'
import { moveNumbers } from './statements/numbers'
import { countGroups, countResultRows, listResultRows } from './statements/results'
import {
  countWhiteListRuns,
  deleteWhiteListRun,
  findWhiteListRun,
  listEarlierRuns,
  listWhiteListRuns,
  lockWhiteListRun,
  updateWhiteListRun,
} from './statements/runs'
import type { WhiteListRunTable } from './tables'

type RowInput = (typeof whiteListRowInput)['_output']

const MAX_EARLIER = 20
const MAX_FAULTS = 50

function checkRows(rows: readonly RowInput[], now: Date): RunRow[] {
  const today = warsawDay(now)
  const checked = rows.map((row, index) => checkRow(row, index, today))
  const faults = checked.flatMap((each) => ('faults' in each ? each.faults : []))
  if (faults.length > 0) throw new ValidationError(faults.slice(0, MAX_FAULTS))
  return checked.flatMap((each) => ('faults' in each ? [] : [each]))
}

type RowFaults = { readonly faults: readonly ValidationDetail[] }

function checkRow(row: RowInput, index: number, today: string): RunRow | RowFaults {
  const { line, nip, account = '', day } = row
  const number = checkIdentifier('nip', nip)
  const parsed = account === '' ? undefined : readAccount(account)
  if (!number.ok) return faultAt(index, 'nip', `This is not a NIP (${number.error})`)
  if (parsed?.ok === false) return faultAt(index, 'account', `This is not a Polish account number (${parsed.fault})`)
  if (day !== undefined && day > today) return faultAt(index, 'day', 'The day is in the future')
  return {
    line,
    kind: 'nip',
    value: number.value,
    account: parsed === undefined ? null : parsed.account,
    day: day ?? null,
  }
}

const faultAt = (index: number, field: string, msg: string): RowFaults => ({
  faults: [{ loc: ['body', 'rows', index, field], msg, type: 'value_error' }],
})

const create: PanelHandler<'whiteListRuns.create'> = async ({ body }, context) => {
  const { account, user, now } = context
  const rows = checkRows(body.rows, now)
  return inAccount(context, async (db) => {
    const fields = { id: body.id, account_id: account.id, schedule_id: null, name: body.name }
    const payer = { created_by: user.email, payer: user.id }
    const run = await makeRun(db, { ...fields, ...payer, afterMidnight: body.after_midnight, budget: 0, now }, rows)
    if (run === undefined) {
      // A repeated submission returns the existing run; an id of another account is refused without revealing it.
      const existing = await findWhiteListRun(db, { accountId: account.id, id: body.id })
      if (existing === undefined) throw new HttpError('conflict', 'Another check has this id')
      return viewRun(db, existing)
    }
    const after = { ...(body.name !== '' && { file: body.name }), rows: run.rows, numbers: run.numbers }
    await recordChange(db, context, { action: 'whiteListRuns.create', target: run.id, after })
    return viewRun(db, run)
  })
}

/** Folds the query like stored numbers and names, so that a NIP with dashes is found too. */
function foldedSearch(q: string | undefined): string | undefined {
  if (q === undefined) return undefined
  const digits = q.replaceAll(/[\s-]/g, '').replace(/^pl/i, '')
  return /^\d{3,}$/.test(digits) ? digits : foldLine(q)
}

type RunChange = (db: AccountTx, run: WhiteListRunTable) => Promise<void>

/** Decides on the current state of the run, which stays locked until the change is saved. */
async function changeRun(id: string, context: PanelContext, work: RunChange) {
  const { account } = context
  await requireWhiteListRun(context, id)
  return inAccount(context, async (db) => {
    const run = await lockWhiteListRun(db, id)
    if (run === undefined) throw new HttpError('not_found', 'There is no such check')
    await work(db, run)
    const changedRun = await findWhiteListRun(db, { accountId: account.id, id })
    return viewRun(db, changedRun ?? run)
  })
}

/** A call that is running is still completed and stored, because it was paid for. */
const cancel: PanelHandler<'whiteListRuns.cancel'> = ({ params }, context) =>
  changeRun(params.id, context, async (db, run) => {
    if (run.state === 'cancelled' || run.state === 'done') return
    await updateWhiteListRun(db, run.id, {
      state: 'cancelled',
      reason: null,
      message: null,
      wait_until: null,
      finished_at: context.now.toISOString(),
    })
    await recordChange(db, context, { action: 'whiteListRuns.cancel', target: run.id, after: { units: run.units } })
  })

const resume: PanelHandler<'whiteListRuns.resume'> = ({ params, body }, context) =>
  changeRun(params.id, context, async (db, run) => {
    const { again, after_midnight = run.after_midnight === 1 } = body
    const isActive = run.state === 'running' || run.state === 'waiting'
    if (run.state === 'done' && !again) return
    if (again) {
      const to = { state: 'waiting', fault: null, request_id: null } as const
      await moveNumbers(db, run.id, { from: ['unsure', 'error'], to })
    }
    await updateWhiteListRun(db, run.id, {
      after_midnight: after_midnight ? 1 : 0,
      // The user who resumes the run pays from then on.
      payer: context.user.id,
      ...RESUMED,
      ...(isActive && run.reason === 'pool' && { state: run.state, reason: run.reason, wait_until: run.wait_until }),
    })
    const after = { repeated: again, after_midnight }
    await recordChange(db, context, { action: 'whiteListRuns.resume', target: run.id, after })
  })

const RESUMED = {
  state: 'running',
  reason: null,
  message: null,
  wait_until: null,
  finished_at: null,
  failures: 0,
  chunk_size: NUMBERS_A_CALL,
} as const

const remove: PanelHandler<'whiteListRuns.delete'> = async ({ params }, context) => {
  const run = await requireWhiteListRun(context, params.id)
  await inAccount(context, async (db) => {
    const lockedRun = await lockWhiteListRun(db, run.id)
    if (lockedRun === undefined) return
    if (lockedRun.state === 'running' || lockedRun.state === 'waiting')
      throw new HttpError('conflict', 'The check is under way; cancel it first')
    await deleteWhiteListRun(db, run.id)
    const before = {
      ...(run.name !== '' && { file: run.name }),
      rows: run.rows,
      numbers: run.numbers,
      units: run.units,
    }
    await recordChange(db, context, { action: 'whiteListRuns.delete', target: run.id, before })
  })
  return undefined
}

export const whiteListRunHandlers: PanelHandlersOf<'whiteListRuns'> = {
  'whiteListRuns.list': async ({ query }, { storage: { db }, account }) => ({
    items: await viewRuns(db, await listWhiteListRuns(db, account.id, query)),
    total: await countWhiteListRuns(db, account.id),
  }),
  'whiteListRuns.create': create,
  'whiteListRuns.get': async ({ params }, context) => {
    const { db } = context.storage
    const run = await requireWhiteListRun(context, params.id)
    const earlier = await listEarlierRuns(db, run, MAX_EARLIER)
    return {
      ...(await viewRun(db, run)),
      groups: await countGroups(db, run.id),
      earlier: earlier.map(({ id, created_at, state }) => ({ id, created_at, state })),
    }
  },
  'whiteListRuns.rows': async ({ params, query }, context) => {
    const { db } = context.storage
    const { id } = await requireWhiteListRun(context, params.id)
    const { group, q, order, descending, limit, offset } = query
    const page = { order, isDescending: descending === 'true', limit, offset, group, q: foldedSearch(q) }
    return {
      items: (await listResultRows(db, id, page)).map(toWhiteListRow),
      total: await countResultRows(db, id, page),
    }
  },
  'whiteListRuns.cancel': cancel,
  'whiteListRuns.resume': resume,
  'whiteListRuns.delete': remove,
  'whiteListRuns.changes': async ({ params, query }, context) => {
    const [run, before] = await Promise.all([
      requireWhiteListRun(context, params.id),
      requireWhiteListRun(context, query.with),
    ])
    return compareRuns(context.storage.db, { before: before.id, after: run.id }, query)
  },
  'whiteListRuns.file': whiteListFile,
}
