'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { PurposeDialogHost, usePurpose } from '@/components/shared/purpose/purpose'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { lazyPanelCall } from '@/lib/client/queries'
import { newReportsZipPath } from '@/lib/domain/routes'

import { DownloadFailure } from './download-button'
import { type DownloadState, isActive, noBytes, progressOf } from './download-state'
import { followLink } from './report-file'

interface NewReportsProps {
  /** The page's source and format filters; no source means all. */
  readonly sources: readonly string[]
  readonly format: 'csv' | 'json'
}

/** Downloads all reports that the user has not downloaded yet, as one ZIP with a manifest. */
export function NewReportsButton({ sources, format }: NewReportsProps) {
  const t = useTranslations('report-downloads.everythingNew')
  const countValues = useCountValues()
  const toText = useFailureText()
  const client = useQueryClient()
  const purpose = usePurpose()
  const { reason } = usePermission('reports.download')
  const [state, setState] = useState<DownloadState>()
  const cancel = useRef<AbortController>(undefined)
  const downloadNew = useMutation({
    mutationFn: async () => {
      const query = { format, source: [...sources] }
      const offer = await lazyPanelCall('reportDownloads.new', { query })
      if (offer.reports === 0) return toast.success(t('nothing'))
      if (offer.has_personal_data && !(await purpose.ensure())) return undefined
      cancel.current = new AbortController()
      toast.success(t('started', countValues(offer.reports)))
      followLink(newReportsZipPath({ ...query, download: offer.download }))
      const active = { ...noBytes, phase: 'running' as const, total: offer.bytes }
      setState(active)
      const progress = progressOf(active)
      const { watchDownload } = await import('./watch-download')
      const id = offer.download.split('.', 1)[0] ?? ''
      const bytes = await watchDownload(id, cancel.current.signal, (now) => setState(progress(now)))
      setState({ phase: 'done', bytes, isChecked: false })
      return client.invalidateQueries({ queryKey: ['panel', 'reportDays'] })
    },
    onError: (error) => {
      setState(error)
      toast.error(t('failed', { reason: toText(error) }))
    },
  })
  return (
    <div className="flex flex-col items-end gap-1">
      <Button
        disabledReason={reason}
        isPending={downloadNew.isPending || isActive(state)}
        onClick={() => downloadNew.mutate()}
      >
        {!downloadNew.isPending && <Icon name="download" size={14} />}
        {t('take')}
      </Button>
      <DownloadFailure state={state} expiresAt={undefined} />
      <PurposeDialogHost question={purpose} />
    </div>
  )
}
