'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import { knfWarning } from '@/lib/contract/registers'
import { matchEntry } from '@/lib/domain/companies/name-match'
import { shownText } from '@/lib/domain/events/event-text'

import type { CompanyTabProps } from '../company-tab'
import { PartNote } from '../part/part-notes'
import { type ReadItem, readItems } from '../part/read-items'
import { EntryFact, EntryFacts, EntryTitle } from './entry-parts'
import { MatchedList } from './matched-list'
import { NamedPart } from './named-part'

/** Warnings of the financial regulator: a prosecutor was notified, nobody was sentenced. */
export function WarningsCard(tab: CompanyTabProps) {
  const t = useTranslations('company-registers.mentions.knf')
  return (
    <NamedPart {...tab} part="knf">
      {({ company, pages }) => {
        const read = readItems(pages, knfWarning)
        return (
          <>
            {read.items.length > 0 && <PartNote isWarning>{t('notSentenced')}</PartNote>}
            <MatchedList
              part="knf"
              pages={pages}
              read={read}
              matchOf={({ identifier, name }) => matchEntry({ identifier, names: name ? [name] : [] }, company)}
            >
              {(item, badge) => <Warning item={item} badge={badge} />}
            </MatchedList>
          </>
        )
      }}
    </NamedPart>
  )
}

interface WarningProps {
  readonly item: ReadItem<typeof knfWarning>
  readonly badge: ReactNode
}

function Warning({ item, badge }: WarningProps) {
  const t = useTranslations('company-registers.mentions')
  const { name, identifier, section, prosecutor, rulings, notes, notified_on, resolved_on } = item
  const state = resolved_on ? 'resolved' : 'unresolved'
  return (
    <>
      <EntryTitle
        badges={
          <>
            {badge}
            {/* A service that leaves the field out says neither. */}
            {resolved_on !== undefined && (
              <Badge tone={state === 'resolved' ? 'neutral' : 'warn'}>{t(`knf.${state}`)}</Badge>
            )}
          </>
        }
      >
        {shownText(name) ?? t('unnamed')}
      </EntryTitle>
      <EntryFacts>
        <EntryFact label={t('knf.notifiedOn')}>{notified_on && <Time instant={notified_on} format="date" />}</EntryFact>
        <EntryFact label={t('knf.resolvedOn')}>{resolved_on && <Time instant={resolved_on} format="date" />}</EntryFact>
        <EntryFact label={t('knf.identifier')}>{shownText(identifier)}</EntryFact>
        <EntryFact label={t('knf.prosecutor')}>{shownText(prosecutor)}</EntryFact>
        <EntryFact label={t('knf.rulings')}>{shownText(rulings)}</EntryFact>
        <EntryFact label={t('knf.notes')}>{shownText(notes)}</EntryFact>
        <EntryFact label={t('knf.section')}>{section}</EntryFact>
      </EntryFacts>
    </>
  )
}
