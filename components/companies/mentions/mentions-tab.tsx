'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type * as z from 'zod'

import { DecisionFile } from '@/components/meters/decision-file'
import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import { knfWarning, uokikClause, uokikDecision } from '@/lib/contract/registers'
import { shownText } from '@/lib/domain/events/event-text'
import { matchEntry } from '@/lib/features/companies/domain/name-match'

import type { CompanyTabProps } from '../company-tab'
import { FoldedText } from '../part/folded-text'
import type { ReadItem } from '../part/read-items'
import { AidCard } from './aid-card'
import { EntryFact, EntryFacts, EntryTitle } from './entry-parts'
import { NameSearchPart } from './name-search-part'
import { TendersCard } from './tenders-card'

/** Entries of other registers about the company. Most of these registers know it by name only. */
export function MentionsTab(tab: CompanyTabProps) {
  const t = useTranslations('companies-registers.mentions')
  return (
    <div className="space-y-4">
      <p className="max-w-prose text-muted">{t('byName')}</p>
      <WarningsCard {...tab} />
      <DecisionsCard {...tab} />
      <ClausesCard {...tab} />
      <AidCard {...tab} />
      <TendersCard {...tab} />
    </div>
  )
}

function ClausesCard(tab: CompanyTabProps) {
  const t = useTranslations('companies-registers.mentions')
  return (
    <NameSearchPart
      {...tab}
      part="clauses"
      item={uokikClause}
      matchOf={({ parties }, company) => matchEntry({ names: parties ?? [] }, company)}
    >
      {({ number, clause, entered_on, case_signature, industry, parties }, badge) => (
        <>
          <EntryTitle badges={badge}>{t('clauses.clause', { number: number ?? '' })}</EntryTitle>
          {clause && <FoldedText text={clause} of={t('clauses.clause', { number: number ?? '' })} className="mt-1" />}
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
    </NameSearchPart>
  )
}

/** Decisions of the competition and consumer protection office (UOKiK), each with its PDF at its price. */
function DecisionsCard(tab: CompanyTabProps) {
  return (
    <NameSearchPart
      {...tab}
      part="uokik"
      item={uokikDecision}
      matchOf={({ parties }, company) => matchEntry({ names: parties ?? [] }, company)}
    >
      {(item, badge) => <Decision item={item} badge={badge} />}
    </NameSearchPart>
  )
}

interface EntryProps<S extends z.ZodType> {
  readonly item: ReadItem<S>
  readonly badge: ReactNode
}

function Decision({ item, badge }: EntryProps<typeof uokikDecision>) {
  const t = useTranslations('companies-registers.mentions')
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

/**
 * Warnings of the financial regulator (KNF). A warning means that a prosecutor was notified, not that anyone was
 * convicted.
 */
function WarningsCard(tab: CompanyTabProps) {
  const t = useTranslations('companies-registers.mentions.knf')
  return (
    <NameSearchPart
      {...tab}
      part="knf"
      item={knfWarning}
      matchOf={({ identifier, name }, company) => matchEntry({ identifier, names: name ? [name] : [] }, company)}
      note={t('notSentenced')}
    >
      {(item, badge) => <Warning item={item} badge={badge} />}
    </NameSearchPart>
  )
}

function Warning({ item, badge }: EntryProps<typeof knfWarning>) {
  const t = useTranslations('companies-registers.mentions')
  const { name, identifier, section, prosecutor, rulings, notes, notified_on, resolved_on } = item
  const state = resolved_on ? 'resolved' : 'unresolved'
  return (
    <>
      <EntryTitle
        badges={
          <>
            {badge}
            {/* If the service leaves the field out, neither state is shown. */}
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
