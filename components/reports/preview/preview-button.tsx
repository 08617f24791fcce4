'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { usePermission } from '@/components/layout/viewer'
import { LinkButton } from '@/components/ui/button'
import { reportPreviewPath } from '@/lib/domain/routes'

interface PreviewButtonProps {
  readonly id: string
  /** The report's description, for screen readers. */
  readonly name: string
}

/** Opens the rows of a report; renders nothing for users without permission. */
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
