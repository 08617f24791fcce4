'use client'

import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Button, LinkButton } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-style'
import { CopyButton } from '@/components/ui/copy-button'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Icon } from '@/components/ui/icon'
import { Dialog } from '@/components/ui/overlay/dialog'
import { readInstant } from '@/lib/domain/calendar'
import { registerSiteOf } from '@/lib/domain/events/register-sites'
import { formatDateTime, formatZloty } from '@/lib/domain/format/format'
import { routes } from '@/lib/domain/routes'
import {
  type NoticeConditions,
  explainMatch,
  hitsIn,
  type MatchExplanation,
} from '@/lib/features/bzp/domain/why-matches'

import { type AlertFilter, isEmptyFilter, writeFilter } from '../filter/alert-filter'
import { DeadlineBadge } from './deadline-badge'
import { Highlighted } from './highlighted'
import { moreLike } from './more-like'
import { useNoticeTypeName, useOrderTypeName } from './notice-facts'
import { originalOf, shortCpv, type ShownNotice } from './shown-notice'
import { useCpvNames } from './use-cpv-names'

export interface NoticeDialogProps {
  readonly notice: ShownNotice
  readonly filter: NoticeConditions
  readonly onClose: () => void
  /** Receives the draft of "more like this" if the search is on this page; without it a link opens the search page. */
  readonly onMoreLike?: ((draft: AlertFilter) => void) | undefined
  /** Shown first: what changed since the user last read the notice. */
  readonly lead?: ReactNode
  /** Further content that the caller adds, such as actions and earlier versions. */
  readonly children?: ReactNode
}

export function NoticeDialog({ notice, filter, onClose, onMoreLike, lead, children }: NoticeDialogProps) {
  const why = explainMatch(notice, filter)
  return (
    <Dialog
      isOpen
      size="md"
      onClose={onClose}
      title={why.title === null ? notice.id : <Highlighted {...why.title} />}
      footer={<Actions notice={notice} onClose={onClose} onMoreLike={onMoreLike} />}
    >
      <div className="space-y-4">
        {lead}
        <Description notice={notice} filter={filter} />
        <Facts notice={notice} why={why} />
        {originalOf(notice) === undefined && <NoOriginal />}
        <Codes codes={notice.cpv ?? []} hit={why.cpv?.isHit === true ? why.cpv.code : undefined} />
        {children}
      </div>
    </Dialog>
  )
}

function Actions({ notice, onClose, onMoreLike }: Pick<NoticeDialogProps, 'notice' | 'onClose' | 'onMoreLike'>) {
  const t = useTranslations('bzp.notice')
  const original = originalOf(notice)
  const draft = moreLike(notice)
  const applyDraft = () => {
    onMoreLike?.(draft)
    onClose()
  }
  return (
    <>
      {original !== undefined && (
        <a href={original} target="_blank" rel="noreferrer" className={buttonClass({})}>
          <Icon name="external" />
          {t('original')}
        </a>
      )}
      {!isEmptyFilter(draft) &&
        (onMoreLike ? (
          <Button onClick={applyDraft}>{t('moreLike')}</Button>
        ) : (
          <LinkButton href={asRoute(`${routes.bzp}${writeFilter(draft)}`)}>{t('moreLike')}</LinkButton>
        ))}
    </>
  )
}

/** Where to look for a notice whose address the service did not give. */
function NoOriginal() {
  const t = useTranslations('bzp.notice')
  const site = registerSiteOf('bzp')
  return (
    <p className="text-sm text-muted">
      {t('noOriginal')}{' '}
      <a href={site} target="_blank" rel="noreferrer" className="underline underline-offset-2">
        {t('bulletin')}
      </a>
    </p>
  )
}

function Description({ notice, filter }: Pick<NoticeDialogProps, 'notice' | 'filter'>) {
  const text = notice.description?.trim() ?? ''
  if (text === '') return null
  return (
    <p className="break-words whitespace-pre-line">
      <Highlighted text={text} ranges={hitsIn(text, filter)} />
    </p>
  )
}

type Row = readonly [label: string, value: ReactNode]

function useRows(notice: ShownNotice, why: MatchExplanation): readonly Row[] {
  const t = useTranslations('bzp.notice.fields')
  const locale = useLocale()
  const nameOrder = useOrderTypeName()
  const nameType = useNoticeTypeName()
  const instant = (text: string | null | undefined) => {
    const ms = readInstant(text)
    return ms === undefined ? text : formatDateTime(ms, locale)
  }
  const value = notice.estimated_value_pln
  const number = notice.notice_number
  const nip = why.nip === null ? notice.authority_nip : <mark>{why.nip}</mark>
  return [
    [t('number'), number ? <CopiedText key="number" text={number} /> : null],
    [t('type'), nameType(notice.notice_type)],
    [t('authority'), why.authority && <Highlighted {...why.authority} />],
    [t('nip'), nip],
    [t('place'), [notice.city, notice.province].filter(Boolean).join(', ')],
    [t('kind'), nameOrder(notice.order_type)],
    [t('published'), instant(notice.published_at)],
    [
      t('deadline'),
      notice.offers_until ? <DeadlineText key="until" notice={notice} at={instant(notice.offers_until) ?? ''} /> : null,
    ],
    [t('value'), typeof value === 'number' ? formatZloty(value, locale) : null],
    [t('procedure'), notice.tender_id],
  ]
}

function DeadlineText({ notice, at }: { readonly notice: ShownNotice; readonly at: string }) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {at}
      <DeadlineBadge notice={notice} />
    </span>
  )
}

function CopiedText({ text }: { readonly text: string }) {
  const t = useTranslations('bzp.notice')
  return (
    <span className="inline-flex items-center gap-1">
      {text}
      <CopyButton iconOnly value={text} label={t('copyNumber')} />
    </span>
  )
}

/** Fields that the service did not return are omitted. */
function Facts({ notice, why }: { readonly notice: ShownNotice; readonly why: MatchExplanation }) {
  const rows = useRows(notice, why)
  return (
    <DataList>
      {rows
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([label, value]) => (
          <DataRow key={label} label={label}>
            <span className="break-words">{value}</span>
          </DataRow>
        ))}
    </DataList>
  )
}

interface CodesProps {
  readonly codes: readonly string[]
  readonly hit: string | undefined
}

function Codes({ codes, hit }: CodesProps) {
  const t = useTranslations('bzp.notice.fields')
  const nameOf = useCpvNames(codes)
  if (codes.length === 0) return null
  return (
    <section>
      <h3 className="text-muted">{t('cpv')}</h3>
      <ul className="mt-1 space-y-1">
        {codes.map((code) => (
          <li key={code} className="flex gap-2">
            <span className="shrink-0 tabular">{code === hit ? <mark>{shortCpv(code)}</mark> : shortCpv(code)}</span>
            <span className="min-w-0">{nameOf(code)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
