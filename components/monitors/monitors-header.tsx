'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { useCountValues } from '@/components/ui/use-count-values'
import { query } from '@/lib/client/queries'
import { formatInteger } from '@/lib/domain/format'

const loadPaste = () => import('./paste-dialog').then((module) => module.PasteDialog)
const PasteDialog = dynamic(loadPaste, { ssr: false })

function Places() {
  const t = useTranslations('monitors')
  const locale = useLocale()
  const counted = useCountValues()
  const { data } = useQuery(query('usage.summary', {}))
  const current = data?.counts?.monitors
  const limit = data?.limits?.monitors
  if (current === undefined) return null
  if (limit === undefined || limit === null) return t('countOnly', counted(current))
  return t('count', { count: formatInteger(current, locale), limit: formatInteger(limit, locale) })
}

/** Title, places in the plan, and the way to add. */
export function MonitorsHeader() {
  const t = useTranslations('monitors')
  const creating = usePermission('monitors.bulkCreate')
  const [paste, setPaste] = useState({ isOpen: false, wasOpened: false })
  const setOpen = (isOpen: boolean) => setPaste({ isOpen, wasOpened: true })
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={
          <span className="inline-block min-h-5 tabular">
            <Places />
          </span>
        }
        actions={
          <Button
            variant="primary"
            disabledReason={creating.reason}
            onPointerEnter={() => void loadPaste()}
            onClick={() => setOpen(true)}
          >
            {t('add')}
          </Button>
        }
      />
      {paste.wasOpened && <PasteDialog isOpen={paste.isOpen} onOpenChange={setOpen} />}
    </>
  )
}
