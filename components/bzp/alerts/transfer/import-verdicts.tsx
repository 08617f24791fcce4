'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import { formatInteger } from '@/lib/domain/format/format'

import { useRefusalWords } from '../use-refusal-words'
import type { ReadAlert } from './read-alerts-file'

const MAX_NAME = 80

export function ImportVerdicts({ alerts }: { readonly alerts: readonly ReadAlert[] }) {
  const t = useTranslations('bzp-alerts.importing')
  const countValues = useCountValues()
  const bad = alerts.filter(({ verdict }) => verdict !== undefined).length
  return (
    <div className="space-y-2">
      {bad > 0 && (
        <p role="status" className="text-warn-ink">
          {t('skipped', countValues(bad))}
        </p>
      )}
      <ol className="max-h-80 divide-y overflow-y-auto rounded-lg border">
        {alerts.map(({ name, verdict }, index) => (
          // Alerts without a name differ only by their position in the file.
          <li key={index} className="flex flex-wrap items-center justify-between gap-x-3 px-3 py-1.5">
            <span className="min-w-0 break-words">
              <span className="text-sm text-muted">{t('row', { number: index + 1 })}</span> {name ?? t('unnamed')}
            </span>
            {verdict === undefined ? (
              <Badge tone="accent">{t('ready')}</Badge>
            ) : (
              <span className="text-sm text-danger-ink">{t(`verdicts.${verdict}`, { max: MAX_NAME })}</span>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}

interface ImportResultProps {
  readonly answer: PanelAnswer<'bzpAlerts.import'>
  /** The alerts in the order in which they were sent: refusals refer to them by index. */
  readonly sent: readonly ReadAlert[]
}

export function ImportResult({ answer: { saved, refused }, sent }: ImportResultProps) {
  const t = useTranslations('bzp-alerts.importing')
  const countValues = useCountValues()
  const locale = useLocale()
  const wordsOf = useRefusalWords()
  return (
    <div role="status" className="space-y-2">
      <p>{t('saved', countValues(saved))}</p>
      <p>{t('refused', countValues(refused.length))}</p>
      {refused.length > 0 && (
        <ul className="max-h-80 divide-y overflow-y-auto rounded-lg border">
          {refused.map((refusal) => (
            <li key={refusal.index} className="px-3 py-1.5 break-words">
              {refusal.name ??
                sent[refusal.index]?.name ??
                t('row', { number: formatInteger(refusal.index + 1, locale) })}
              <span className="block text-sm text-danger-ink">{wordsOf(refusal, sent[refusal.index]?.value)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
