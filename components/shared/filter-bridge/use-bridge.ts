'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useId } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { lazyPanelCall } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'
import { filterPath } from '@/lib/domain/routes'

import type { BridgedFrom } from './bridge-button'

/** What the monitors would put into a filter. Under a key of its own: as many ids as there may be are no key. */
export function useBridgePlan(from: BridgedFrom, filterId: string | undefined) {
  const asked = useId()
  return useQuery({
    queryKey: ['panel', 'filterBridges', 'plan', asked, filterId ?? 'new'],
    queryFn: async ({ signal }) => {
      const body = { from, ...(filterId !== undefined && { filter_id: filterId }) }
      return lazyPanelCall('filterBridges.plan', { body }, { signal })
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Makes the filter or adds to it, says what came of it, and offers the way there. */
export function useMakeBridge(onDone: () => void) {
  const t = useTranslations('filter-bridge')
  const router = useRouter()
  const counted = useCountValues()
  return useAction('filterBridges.make', {
    onSuccess: ({ filter_id: id, name, added }, { body }) => {
      const open = { label: t('open'), onPress: () => router.push(asRoute(filterPath(id))) }
      const said = body.filter_id === undefined ? t('created', { name }) : t('added', { ...counted(added), name })
      toast.success(said, { action: open })
      onDone()
    },
  })
}

/** Why nothing was made, in words. */
export function useBridgeProblem(error: unknown): string | undefined {
  const t = useTranslations('filter-bridge')
  const toText = useFailureText()
  if (error === null || error === undefined) return undefined
  if (!isApiError(error)) return toText(error)
  if (error.code === 'filter_limit') return t('limit', { limit: Number(error.detail['limit'] ?? 0) })
  if (error.status === 404) return t('gone')
  return error.code === 'invalid' ? t('changed') : toText(error)
}
