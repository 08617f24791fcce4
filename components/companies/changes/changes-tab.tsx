'use client'

import { useTranslations } from 'use-intl'

import type { CompanyTabProps } from '../company-tab'
import { UnavailablePart } from '../part/part-notes'
import { PartView } from '../part/part-view'
import { ChangesAnswer } from './changes-answer'

export function ChangesTab({ number, company, calls }: CompanyTabProps) {
  const t = useTranslations('companies-registers.changes')
  const title = useTranslations('register-names')('changes.part')
  if (company !== null && company.krs === null) return <UnavailablePart title={title} reason={t('withoutKrs')} />
  return (
    <PartView number={number} part="changes" calls={calls} title={title} about={t('about')}>
      {(pages) => <ChangesAnswer number={number} pages={pages} />}
    </PartView>
  )
}
