'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { preload } from '@/components/ui/lazy/load-component'
import { toast } from '@/components/ui/overlay/toast'
import { panelQuery } from '@/lib/client/queries'
import { alertMatchesPath } from '@/lib/domain/routes'
import type { Rule } from '@/lib/features/rules/contract/rules'

import { type AlertFilter, toPreviewBody } from '../filter/alert-filter'
import { draftOfFilter, unusedName, type SavedAlertDraft } from './saved-alert-draft'
import { useProposedName } from './use-proposed-name'

const loadDialog = () => import('./saved-alert-dialog').then((module) => module.SavedAlertDialog)
const SavedAlertDialog = lazyComponent(loadDialog)

interface SaveAlertButtonProps {
  readonly filter: AlertFilter
}

export function SaveAlertButton({ filter }: SaveAlertButtonProps) {
  const t = useTranslations('bzp-save')
  const { reason } = usePermission('bzpAlerts.import')
  const client = useQueryClient()
  const locale = useLocale()
  const router = useRouter()
  const propose = useProposedName(filter.cpv)
  const [initial, setInitial] = useState<SavedAlertDraft>()
  const open = () => {
    const body = toPreviewBody(filter)
    const alerts = client.getQueryData(panelQuery('bzpAlerts.list', {}).queryKey)?.items ?? []
    const name = propose(body)
    setInitial(
      draftOfFilter(
        body,
        name === ''
          ? ''
          : unusedName(
              name,
              alerts.map((alert) => alert.name),
            ),
        locale,
      ),
    )
  }
  const onSaved = ({ id, name }: Rule) => {
    setInitial(undefined)
    const action = { label: t('toMatches'), onPress: () => router.push(asRoute(alertMatchesPath(id))) }
    toast.success(t('created', { name }), { action })
  }
  return (
    <>
      <Button
        variant="primary"
        disabledReason={reason}
        onPointerEnter={() => preload(loadDialog)}
        onFocus={() => preload(loadDialog)}
        onClick={open}
      >
        {t('button')}
      </Button>
      {initial !== undefined && (
        <SavedAlertDialog alert={null} initial={initial} onSaved={onSaved} onClose={() => setInitial(undefined)} />
      )}
    </>
  )
}
