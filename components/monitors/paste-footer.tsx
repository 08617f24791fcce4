'use client'

import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Progress } from '@/components/ui/progress'
import { useCountValues } from '@/components/ui/use-count-values'

import { countVerdicts } from './parse-identifiers'
import type { Paste } from './use-paste'
import { usePlaces } from './use-places'

interface PasteFooterProps {
  readonly paste: Paste
  readonly onClose: () => void
}

export function PasteFooter({ paste, onClose }: PasteFooterProps) {
  const t = useTranslations('monitors.paste')
  const { job, cancel } = paste.jobs
  if (job) {
    return (
      <div className="flex-1">
        <Progress {...job} onCancel={cancel} />
      </div>
    )
  }
  if (paste.outcome) {
    return (
      <>
        <Button onClick={paste.backToDraft}>{t('back')}</Button>
        <Button onClick={paste.again}>{t('again')}</Button>
        <Button variant="primary" onClick={onClose}>
          {t('close')}
        </Button>
      </>
    )
  }
  return <SendButtons paste={paste} onClose={onClose} />
}

function SendButtons({ paste, onClose }: PasteFooterProps) {
  const t = useTranslations('monitors.paste')
  const common = useTranslations('common')
  const counted = useCountValues()
  const places = usePlaces()
  const { ok } = countVerdicts(paste.rows)
  const limit = counted(places?.limit ?? 0).count
  const full = places?.free === 0 ? t('placesNone', { limit }) : undefined
  return (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button variant="primary" disabledReason={ok === 0 ? t('nothing') : full} onClick={() => void paste.send()}>
        {t('submit', counted(ok))}
      </Button>
    </>
  )
}
