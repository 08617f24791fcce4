import { type AccountLimits, type UsageDay, type UsageSummary, usageCounts, type ApiMeter } from '@/lib/contract/usage'
import { dayBounds, daysOfMonth, monthBounds, warsawDay, warsawMonth } from '@/lib/domain/calendar'
import { recordOf } from '@/lib/domain/collections/record-of'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/format/money'
import {
  dailyFigures,
  type DailyFigure,
  dailyLimitField,
  unusedDay,
  monthlyPools,
  pools,
} from '@/lib/domain/usage/pools'
import { readSpendCap, updateAccount } from '@/lib/service/accounts/statements/accounts'
import { listDays, listEndpoints, readMonth, lockMonth } from '@/lib/service/metering/statements/usage'
import { readUsageSummary } from '@/lib/service/metering/statements/usage-summary'
import type { UsageMonthTable } from '@/lib/service/metering/tables'
import { lockAccount } from '@/lib/storage/engine/account-lock'

import type { Context, HandlersOf, Account } from '../http/context'
import { lookupsLeft } from './lookup-pool'
import { plans } from './plans'
import { toLookupPool } from './pools'

/** Computed once, because zod builds a new schema on each call. */
const countNames = usageCounts.keyof().options

const documentFigures = monthlyPools.flatMap((pool) =>
  pools[pool].meterField === 'document_units' ? [pools[pool].figure] : [],
)

type MeterState = {
  readonly account: Account
  readonly counters: UsageMonthTable
  readonly spendCapPln: number | null
  readonly now: Date
}

/** Interface section 2.1 and decision 18 (API meter). */
function readApiMeter({ account, counters, spendCapPln, now }: MeterState): ApiMeter {
  const period = monthBounds(warsawMonth(now))
  return {
    period_start: period.start,
    period_end: period.end,
    included: account.limits.lookups,
    used: counters.lookups,
    overage_units: counters.overage_units,
    overage_grosz: counters.overage_grosz,
    unit_grosz: account.unitGrosz,
    document_units: documentFigures.reduce((sum, figure) => sum + counters[figure], 0),
    trial: account.state === 'trial',
    trial_requests: counters.trial_requests,
    spend_cap_pln: spendCapPln,
    max_overage_pln: spendCapPln ?? DEFAULT_CEILING_PLN,
    // An inactive account gets 402 on every call, so nothing is left.
    allowance: account.state === 'inactive' ? 0 : lookupsLeft(toLookupPool(account, counters, spendCapPln)),
  }
}

/** Interface sections 4.1 and 4.8, decisions 16–18 (usage). Periods are Warsaw months, days are Warsaw days. */
export const usageHandlers: HandlersOf<'usage'> = {
  'usage.summary': (_input, context) => summarise(context),
  'usage.api': async (_input, { account, db, now }) =>
    readApiMeter({
      account,
      now,
      spendCapPln: await readSpendCap(db, account.id),
      counters: await readMonth(db, account.id, warsawMonth(now)),
    }),
  'usage.setSpendCap': ({ body }, context) => setSpendCap(context, body.spend_cap_pln),
  'usage.daily': async ({ query }, { account, db, now }) => {
    const today = warsawDay(now)
    const days = daysOfMonth(query.month ?? warsawMonth(now)).filter((day) => day <= today)
    const [from, to] = [days[0], days.at(-1)]
    if (from === undefined || to === undefined) return { items: [] }
    const dayRows = await listDays(db, account.id, { from, to })
    const byDay = new Map(dayRows.map(({ account_id: _account, day, ...counts }) => [day, counts]))
    return { items: days.map((date): UsageDay => ({ date, ...(byDay.get(date) ?? unusedDay) })) }
  },
  'usage.breakdown': async ({ query }, { account, db, now }) => {
    const rows = await listEndpoints(db, account.id, query.month ?? warsawMonth(now))
    return { items: rows.map(({ endpoint, pool, calls, units }) => ({ endpoint, pool, calls, units })) }
  },
}

type DailyFields = Omit<UsageSummary['daily'], 'day_start' | 'day_end'>

/** Computed once: building the names on each call costs more than the rest of the answer. */
const dailyFieldPairs = dailyFigures.map((figure) => ({ figure, limitField: dailyLimitField(figure) }))

/** Each daily pool with its limit. Safe: there is a pair for each figure. */
function dailyFields(used: Readonly<Record<DailyFigure, number>>, limits: AccountLimits): DailyFields {
  const fields: Partial<DailyFields> = {}
  for (const { figure, limitField } of dailyFieldPairs) {
    fields[figure] = used[figure]
    fields[limitField] = limits[figure]
  }
  return fields as DailyFields
}

async function summarise({ account, db, now }: Context) {
  const month = warsawMonth(now)
  const day = warsawDay(now)
  const used = await readUsageSummary(db, {
    accountId: account.id,
    month,
    day,
    now: now.toISOString(),
  })
  const period = monthBounds(month)
  const today = dayBounds(day)
  return {
    plan: plans[account.plan].name,
    plan_tier: account.plan,
    period_start: period.start,
    period_end: period.end,
    counts: recordOf(countNames, (field) => used[field]),
    limits: account.limits,
    daily: {
      day_start: today.start,
      day_end: today.end,
      ...dailyFields(used, account.limits),
    },
  }
}

/** Interface section 4.1, decisions 33 and 34 (spend cap): applies from the next charge on. */
async function setSpendCap(context: Context, toPln: number | null): Promise<ApiMeter> {
  const { account, caller, db, now, dependencies } = context
  const tx = await lockAccount(db, account.id)
  // Every charge takes the same lock, so no charge is decided with a mix of the old and the new cap.
  const counters = await lockMonth(db, account.id, warsawMonth(now))
  const fromPln = await readSpendCap(db, account.id)
  await updateAccount(db, account.id, { spend_cap_pln: toPln })
  const meter = readApiMeter({ account, counters, spendCapPln: toPln, now })
  const change = { accountId: account.id, caller, fromPln, meter, now }
  if (fromPln !== toPln) await dependencies.writeLog?.recordCapChange(tx, change)
  return meter
}
