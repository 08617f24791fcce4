'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { saveFile } from '@/components/ui/save-file'
import { SkeletonRows } from '@/components/ui/skeleton'
import { formatBytes } from '@/lib/domain/format/format'

import type { AnswerBody } from '../request/answer'

const PdfPreview = lazyComponent(
  async () => (await import('./pdf/pdf-preview')).PdfPreview,
  () => <SkeletonRows rows={8} />,
)

/** A page of a larger file may exceed the memory of a phone. */
const MAX_PREVIEW_BYTES = 25_000_000

/** Shows name, type and size of a file and saves it; a PDF is also rendered as pictures. */
export function FileBody({ body: { blob, name, type } }: { readonly body: Extract<AnswerBody, { kind: 'file' }> }) {
  const t = useTranslations('console')
  const locale = useLocale()
  const isPdf = type === 'application/pdf'
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
        <dl className="flex min-w-0 flex-wrap gap-x-5 gap-y-1">
          <div className="min-w-0">
            <dt className="text-sm text-muted">{t('file.name')}</dt>
            <dd className="font-mono break-all">{name}</dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{t('file.type')}</dt>
            <dd className="font-mono">{type === '' ? '–' : type}</dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{t('file.size')}</dt>
            <dd className="tabular">{formatBytes(blob.size, locale)}</dd>
          </div>
        </dl>
        <Button onClick={() => saveFile(name, blob)}>
          <Icon name="download" />
          {t('answer.save')}
        </Button>
      </div>
      {isPdf && blob.size <= MAX_PREVIEW_BYTES && <PdfPreview blob={blob} />}
      {isPdf && blob.size > MAX_PREVIEW_BYTES && <p className="border-t px-4 py-3 text-muted">{t('file.large')}</p>}
    </div>
  )
}
