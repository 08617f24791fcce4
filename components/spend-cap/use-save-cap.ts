'use client'

import { useQueryClient, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { toast } from '@/components/ui/overlay/toast'
import { notifyOtherTabs } from '@/lib/client/other-tabs'
import { query, refreshAfter, panelMutation } from '@/lib/client/queries'
import { isApiError, wasRefused } from '@/lib/domain/api-error'
import { formatZloty } from '@/lib/domain/format/format'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/format/money'
import { capSource, readOwnCap } from '@/lib/domain/usage/overage'

import { useFreshMeter } from './use-meter'

export interface CapChange {
  readonly toPln: number | null
  /** The cap shown on the page: if the current one differs, nothing is overwritten. */
  readonly shownPln: number | null
  readonly reason: string
}

/** The cap that another user has set in the meantime; undefined for any other failure. */
export function otherCapIn(error: unknown): number | null | undefined {
  if (!isApiError(error) || error.code !== 'cap_changed') return undefined
  const { spend_cap_pln: capPln } = error.detail
  return typeof capPln === 'number' || capPln === null ? capPln : undefined
}

/**
 * The result of a change whose answer was lost: `checking` until the meter is read; undefined for any other failure.
 */
export type LostAnswer =
  | { readonly state: 'checking' | 'unread' }
  | { readonly state: 'read'; readonly nowPln: number | null }

/** True if the outcome is unknown: the panel's answer was lost, or the panel lost the service's answer. */
const isLost = (error: unknown): boolean => isApiError(error) && !wasRefused(error)

function useLostAnswer() {
  const client = useQueryClient()
  const freshMeter = useFreshMeter()
  const [lost, setLost] = useState<LostAnswer>()
  /** Reads the current cap at once; resolves with true if it is the one sent. */
  const checkOutcome = async (toPln: number | null): Promise<boolean> => {
    setLost({ state: 'checking' })
    const meter = await freshMeter()
    void refreshAfter(client, 'spendCap.set')
    const isRead = meter !== undefined && capSource(meter) !== 'unknown'
    setLost(isRead ? { state: 'read', nowPln: readOwnCap(meter) } : { state: 'unread' })
    return isRead && readOwnCap(meter) === toPln
  }
  return { lost, setLost, checkOutcome }
}

/** Sends the cap with its reason and shows the meter of the answer. The toast offers to restore the previous cap. */
export function useSaveCap() {
  const t = useTranslations('spend-cap')
  const locale = useLocale()
  const client = useQueryClient()
  const undoLabel = useTranslations('common')('undo')
  const { queryKey } = query('usage.api', {})
  const amount = (capPln: number | null) => formatZloty(capPln ?? DEFAULT_CEILING_PLN, locale)
  // It does not use `useAction`, because a lost answer is checked here before anything is refetched.
  const set = useMutation({
    ...panelMutation('spendCap.set'),
    onSuccess: ({ meter }) => {
      client.setQueryData(queryKey, meter)
      void refreshAfter(client, 'spendCap.set')
      notifyOtherTabs('spendCap.set')
    },
    onError: (error) => {
      const otherPln = otherCapIn(error)
      if (otherPln === undefined) return
      // From now on the page shows the other user's cap.
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
  const { lost, setLost, checkOutcome } = useLostAnswer()
  const save = async ({ toPln, shownPln, reason }: CapChange) => {
    const input = reason.trim()
    setLost(undefined)
    await set
      .mutateAsync({
        body: { spend_cap_pln: toPln, expected_pln: shownPln, ...(input !== '' && { reason: input }) },
      })
      .catch(async (error: unknown) => {
        if (!isLost(error) || !(await checkOutcome(toPln))) throw error
        set.reset()
      })
    toast.success(t(toPln === null ? 'savedDefault' : 'saved', { cap: amount(toPln) }), {
      action: { label: undoLabel, onPress: () => undo(shownPln, toPln) },
    })
  }
  const reset = () => {
    setLost(undefined)
    set.reset()
  }
  return { save, isPending: set.isPending || lost?.state === 'checking', error: set.error, lost, reset }
}
