'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { usePermission } from '@/components/layout/viewer'
import { LinkButton } from '@/components/ui/button'
import { reportPreviewPath } from '@/lib/domain/routes'

interface PreviewButtonProps {
  readonly id: string
  /** The report in words, for those who hear the button alone. */
  readonly name: string
}

/** The way to the rows of a report; nothing for who may not see any. */
export function PreviewButton({ id, name }: PreviewButtonProps) {
  const t = useTranslations('reports')
  const { allowed } = usePermission('reportPreview.rows')
  if (!allowed) return null
  return (
    <LinkButton
      size="sm"
      href={asRoute(reportPreviewPath(id))}
      prefetch={false}
      aria-label={t('previewNamed', { name })}
    >
      {t('preview')}
    </LinkButton>
  )
}
