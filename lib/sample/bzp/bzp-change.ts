import { addDays, type Day, isWorkingDay } from '@/lib/domain/calendar'

import { rng } from '../rng'
import { uuidOf } from '../stable-uuid'
import { laterDeadline } from './bzp-facts'
import { makeBzpNotice, type SampleNotice } from './bzp-notice'
import { drawTime, type NoticeTime, timesOfDay } from './bzp-times'

/** One in this many notices is changed later. */
const EVERY = 17
/** Working days until the change. */
const WAIT = { shortest: 2, longest: 9 }

const OTHER_CHANGES = [
  'doprecyzowano opis przedmiotu zamówienia',
  'zmieniono warunki udziału w postępowaniu',
  'zmieniono kryteria oceny ofert',
] as const

/** Working days until the change; null if the notice is never changed. */
function waitOf(index: number): number | null {
  if (index % EVERY !== 0) return null
  return WAIT.shortest + (Math.floor(index / EVERY) % (WAIT.longest - WAIT.shortest + 1))
}

/**
 * Changes published on a day. They depend only on the previous days: only the notices that change on this day are
 * generated again.
 */
export function changesOfDay(day: Day, scale: number): SampleNotice[] {
  if (!isWorkingDay(day)) return []
  return daysBefore(day).flatMap(({ earlier, wait }) =>
    timesOfDay(earlier, scale)
      .filter(({ index }) => waitOf(index) === wait)
      .flatMap((notice) => changeOf(notice, day)),
  )
}

type Earlier = { readonly earlier: Day; readonly wait: number }

/** The previous days, with the number of working days from each to `day`. */
function daysBefore(day: Day): Earlier[] {
  const days: Earlier[] = []
  let wait = 1
  for (let earlier = addDays(day, -1); wait <= WAIT.longest; earlier = addDays(earlier, -1)) {
    days.push({ earlier, wait })
    if (isWorkingDay(earlier)) wait += 1
  }
  return days
}

/** Empty after the deadline for offers. The change belongs to the procedure of the original notice. */
function changeOf({ index, at }: NoticeTime, day: Day): SampleNotice[] {
  const notice = makeBzpNotice(index, at)
  const random = rng(`bzp-change|${index}`)
  const publishedAt = new Date(drawTime(random, day)).toISOString()
  const until = notice.offers_until
  if (until === null || until <= publishedAt) return []
  const isDeadline = random.chance(0.6)
  const changeText = isDeadline ? 'przedłużono termin składania ofert' : random.pick(OTHER_CHANGES)
  return [
    {
      ...notice,
      id: uuidOf(random),
      notice_number: notice.notice_number.replace(/01$/, '02'),
      notice_type: 'NoticeUpdateNotice',
      description: `${notice.description} Zmiana ogłoszenia: ${changeText}.`,
      offers_until: isDeadline ? laterDeadline(random, until) : until,
      published_at: publishedAt,
    },
  ]
}
