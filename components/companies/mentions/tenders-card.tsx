'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Icon } from '@/components/ui/icon'
import { Time } from '@/components/ui/time'
import { bzpNotice } from '@/lib/contract/bzp'
import { shownText } from '@/lib/domain/events/event-text'
import { matchEntry, matchText, type NamedCompany, type NameMatch } from '@/lib/features/companies/domain/name-match'

import type { CompanyTabProps } from '../company-tab'
import { FoldedText } from '../part/folded-text'
import type { ReadItem } from '../part/read-items'
import { EntryFact, EntryFacts, EntryTitle } from './entry-parts'
import { NameSearchPart } from './name-search-part'

type Notice = ReadItem<typeof bzpNotice>

/** Notices of public procurement that contain the name. The bulletin does not say in which role. */
export function TendersCard(tab: CompanyTabProps) {
  const { reason } = usePermission('bzp.list')
  return (
    <NameSearchPart {...tab} part="tenders" deniedReason={reason} item={bzpNotice} matchOf={matchNotice}>
      {(item, badge, company) => <NoticeEntry item={item} badge={badge} isOrdering={isOrdering(item, company)} />}
    </NameSearchPart>
  )
}

/** The NIP of a notice is that of the authority; contractors are named in its text only. */
const isOrdering = ({ authority_nip: nip }: Notice, company: NamedCompany): boolean =>
  Boolean(nip) && nip === company.nip

function matchNotice(notice: Notice, company: NamedCompany): NameMatch {
  if (isOrdering(notice, company)) return 'number'
  const { title, description, authority } = notice
  const inText = matchText([title, description].filter(Boolean).join('\n'), company)
  if (inText !== 'similar') return inText
  return matchEntry({ names: authority ? [authority] : [] }, company) === 'name' ? 'name' : 'similar'
}

const STAGES: Readonly<Record<string, 'call' | 'result' | 'contract'>> = {
  ContractNotice: 'call',
  CompetitionNotice: 'call',
  ConcessionNotice: 'call',
  SmallContractNotice: 'call',
  NoticeUpdateNotice: 'call',
  NoticeUpdateConcession: 'call',
  TenderResultNotice: 'result',
  CompetitionResultNotice: 'result',
  AgreementUpdateNotice: 'contract',
  ContractPerformingNotice: 'contract',
  ConcessionAgreementNotice: 'contract',
  ConcessionUpdateAgreementNotice: 'contract',
}

interface NoticeEntryProps {
  readonly item: Notice
  readonly badge: ReactNode
  readonly isOrdering: boolean
}

function NoticeEntry({ item, badge, isOrdering: orders }: NoticeEntryProps) {
  const t = useTranslations('companies-registers.mentions')
  const name = shownText(item.title) ?? t('unnamed')
  const description = shownText(item.description)
  const stage = STAGES[item.notice_type ?? '']
  return (
    <>
      <EntryTitle
        badges={
          <>
            {badge}
            {stage !== undefined && <Badge>{t(`tenders.stages.${stage}`)}</Badge>}
            <Badge tone={orders ? 'info' : 'neutral'}>{t(orders ? 'tenders.ordering' : 'tenders.roleUnknown')}</Badge>
          </>
        }
      >
        {name}
      </EntryTitle>
      {description !== undefined && <FoldedText text={description} of={name} className="mt-1 max-w-prose text-sm" />}
      <NoticeFacts item={item} />
    </>
  )
}

function NoticeFacts({ item }: Pick<NoticeEntryProps, 'item'>) {
  const t = useTranslations('companies-registers.mentions.tenders')
  const { authority, city, notice_number: number, published_at: published, offers_until: until, url } = item
  return (
    <>
      <EntryFacts>
        <EntryFact label={t('publishedAt')}>{published && <Time instant={published} format="date" />}</EntryFact>
        <EntryFact label={t('offersUntil')}>{until && <Time instant={until} />}</EntryFact>
        <EntryFact label={t('authority')}>{[authority, city].filter(Boolean).join(', ')}</EntryFact>
        <EntryFact label={t('number')}>{number}</EntryFact>
      </EntryFacts>
      {isWebAddress(url) && (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="mt-1 inline-flex items-center gap-1 text-sm underline underline-offset-2"
        >
          {t('open')}
          <Icon name="external" size={12} />
        </a>
      )}
    </>
  )
}

/** A remote service may return any address. */
const isWebAddress = (url: string | null | undefined): url is string => /^https:\/\//i.test(url ?? '')
