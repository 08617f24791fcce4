'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import type { SearchHit } from '@/lib/contract/records'
import { distinctiveName, searchedName } from '@/lib/domain/companies/distinctive-name'

import type { CompanyTabProps } from '../company-tab'
import { ShutPart } from '../part/part-notes'
import { PartView } from '../part/part-view'
import type { PartPages } from '../part/read-items'

/** Registers that know a company by its name. */
export type NamedRegister = 'knf' | 'uokik' | 'clauses' | 'tenders'

interface NamedPartProps extends CompanyTabProps {
  readonly part: NamedRegister
  /** Why the role may not see it. */
  readonly shut?: string | undefined
  readonly children: (found: { readonly company: SearchHit; readonly pages: PartPages }) => ReactNode
}

/** A shorter name is not asked for: it would find half the register. */
const SHORTEST_NAME = 3

/** A part that is searched by the company's name: by which text, before it is asked for. */
export function NamedPart({ part, number, company, calls, shut, children }: NamedPartProps) {
  const t = useTranslations('company-registers.mentions')
  const title = t(`${part}.title`)
  const titleId = `part-${part}`
  if (shut !== undefined) return <ShutPart title={title} titleId={titleId} reason={shut} />
  if (company === null) return <ShutPart title={title} titleId={titleId} reason={t('withoutName')} />
  const text = part === 'tenders' ? distinctiveName(company.name) : searchedName(company.name)
  if (text.length < SHORTEST_NAME) return <ShutPart title={title} titleId={titleId} reason={t('shortName')} />
  const about = (
    <>
      <p>{t(`${part}.about`)}</p>
      <p dir="auto" className="mt-1 wrap-anywhere">
        {t('willSearch', { text })}
      </p>
    </>
  )
  return (
    <PartView number={number} part={part} calls={calls} title={title} about={about}>
      {(pages) => children({ company, pages })}
    </PartView>
  )
}
