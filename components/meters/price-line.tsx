'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useAccountFacts } from '@/components/layout/use-account-facts'
import { usePermission } from '@/components/layout/viewer'
import { Link } from '@/components/ui/link'
import { formatDateTime, formatInteger, formatNetGrosz } from '@/lib/domain/format/format'
import { routes } from '@/lib/domain/routes'
import { poolValuesOf } from '@/lib/domain/usage/pool-reading'
import type { Pool } from '@/lib/domain/usage/pools'
import { isLiftedByCap, isShut, type Stop } from '@/lib/domain/usage/standing'

import { type PoolHeadroom, readPoolHeadroom } from './price'
import { useMeter, useSummary } from './use-meters'
import { usePriceWords } from './use-price-words'

export interface PriceLineProps {
  readonly pool: Pool
  /** Units of the whole action. */
  readonly units: number
  /** The lower price, if the interface names two (decision 23, price of an RDF archive). */
  readonly unitsFrom?: number | undefined
  /** True if the charge depends on the result and `units` is its maximum. */
  readonly isMaximum?: boolean | undefined
  /** Each part in a line of its own, for a narrow place. */
  readonly isStacked?: boolean | undefined
}

/**
 * E.g. `1 zapytanie · zostało do blokady 17 212, w tym 10 962 w planie`: the cost of an action before it is paid, and
 * what the account has left.
 */
export function PriceLine(props: PriceLineProps) {
  const { pool, units, isStacked = false } = props
  const room = usePoolRoom(pool)
  const parts = [usePriceText(props), ...useRoomWords(pool, units, room)]
  const stacked = () =>
    parts.map((part) => (
      <span key={part} className="block">
        {part}
      </span>
    ))
  return (
    <span className="text-sm text-muted tabular-nums">
      {isStacked ? stacked() : parts.join(' · ')}
      <CapLink stop={room.stop} />
    </span>
  )
}

/** What ends a stop that a higher cap lifts. */
function CapLink({ stop }: { readonly stop: Stop | null | undefined }) {
  const t = useTranslations('price')
  const { allowed } = usePermission('usage.setSpendCap')
  if (!isLiftedByCap(stop ?? null)) return null
  return (
    <>
      {' · '}
      <Link href={routes.spendCap} prefetch={false} className="underline underline-offset-2">
        {t(allowed ? 'changeCap' : 'seeCap')}
      </Link>
    </>
  )
}

function usePriceText({ pool, units, unitsFrom = units, isMaximum = false }: PriceLineProps): string {
  const t = useTranslations('price')
  const words = usePriceWords()
  const price = words(pool, units)
  if (unitsFrom !== units) return t('range', { from: unitsFrom, price })
  return isMaximum ? t('upTo', { price }) : price
}

/**
 * E.g. `1 zapytanie · 0,08 zł netto`: the cost alone, for a button on a page that says elsewhere what is left. A reason
 * to refuse is always said.
 */
export function ShortPrice(props: PriceLineProps) {
  const { pool, units } = props
  const locale = useLocale()
  const room = usePoolRoom(pool)
  const roomWords = useRoomWords(pool, units, room)
  const { unitsLeft, stop } = room
  const mayBeRefused = Boolean(stop) || (typeof unitsLeft === 'number' && unitsLeft < units)
  const grosz = groszAbovePlan(units, room)
  const parts = [
    usePriceText(props),
    ...(grosz > 0 && !stop ? [formatNetGrosz(grosz, locale)] : []),
    ...(mayBeRefused ? roomWords.slice(0, 1) : []),
  ]
  return (
    <span className="text-sm text-muted tabular-nums">
      {parts.join(' · ')}
      <CapLink stop={stop} />
    </span>
  )
}

/** E.g. `zostało do blokady 17 212, w tym 10 962 w planie`, or why the service refuses; renders nothing if unknown. */
export function PoolRoomText({ pool }: { readonly pool: Pool }) {
  return useRoomWords(pool, 0, usePoolRoom(pool)).join(' · ')
}

export const usePoolRoom = (pool: Pool): PoolHeadroom => usePoolRooms()(pool)

export function usePoolRooms(): (pool: Pool) => PoolHeadroom {
  const reported = { meter: useMeter().data, summary: useSummary().data, facts: useAccountFacts() }
  return (pool) => readPoolHeadroom(pool, reported)
}

function useRoomWords(pool: Pool, units: number, room: PoolHeadroom): string[] {
  const t = useTranslations('price')
  const locale = useLocale()
  const { data: summary } = useSummary()
  const end = poolValuesOf(summary ?? {}, pool).end
  const resets = end ? [t('resets', { when: formatDateTime(end, locale) })] : []
  const { unitsLeft, free, stop } = room
  if (stop) return [t(`stopped.${stop}`), ...(isShut(stop) ? [] : resets)]
  if (unitsLeft === undefined) return []
  if (unitsLeft === null) return [t('leftUnlimited')]
  const grosz = groszAbovePlan(units, room)
  const leftWords = () => {
    const ofAll = formatInteger(unitsLeft, locale)
    if (typeof free !== 'number' || free >= unitsLeft) return t('left', { left: ofAll })
    return t('leftBoth', { left: ofAll, free: formatInteger(free, locale) })
  }
  return [
    leftWords(),
    ...(grosz > 0 ? [t('overage', { amount: formatNetGrosz(grosz, locale) })] : []),
    ...(unitsLeft < units ? resets : []),
  ]
}

/** The part of an action's cost that exceeds the plan, in grosz. */
const groszAbovePlan = (units: number, { free, unitGrosz = 0 }: PoolHeadroom): number =>
  typeof free === 'number' ? Math.max(0, units - free) * unitGrosz : 0
