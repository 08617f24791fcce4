'use client'

import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import type * as z from 'zod'

import { Badge, type Tone } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import type { IconName } from '@/components/ui/icon-paths'
import { useCountValues } from '@/components/ui/use-count-values'
import type { SearchHit } from '@/lib/contract/records'
import type { PagedList } from '@/lib/domain/registers/register-rows'
import { distinctiveName, searchedName } from '@/lib/features/companies/domain/distinctive-name'
import { type NameMatch, splitMatches } from '@/lib/features/companies/domain/name-match'

import type { CompanyTabProps } from '../company-tab'
import { PartEmpty, PartNote, UnavailablePart, UnreadNote } from '../part/part-notes'
import { PartView } from '../part/part-view'
import { type PartPages, type ReadItem, readItems, totalOfPages } from '../part/read-items'

/** Registers that are searched by the company's name. */
type NameSearchRegister = PagedList | 'tenders'

interface NameSearchPartProps<S extends z.ZodType> extends CompanyTabProps, MatchOptions<S> {
  readonly part: NameSearchRegister
  readonly deniedReason?: string | undefined
}

interface MatchOptions<S extends z.ZodType> {
  readonly item: S
  readonly matchOf: (item: ReadItem<S>, company: SearchHit) => NameMatch
  /** A warning shown above the entries, if there are any. */
  readonly note?: string
  readonly children: (item: ReadItem<S>, badge: ReactNode, company: SearchHit) => ReactNode
}

/** A shorter name is not searched, because it would match half the register. */
const MIN_NAME_LENGTH = 3

/** A part that is searched by the company's name; the text to be searched is shown before the request. */
export function NameSearchPart<S extends z.ZodType>({
  part,
  number,
  company,
  calls,
  deniedReason,
  ...matchOptions
}: NameSearchPartProps<S>) {
  const t = useTranslations('companies-registers.mentions')
  const title = useTranslations('register-names')(`${part}.part`)
  if (deniedReason !== undefined) return <UnavailablePart title={title} reason={deniedReason} />
  if (company === null) return <UnavailablePart title={title} reason={t('withoutName')} />
  const text = part === 'tenders' ? distinctiveName(company.name) : searchedName(company.name)
  if (text.length < MIN_NAME_LENGTH) return <UnavailablePart title={title} reason={t('shortName')} />
  const description = (
    <>
      <p>{t(`${part}.about`)}</p>
      <p dir="auto" className="mt-1 wrap-anywhere">
        {t('willSearch', { text })}
      </p>
    </>
  )
  return (
    <PartView number={number} part={part} calls={calls} title={title} about={description}>
      {(pages) => <MatchedList part={part} company={company} pages={pages} {...matchOptions} />}
    </PartView>
  )
}

interface MatchedListProps<S extends z.ZodType> extends MatchOptions<S> {
  readonly part: NameSearchRegister
  readonly company: SearchHit
  readonly pages: PartPages
}

/** Lists what a name search found: first entries with the company's number or exact name, then similar names. */
function MatchedList<S extends z.ZodType>({
  part,
  company,
  pages,
  item,
  matchOf,
  note,
  children,
}: MatchedListProps<S>) {
  const t = useTranslations('companies-registers.mentions')
  const { items, unread } = readItems(pages, item)
  const groups = splitMatches(items.map((each) => ({ item: each, match: matchOf(each, company) })))
  const searched = pages[0]?.searched ?? null
  const show = (each: ReadItem<S>, badge: ReactNode) => children(each, badge, company)
  if (items.length === 0 && unread === 0)
    return (
      <PartEmpty title={t(`${part}.empty`)}>
        {searched === null ? null : <bdi>{t('searched', { text: searched })}</bdi>}
      </PartEmpty>
    )
  return (
    <>
      {note !== undefined && items.length > 0 && <PartNote isWarning>{note}</PartNote>}
      <FoundNote pages={pages} shown={items.length} searched={searched} />
      <UnreadNote count={unread} />
      <Matches heading={t('exact')} none={t('noExact')} entries={groups.exact}>
        {show}
      </Matches>
      {groups.similar.length > 0 && (
        <Matches heading={t('similar')} entries={groups.similar}>
          {show}
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

/** Shows the searched text, and how many of the results are listed. */
function FoundNote({ pages, shown, searched }: FoundNoteProps) {
  const t = useTranslations('companies-registers.mentions')
  const countValues = useCountValues()
  const total = totalOfPages(pages)
  const parts = [
    ...(searched === null ? [] : [t('searched', { text: searched })]),
    ...(total !== undefined && total > shown ? [t('shownOf', { shown, total: countValues(total).count })] : []),
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

const matchIcons: Readonly<Record<NameMatch, { readonly tone: Tone; readonly icon: IconName }>> = {
  number: { tone: 'accent', icon: 'check' },
  name: { tone: 'info', icon: 'check' },
  similar: { tone: 'neutral', icon: 'help' },
  other: { tone: 'neutral', icon: 'close' },
}

function MatchBadge({ match }: { readonly match: NameMatch }) {
  const t = useTranslations('companies-registers.mentions.matches')
  const { tone, icon } = matchIcons[match]
  return (
    <Badge tone={tone}>
      <Icon name={icon} size={11} />
      {t(match)}
    </Badge>
  )
}
