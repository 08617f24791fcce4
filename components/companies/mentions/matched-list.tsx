'use client'

import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'

import { Badge, type Tone } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import type { IconName } from '@/components/ui/icon-paths'
import { useCountValues } from '@/components/ui/use-count-values'
import { type NameMatch, partMatches } from '@/lib/domain/companies/name-match'

import { PartEmpty, PartNote, UnreadNote } from '../part/part-notes'
import { type PartPages, type ReadItems, totalOfPages } from '../part/read-items'
import type { NamedRegister } from './named-part'

interface MatchedListProps<Item> {
  readonly part: NamedRegister
  readonly pages: PartPages
  readonly read: ReadItems<Item>
  readonly matchOf: (item: Item) => NameMatch
  readonly children: (item: Item, badge: ReactNode) => ReactNode
}

/** What was found by a name: first what has the company's number or its very name, then what is merely like it. */
export function MatchedList<Item>({ part, pages, read, matchOf, children }: MatchedListProps<Item>) {
  const t = useTranslations('company-registers.mentions')
  const found = partMatches(read.items.map((item) => ({ item, match: matchOf(item) })))
  const searched = pages[0]?.searched ?? null
  if (read.items.length === 0 && read.unread === 0)
    return (
      <PartEmpty title={t(`${part}.empty`)}>
        {searched === null ? null : <bdi>{t('searched', { text: searched })}</bdi>}
      </PartEmpty>
    )
  return (
    <>
      <FoundNote pages={pages} shown={read.items.length} searched={searched} />
      <UnreadNote count={read.unread} />
      <Matches heading={t('exact')} none={t('noExact')} entries={found.exact}>
        {children}
      </Matches>
      {found.similar.length > 0 && (
        <Matches heading={t('similar')} entries={found.similar}>
          {children}
        </Matches>
      )}
    </>
  )
}

interface FoundNoteProps {
  readonly pages: PartPages
  readonly shown: number
  readonly searched: string | null
}

/** By which text it was found, and how much of it is here. */
function FoundNote({ pages, shown, searched }: FoundNoteProps) {
  const t = useTranslations('company-registers.mentions')
  const counted = useCountValues()
  const total = totalOfPages(pages)
  const parts = [
    ...(searched === null ? [] : [t('searched', { text: searched })]),
    ...(total !== undefined && total > shown ? [t('shownOf', { shown, total: counted(total).count })] : []),
    t('maybeOther'),
  ]
  return (
    <PartNote>
      <bdi>{parts.join(' ')}</bdi>
    </PartNote>
  )
}

interface MatchesProps<Item> {
  readonly heading: string
  /** What is said where there are none. */
  readonly none?: string
  readonly entries: readonly { readonly item: Item; readonly match: NameMatch }[]
  readonly children: (item: Item, badge: ReactNode) => ReactNode
}

function Matches<Item>({ heading, none, entries, children }: MatchesProps<Item>) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t first:border-t-0">
      <h3 id={id} className="bg-ground/60 px-4 py-1.5 text-sm font-medium text-muted">
        {heading}
      </h3>
      {entries.length === 0 ? (
        <p className="px-4 py-2.5 text-muted">{none}</p>
      ) : (
        <ul className="divide-y">
          {entries.map(({ item, match }, index) => (
            <li key={index} className="px-4 py-3">
              {children(item, <MatchBadge match={match} />)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const signs: Readonly<Record<NameMatch, { readonly tone: Tone; readonly icon: IconName }>> = {
  number: { tone: 'accent', icon: 'check' },
  name: { tone: 'info', icon: 'check' },
  similar: { tone: 'neutral', icon: 'help' },
  other: { tone: 'neutral', icon: 'close' },
}

function MatchBadge({ match }: { readonly match: NameMatch }) {
  const t = useTranslations('company-registers.mentions.matches')
  const { tone, icon } = signs[match]
  return (
    <Badge tone={tone}>
      <Icon name={icon} size={11} />
      {t(match)}
    </Badge>
  )
}
