'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { toast } from '@/components/ui/toast'
import { mutation, query } from '@/lib/client/queries'
import { formatZloty } from '@/lib/domain/format'
import { DEFAULT_CEILING_PLN } from '@/lib/domain/money'

/** Sends the cap, always with its field, and takes the meter of the answer. What was before can be had back from the toast. */
export function useSaveCap() {
  const t = useTranslations('spend-cap')
  const locale = useLocale()
  const client = useQueryClient()
  const undoLabel = useTranslations('common')('undo')
  const set = useMutation({
    ...mutation('usage.setSpendCap'),
    onSuccess: (meter) => {
      client.setQueryData(query('usage.api', {}).queryKey, meter)
      void client.invalidateQueries({ queryKey: ['usage'] })
    },
  })
  const undo = (previousPln: number | null) =>
    set.mutate({ body: { spend_cap_pln: previousPln } }, { onSuccess: () => toast.success(t('undone')) })
  const save = async (capPln: number | null, previousPln: number | null) => {
    await set.mutateAsync({ body: { spend_cap_pln: capPln } })
    const cap = formatZloty(capPln ?? DEFAULT_CEILING_PLN, locale)
    toast.success(t(capPln === null ? 'savedDefault' : 'saved', { cap }), {
      action: { label: undoLabel, onPress: () => undo(previousPln) },
    })
  }
  return { save, isPending: set.isPending, error: set.error, reset: set.reset }
}
