'use client'

import { useTranslations } from 'use-intl'

import { Time } from '@/components/ui/time'
import { uokikClause } from '@/lib/contract/registers'
import { matchEntry } from '@/lib/domain/companies/name-match'
import { shownText } from '@/lib/domain/events/event-text'

import type { CompanyTabProps } from '../company-tab'
import { FoldedText } from '../part/folded-text'
import { readItems } from '../part/read-items'
import { EntryFact, EntryFacts, EntryTitle } from './entry-parts'
import { MatchedList } from './matched-list'
import { NamedPart } from './named-part'

/** Clauses of contracts that a court held prohibited. */
export function ClausesCard(tab: CompanyTabProps) {
  const t = useTranslations('company-registers.mentions')
  return (
    <NamedPart {...tab} part="clauses">
      {({ company, pages }) => (
        <MatchedList
          part="clauses"
          pages={pages}
          read={readItems(pages, uokikClause)}
          matchOf={({ parties }) => matchEntry({ names: parties ?? [] }, company)}
        >
          {({ number, clause, entered_on, case_signature, industry, parties }, badge) => (
            <>
              <EntryTitle badges={badge}>{t('clauses.clause', { number: number ?? '' })}</EntryTitle>
              {clause && (
                <FoldedText text={clause} of={t('clauses.clause', { number: number ?? '' })} className="mt-1" />
              )}
              <EntryFacts>
                <EntryFact label={t('clauses.enteredOn')}>
                  {entered_on && <Time instant={entered_on} format="date" />}
                </EntryFact>
                <EntryFact label={t('uokik.signature')}>{case_signature}</EntryFact>
                <EntryFact label={t('industry')}>{industry}</EntryFact>
                <EntryFact label={t('parties')}>{shownText((parties ?? []).join('; '))}</EntryFact>
              </EntryFacts>
            </>
          )}
        </MatchedList>
      )}
    </NamedPart>
  )
}
