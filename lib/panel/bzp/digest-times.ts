import { lastTime, nextTime, type Rhythm } from '@/lib/domain/rhythm/rhythm'

/** When digests go: every day at an hour of Warsaw, or every Monday. */
export type DigestPlan = { readonly delivery: 'daily' | 'weekly'; readonly digest_hour: number }

const MONDAY = 1
const rhythmOf = ({ delivery, digest_hour }: DigestPlan): Rhythm => ({
  rhythm: delivery,
  hour: digest_hour,
  weekday: MONDAY,
})

/** The first one after an instant. */
export const nextDigest = (plan: DigestPlan, after: Date): Date => nextTime(rhythmOf(plan), after)

/** The last one up to an instant. */
export const latestDigest = (plan: DigestPlan, upTo: Date): Date => lastTime(rhythmOf(plan), upTo)

type Planned = DigestPlan & { readonly digest_from: string; readonly muted_until: string | null }

/**
 * The end of the window whose digest is due; undefined while none is. Windows that were missed are one with the last of them. What a
 * mute held back is told when it ends, not at the next usual hour.
 */
export function dueDigest(alert: Planned, now: Date): Date | undefined {
  const mutedUntil = alert.muted_until === null ? undefined : new Date(alert.muted_until)
  if (mutedUntil !== undefined && mutedUntil > now) return undefined
  const from = new Date(alert.digest_from)
  const latest = latestDigest(alert, now)
  const held = mutedUntil !== undefined && mutedUntil > latest && nextDigest(alert, from) <= mutedUntil
  const end = held ? mutedUntil : latest
  return end > from ? end : undefined
}

/** When the next digest goes. */
export function nextDigestOf(alert: Planned, now: Date): Date {
  const usual = nextDigest(alert, new Date(Math.max(now.getTime(), Date.parse(alert.digest_from))))
  const mutedUntil = alert.muted_until === null ? undefined : new Date(alert.muted_until)
  return mutedUntil !== undefined && mutedUntil > usual ? mutedUntil : usual
}
