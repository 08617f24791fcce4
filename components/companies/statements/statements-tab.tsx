'use client'

import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'

import type { CompanyTabProps } from '../company-tab'
import { PartView } from '../part/part-view'
import { ArchiveCard } from './archive/archive-card'
import { type ShownDocument, DocumentsView } from './documents/documents-view'
import { FiguresView } from './figures/figures-view'
import { StatementPrices } from './statement-prices'
import { useFiledItems } from './use-filed-items'

/**
 * What a company filed with the repository (RDF): its figures of several years, the documents, and all of them as one
 * file.
 */
export function StatementsTab({ number, calls }: CompanyTabProps) {
  const t = useTranslations('statements')
  const documents = useFiledItems(number)
  const [shown, setShown] = useState<ShownDocument>()
  const show = useCallback((id: string) => setShown((now) => ({ id, times: (now?.times ?? 0) + 1 })), [])
  return (
    <div className="space-y-4">
      <PartView number={number} part="financials" calls={calls} title={t('figures.title')} about={t('figures.about')}>
        {(pages) => <FiguresView number={number} answer={pages[0]?.answer} documents={documents} onShow={show} />}
      </PartView>
      <PartView
        number={number}
        part="statements"
        calls={calls}
        title={t('documents.title')}
        about={t('documents.about')}
      >
        {(pages) => <DocumentsView answer={pages[0]?.answer} calls={calls} shown={shown} />}
      </PartView>
      <ArchiveCard number={number} calls={calls} documents={documents} />
      <StatementPrices calls={calls} />
    </div>
  )
}
