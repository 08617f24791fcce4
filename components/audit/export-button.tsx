'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { FileButton } from '@/components/ui/inputs/file-button'
import { toast } from '@/components/ui/overlay/toast'
import { saveAnswer } from '@/components/ui/save-file'
import { useKeptFocus } from '@/components/ui/use-kept-focus'
import { lazyPanelCall } from '@/lib/client/queries'
import type { Locale } from '@/lib/domain/format/locales'

import { type AuditSearch, toQuery } from './audit-search'

async function saveLog(search: AuditSearch, language: Locale, signal: AbortSignal): Promise<string> {
  const response = await lazyPanelCall('audit.export', { query: { ...toQuery(search), language } }, { signal })
  return saveAnswer(response, 'dziennik-czynnosci.csv')
}

/** The log as it is narrowed now, as a file; making it is an entry of its own. A long one can be given up. */
export function AuditExportButton({ search }: { readonly search: AuditSearch }) {
  const t = useTranslations('audit.export')
  const toText = useFailureText()
  const client = useQueryClient()
  const locale = useLocale()
  const ref = useRef<HTMLDivElement>(null)
  useKeptFocus(ref)
  const [running, setRunning] = useState<AbortController>()
  // Whoever leaves the page waits for no file.
  useEffect(() => () => running?.abort(), [running])
  const save = async () => {
    const controller = new AbortController()
    setRunning(controller)
    await saveLog(search, locale, controller.signal).then(
      (name) => toast.success(t('done', { name })),
      (error: unknown) => {
        if (controller.signal.aborted) toast.success(t('cancelled'))
        else toast.error(t('failed', { reason: toText(error) }))
      },
    )
    setRunning(undefined)
    await client.invalidateQueries({ queryKey: ['panel', 'audit'] })
  }
  return (
    <div ref={ref} className="flex flex-wrap items-center gap-2">
      {running !== undefined && (
        <Button size="sm" variant="ghost" onClick={() => running.abort()}>
          {t('cancel')}
        </Button>
      )}
      <FileButton format="csv" of={t('of')} isPending={running !== undefined} onClick={() => void save()} />
    </div>
  )
}
