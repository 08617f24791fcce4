'use client'

import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { DecisionFile } from '@/components/meters/decision-file'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Link } from '@/components/ui/link'
import { Dialog } from '@/components/ui/overlay/dialog'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import { type DetailField, type DetailKind, detailsOf, type PagedList } from '@/lib/domain/registers/register-rows'
import { companyPath, monitorPath } from '@/lib/domain/routes'

import type { LoadedPage, ListRow } from '../list/loaded-list'
import { amountText } from '../rows/amount-text'
import { registerColumns } from '../rows/register-columns'
import { flagIn, type RowFields, textIn, textListIn } from '../rows/row-fields'
import type { WatchedMark } from '../watched/use-watched-rows'
import { companyNumberIn } from './company-number'

interface RegisterRowDialogProps {
  readonly list: PagedList
  readonly row: ListRow
  /** The loaded page that contains the row. */
  readonly page: LoadedPage | undefined
  readonly mark: WatchedMark | undefined
  readonly onClose: () => void
}

export function RegisterRowDialog({ list, row, page, mark, onClose }: RegisterRowDialogProps) {
  const t = useTranslations('registers')
  const { fields } = row
  const decision = list === 'uokik' ? textIn(fields, 'id') : undefined
  return (
    <Dialog
      size="md"
      onClose={onClose}
      title={
        <span lang="pl" className="line-clamp-4 break-words">
          {registerColumns[list].titleOf(fields) ?? '–'}
        </span>
      }
    >
      <div className="space-y-4">
        {list === 'knf' && <p className="rounded-md bg-info-soft px-3 py-2 text-info-ink">{t('knfMeaning')}</p>}
        {mark !== undefined && <Watchers mark={mark} />}
        <Facts list={list} fields={fields} />
        {decision !== undefined && (
          <DecisionFile id={decision} number={textIn(fields, 'number') ?? decision} label={t('decisionPdf')} />
        )}
        {page !== undefined && <Origin page={page} />}
      </div>
    </Dialog>
  )
}

interface FactsProps {
  readonly list: PagedList
  readonly fields: RowFields
}

function Facts({ list, fields }: FactsProps) {
  return (
    <DataList>
      {detailsOf(list).map(({ name, kind }) => {
        const isPresent = kind === 'texts' ? textListIn(fields, name).length > 0 : hasValue(fields, name)
        return isPresent && <Fact key={name} name={name} kind={kind} fields={fields} />
      })}
    </DataList>
  )
}

const hasValue = (fields: RowFields, name: string): boolean =>
  textIn(fields, name) !== undefined || flagIn(fields, name) !== undefined

interface FactProps {
  readonly name: DetailField
  readonly kind: DetailKind
  readonly fields: RowFields
}

function Fact({ name, kind, fields }: FactProps) {
  const t = useTranslations('registers.fields')
  const value = <FactValue name={name} kind={kind} fields={fields} />
  if (kind !== 'long') {
    return (
      <DataRow label={t(name)}>
        <span className="break-words">{value}</span>
      </DataRow>
    )
  }
  return (
    <div className="py-2">
      <dt className="text-muted">{t(name)}</dt>
      <dd className="mt-0.5 break-words">{value}</dd>
    </div>
  )
}

function FactValue({ name, kind, fields }: FactProps): ReactNode {
  const t = useTranslations('registers')
  const locale = useLocale()
  if (kind === 'texts') return <Names names={textListIn(fields, name)} />
  if (kind === 'flag') return t(flagIn(fields, name) === true ? 'yes' : 'no')
  const text = textIn(fields, name) ?? ''
  const shown: { readonly [K in DetailKind]?: ReactNode } = {
    day: <Time instant={text} format="date" />,
    pln: amountText(text, 'PLN', locale),
    eur: amountText(text, 'EUR', locale),
    section: t('sectionShort', { section: text }),
    number: <CompanyNumber text={text} />,
  }
  return shown[kind] ?? <span lang="pl">{text}</span>
}

function Names({ names }: { readonly names: readonly string[] }) {
  return (
    <ul lang="pl">
      {names.map((name, index) => (
        <li key={`${index}-${name}`}>{name}</li>
      ))}
    </ul>
  )
}

function CompanyNumber({ text }: { readonly text: string }) {
  const t = useTranslations('registers')
  const number = companyNumberIn(text)
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-1">
      {number === undefined ? (
        text
      ) : (
        <Link href={asRoute(companyPath(number))} className="underline underline-offset-2">
          {text}
        </Link>
      )}
      <CopyButton iconOnly value={number ?? text} label={t('copyNumber')} />
    </span>
  )
}

function Watchers({ mark }: { readonly mark: WatchedMark }) {
  const t = useTranslations('registers.watched')
  const countValues = useCountValues()
  const { monitors, monitor_count: count } = mark
  return (
    <section className="space-y-1.5 rounded-md border px-3 py-2">
      <h3 className="text-sm text-muted">{t('monitors')}</h3>
      <ul className="space-y-1.5">
        {monitors.map(({ id, name, tags, is_sure: isSure }) => (
          <li key={id} className="flex flex-wrap items-center gap-1.5">
            <Link href={asRoute(monitorPath(id))} className="underline underline-offset-2">
              {name}
            </Link>
            {!isSure && <Badge>{t('alike')}</Badge>}
            {tags.map((tag) => (
              <Badge key={tag} tone="accent">
                {tag}
              </Badge>
            ))}
          </li>
        ))}
      </ul>
      {count > monitors.length && (
        <p className="text-sm text-muted">{t('more', countValues(count - monitors.length))}</p>
      )}
      {monitors.some(({ is_sure: isSure }) => !isSure) && <p className="text-sm text-muted">{t('alikeHint')}</p>}
    </section>
  )
}

/** The query behind the row, as evidence of its origin. */
function Origin({ page }: { readonly page: LoadedPage }) {
  const t = useTranslations('price.part')
  return (
    <p className="text-sm text-muted">
      {t('asOf')} <Time instant={page.asked_at} />
      {page.request_id !== null && (
        <>
          {' · '}
          {t('requestId')} <code className="font-mono break-all">{page.request_id}</code>
        </>
      )}
    </p>
  )
}
