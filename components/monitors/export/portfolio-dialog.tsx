'use client'

import { useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/inputs/select'
import { Dialog } from '@/components/ui/overlay/dialog'
import { toast } from '@/components/ui/overlay/toast'
import { saveAnswer } from '@/components/ui/save-file'
import { useCountValues } from '@/components/ui/use-count-values'

import type { MonitorRecord } from '../data/monitor-record'
import { countTags } from './count-tags'

interface PortfolioDialogProps {
  readonly monitors: readonly MonitorRecord[]
  /** The tag chosen first; undefined for all monitors. */
  readonly tag: string | undefined
  readonly onClose: () => void
}

/** The option of all monitors; a tag is never empty. */
const ALL = ''

export function PortfolioDialog({ monitors, tag: firstTag, onClose }: PortfolioDialogProps) {
  const t = useTranslations('monitors.portfolio')
  const common = useTranslations('common')
  const locale = useLocale()
  const countValues = useCountValues()
  const counts = useMemo(() => countTags(monitors, locale), [monitors, locale])
  const [tag, setTag] = useState(firstTag !== undefined && counts.has(firstTag) ? firstTag : ALL)
  const covered = tag === ALL ? monitors.length : (counts.get(tag) ?? 0)
  const { mutate, isPending } = useAction('coverage.portfolio', {
    onSuccess: async (answer) => {
      await saveAnswer(answer, 'poswiadczenie-portfela.pdf')
      toast.success(t('saved'))
      onClose()
    },
    failed: t('failed'),
  })
  const options = [
    { value: ALL, label: t('all', countValues(monitors.length)) },
    ...[...counts].map(([name, count]) => ({ value: name, label: t('tagged', { tag: name, ...countValues(count) }) })),
  ]
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            variant="primary"
            isPending={isPending}
            disabledReason={covered === 0 ? t('nothing') : undefined}
            onClick={() => mutate({ body: { tag: tag === ALL ? null : tag, locale } })}
          >
            {t('make', countValues(covered))}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Select
          autoFocus
          label={t('scope')}
          options={options}
          value={tag}
          onChange={({ target: { value } }) => setTag(value)}
        />
        <p className="text-muted">{t('text')}</p>
      </div>
    </Dialog>
  )
}
