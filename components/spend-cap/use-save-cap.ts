'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { toast } from '@/components/ui/overlay/toast'
import { tellOtherTabs } from '@/lib/client/other-tabs'
import { panelMutation, query } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'
import { formatZloty } from '@/lib/domain/format/format'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/format/money'

const changedByCap = [['usage'], ['panel', 'spendCap'], ['panel', 'rules']] as const

export interface CapSaving {
  readonly toPln: number | null
  /** What the page shows: when it is another one by now, nothing is overwritten. */
  readonly shownPln: number | null
  readonly reason: string
}

/** The cap that somebody else has set meanwhile; undefined for any other failure. */
export function otherCapIn(error: unknown): number | null | undefined {
  if (!isApiError(error) || error.code !== 'cap_changed') return undefined
  const { spend_cap_pln: capPln } = error.detail
  return typeof capPln === 'number' || capPln === null ? capPln : undefined
}

/** Sends the cap with its reason, and takes the meter of the answer. What was before can be had back from the toast. */
export function useSaveCap() {
  const t = useTranslations('spend-cap')
  const locale = useLocale()
  const client = useQueryClient()
  const undoLabel = useTranslations('common')('undo')
  const { queryKey } = query('usage.api', {})
  const amount = (capPln: number | null) => formatZloty(capPln ?? DEFAULT_CEILING_PLN, locale)
  const set = useMutation({
    ...panelMutation('spendCap.set'),
    onSuccess: ({ meter }) => {
      client.setQueryData(queryKey, meter)
      for (const queryKey of changedByCap) void client.invalidateQueries({ queryKey })
      tellOtherTabs(changedByCap)
    },
    onError: (error) => {
      const otherPln = otherCapIn(error)
      if (otherPln === undefined) return
      // The other's value is what the page shows from now on.
      client.setQueryData(queryKey, (meter) => meter && { ...meter, spend_cap_pln: otherPln })
      void client.invalidateQueries({ queryKey: ['panel', 'spendCap'] })
    },
  })
  const undo = (toPln: number | null, shownPln: number | null) =>
    set.mutate(
      { body: { spend_cap_pln: toPln, expected_pln: shownPln, reason: t('undoReason') } },
      {
        onSuccess: () => toast.success(t('undone')),
        onError: (error) => {
          const otherPln = otherCapIn(error)
          toast.error(otherPln === undefined ? t('undoFailed') : t('undoConflict', { now: amount(otherPln) }))
        },
      },
    )
  const save = async ({ toPln, shownPln, reason }: CapSaving) => {
    const input = reason.trim()
    await set.mutateAsync({
      body: { spend_cap_pln: toPln, expected_pln: shownPln, ...(input !== '' && { reason: input }) },
    })
    toast.success(t(toPln === null ? 'savedDefault' : 'saved', { cap: amount(toPln) }), {
      action: { label: undoLabel, onPress: () => undo(shownPln, toPln) },
    })
  }
  return { save, isPending: set.isPending, error: set.error, reset: set.reset }
}
