import { addDays, atHour, type Day, isWorkingDay, startOfDay, warsawDay, weekdayOf } from '../calendar'

/** When windows end: at whole hours of Warsaw. `weekday`: 0 is Sunday. */
export type TickPlan = {
  readonly timing: 'hourly' | 'daily' | 'weekly'
  readonly digest_hour: number
  readonly weekday: number
  /** 1: only on days that are neither a Saturday nor free of work in Poland. */
  readonly working_days_only: number
}

const HOUR_MS = 3_600_000

/** The first one after an instant. */
export function tickAfter(plan: TickPlan, after: Date): Date {
  for (let day = warsawDay(after); ; day = addDays(day, 1)) {
    const tick = ticksOf(plan, day).find((each) => each > after)
    if (tick) return tick
  }
}

/** The last one up to an instant. */
export function tickUpTo(plan: TickPlan, upTo: Date): Date {
  for (let day = warsawDay(upTo); ; day = addDays(day, -1)) {
    const tick = ticksOf(plan, day).findLast((each) => each <= upTo)
    if (tick) return tick
  }
}

function ticksOf(plan: TickPlan, day: Day): readonly Date[] {
  if (plan.working_days_only === 1 && !isWorkingDay(day)) return []
  if (plan.timing === 'hourly') return hoursOf(day)
  if (plan.timing === 'weekly' && !isDayOfWeek(plan, day)) return []
  return [atHour(day, plan.digest_hour)]
}

/** 23, 24 or 25. */
function hoursOf(day: Day): readonly Date[] {
  const start = startOfDay(day).getTime()
  const count = (startOfDay(addDays(day, 1)).getTime() - start) / HOUR_MS
  return Array.from({ length: count }, (_, hour) => new Date(start + hour * HOUR_MS))
}

/** The weekday itself; of working days the first one from it on. */
function isDayOfWeek({ weekday, working_days_only: onlyWorking }: TickPlan, day: Day): boolean {
  for (let from = day; ; from = addDays(from, -1)) {
    if (weekdayOf(from) === weekday) return true
    if (onlyWorking === 0 || isWorkingDay(addDays(from, -1))) return false
  }
}
