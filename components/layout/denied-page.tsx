'use client'

import { useTranslations } from 'use-intl'

import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import type { PageKey } from '@/lib/domain/pages'

import { usePageName } from './frame/use-page-name'
import { PageHeader } from './page-header'
import { useViewer } from './viewer'

/** Replaces a whole page that the role may not read, and names who can grant access. */
export function DeniedPage({ page }: { readonly page: PageKey }) {
  const t = useTranslations('layout')
  const name = usePageName()(page)
  const { role } = useViewer()
  return (
    <>
      <PageHeader title={name} />
      <Card>
        <EmptyState title={t('deniedPage', { page: name, role: t(`roles.${role}`) })} />
      </Card>
    </>
  )
}
