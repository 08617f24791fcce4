'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { DecisionFile } from '@/components/meters/decision-file'
import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import { uokikDecision } from '@/lib/contract/registers'
import { matchEntry } from '@/lib/domain/companies/name-match'
import { shownText } from '@/lib/domain/events/event-text'

import type { CompanyTabProps } from '../company-tab'
import { type ReadItem, readItems } from '../part/read-items'
import { EntryFact, EntryFacts, EntryTitle } from './entry-parts'
import { MatchedList } from './matched-list'
import { NamedPart } from './named-part'

/** Decisions of the office of competition and consumer protection, each with its PDF at its price. */
export function DecisionsCard(tab: CompanyTabProps) {
  return (
    <NamedPart {...tab} part="uokik">
      {({ company, pages }) => (
        <MatchedList
          part="uokik"
          pages={pages}
          read={readItems(pages, uokikDecision)}
          matchOf={({ parties }) => matchEntry({ names: parties ?? [] }, company)}
        >
          {(item, badge) => <Decision item={item} badge={badge} />}
        </MatchedList>
      )}
    </NamedPart>
  )
}

interface DecisionProps {
  readonly item: ReadItem<typeof uokikDecision>
  readonly badge: ReactNode
}

function Decision({ item, badge }: DecisionProps) {
  const t = useTranslations('company-registers.mentions')
  const { number, decided_on, case_signature, parties, practice, fined, industry, region, appealed } = item
  const yesNo = (value: boolean | null | undefined) =>
    typeof value === 'boolean' ? t(value ? 'yes' : 'no') : undefined
  return (
    <>
      <EntryTitle
        badges={
          <>
            {badge}
            {fined === true && <Badge tone="warn">{t('uokik.finedBadge')}</Badge>}
          </>
        }
      >
        {t('uokik.decision', { number: number ?? '' })}
      </EntryTitle>
      <EntryFacts>
        <EntryFact label={t('uokik.decidedOn')}>{decided_on && <Time instant={decided_on} format="date" />}</EntryFact>
        <EntryFact label={t('uokik.signature')}>{case_signature}</EntryFact>
        <EntryFact label={t('uokik.practice')}>{practice}</EntryFact>
        <EntryFact label={t('uokik.fined')}>{yesNo(fined)}</EntryFact>
        <EntryFact label={t('uokik.appealed')}>{yesNo(appealed)}</EntryFact>
        <EntryFact label={t('industry')}>{industry}</EntryFact>
        <EntryFact label={t('uokik.region')}>{region}</EntryFact>
        <EntryFact label={t('parties')}>{shownText((parties ?? []).join('; '))}</EntryFact>
      </EntryFacts>
      {item.id !== '' && (
        <DecisionFile
          id={item.id}
          number={number ?? item.id}
          label={t('uokik.download')}
          name={t('uokik.downloadNamed', { number: number ?? item.id })}
        />
      )}
    </>
  )
}
