'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { saveAnswer } from '@/components/ui/save-file'
import { toast } from '@/components/ui/toast'

import { type AuditSearch, toQuery } from './audit-search'

async function saveLog(search: AuditSearch): Promise<string> {
  const { panelCall } = await import('@/lib/client/browser')
  const response = await panelCall('audit.export', { query: toQuery(search) })
  return saveAnswer(response, 'dziennik-zdarzen.csv')
}

/** The log as it is narrowed now, as a file; making it is an entry of its own. */
export function ExportButton({ search }: { readonly search: AuditSearch }) {
  const t = useTranslations('audit.export')
  const toText = useFailureText()
  const client = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const save = async () => {
    setIsPending(true)
    await saveLog(search).then(
      (name) => toast.success(t('done', { name })),
      (error: unknown) => toast.error(t('failed', { reason: toText(error) })),
    )
    setIsPending(false)
    await client.invalidateQueries({ queryKey: ['panel', 'audit'] })
  }
  return (
    <Button isPending={isPending} onClick={() => void save()}>
      <Icon name="download" />
      {t('action')}
    </Button>
  )
}
