'use client'

import { useTranslations } from 'use-intl'

import { Time } from '@/components/ui/time'
import type { PanelAnswer } from '@/lib/client/client'
import { summaryParts } from '@/lib/features/companies/domain/part-rows'

import { tabOfPart } from '../company-tabs'
import { TabLink } from '../frame/tab-link'

/** Answers that were paid for and have no figure in the strip; opening them is free. */
export function KnownParts({ parts }: Pick<PanelAnswer<'companies.get'>, 'parts'>) {
  const t = useTranslations('companies.summary')
  const names = useTranslations('register-names')
  const others = parts.filter(({ part }) => !summaryParts.some((each) => each === part))
  if (others.length === 0) return null
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 border-t px-4 py-2.5 text-sm">
      <span className="text-muted">{t('alsoKnown')}</span>
      <ul className="contents">
        {others.map(({ part, asked_at: at }) => (
          <li key={part}>
            <TabLink tab={tabOfPart(part)} className="underline underline-offset-2">
              {names(`${part}.part`)}
            </TabLink>{' '}
            <Time instant={at} format="date" className="text-muted" />
          </li>
        ))}
      </ul>
    </div>
  )
}
