import type { UsageDay } from '@/lib/contract/usage'
import { dayBounds, daysOfMonth, monthBounds, warsawDay, warsawMonth } from '@/lib/domain/calendar'
import { readSpendCap } from '@/lib/storage/accounts'
import { listDays, listEndpoints, readMonth } from '@/lib/storage/usage'
import { readUsageSummary } from '@/lib/storage/usage-summary'

import { apiMeterOf } from './api-meter'
import type { Context, HandlersOf } from './context'
import { plans } from './plans'
import { setSpendCap } from './spend-cap'

/** Interface 4.1, 4.8 and decisions 16–18. Periods are Warsaw months, days are Warsaw days. */
export const usageHandlers: HandlersOf<'usage'> = {
  'usage.summary': (_input, context) => summarise(context),
  'usage.api': async (_input, { account, db, now }) =>
    apiMeterOf({
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
    const counted = await listDays(db, account.id, { from, to })
    const byDay = new Map(counted.map(({ account_id: _account, day, ...counts }) => [day, counts]))
    return { items: days.map((date): UsageDay => ({ date, ...(byDay.get(date) ?? NOTHING) })) }
  },
  'usage.breakdown': async ({ query }, { account, db, now }) => {
    const rows = await listEndpoints(db, account.id, query.month ?? warsawMonth(now))
    return { items: rows.map(({ endpoint, pool, calls, units }) => ({ endpoint, pool, calls, units })) }
  },
}

const NOTHING: Omit<UsageDay, 'date'> = {
  lookups: 0,
  rdf: 0,
  pdfs: 0,
  wpv_checks: 0,
  overage_units: 0,
  overage_grosz: 0,
}

async function summarise({ account, db, now }: Context) {
  const month = warsawMonth(now)
  const day = warsawDay(now)
  const { wpv_checks, ...counts } = await readUsageSummary(db, {
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
    counts,
    limits: account.limits,
    daily: {
      day_start: today.start,
      day_end: today.end,
      wpv_checks,
      wpv_checks_limit: account.limits.wpv_checks,
    },
  }
}
