'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'

export function FeedAddress({ url, onDone }: { readonly url: string; readonly onDone: () => void }) {
  const t = useTranslations('feeds.address')
  const labelId = useId()
  return (
    <div className="space-y-4">
      <p>{t('text')}</p>
      <div>
        <p id={labelId} className="mb-1.5 font-medium">
          {t('label')}
        </p>
        <div className="flex flex-wrap items-center gap-2 rounded-md border bg-hover px-3 py-2">
          <code aria-labelledby={labelId} role="group" className="min-w-0 flex-1 basis-64 font-mono text-sm break-all">
            {url}
          </code>
          <CopyButton value={url} label={t('copy')} variant="primary" autoFocus />
        </div>
      </div>
      <div className="flex justify-end">
        <Button onClick={onDone}>{t('done')}</Button>
      </div>
    </div>
  )
}
