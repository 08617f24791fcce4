'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { useCountValues } from '@/components/ui/use-count-values'
import type { RuleTrouble } from '@/lib/contract/panel/rule-troubles'
import { formatDateTime } from '@/lib/domain/format/format'

/** What a rule has not looked at, since when and why. */
export function RuleTroubleLine({ trouble }: { readonly trouble: RuleTrouble | null }) {
  const t = useTranslations('notifications.troubles')
  const counted = useCountValues()
  const locale = useLocale()
  if (trouble === null) return null
  const since = formatDateTime(trouble.since, locale)
  return (
    <span className="block pt-1 font-normal">
      <Badge tone="warn" className="whitespace-normal">
        {t('line', { since, why: t(`why.${trouble.code}`), ...counted(trouble.waiting) })}
      </Badge>
    </span>
  )
}
