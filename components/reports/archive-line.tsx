'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { usePermission } from '@/components/layout/viewer'
import { LinkButton } from '@/components/ui/button'
import { panelQuery } from '@/lib/client/queries'
import type { ArchiveView } from '@/lib/contract/panel/archive'
import { routes } from '@/lib/domain/routes'

const REFRESH_MS = 60_000

/** Where reports are kept beyond their time, and whether that works. */
export function ArchiveLine() {
  const { allowed } = usePermission('archive.get')
  return allowed ? <ArchiveState /> : null
}

function ArchiveState() {
  const t = useTranslations('reports.archive')
  const { data } = useQuery({ ...panelQuery('archive.get', {}), refetchInterval: REFRESH_MS })
  const link = (
    <LinkButton href={routes.reportArchive} size="sm">
      {t('link')}
    </LinkButton>
  )
  const trouble = data && troubleOf(data)
  return (
    <Banner tone={trouble === undefined ? 'info' : 'danger'} className="mb-4" action={link}>
      {t(trouble ?? (data?.enabled === true ? 'on' : 'offered'))}
    </Banner>
  )
}

function troubleOf({ enabled, state, off_reason, counts }: ArchiveView): 'failing' | 'off' | 'failed' | undefined {
  if (off_reason !== null) return 'off'
  if (!enabled) return undefined
  if (state === 'failing') return counts.stored > 0 && counts.failed > 0 ? 'failed' : 'failing'
  return counts.failed > 0 ? 'failed' : undefined
}
