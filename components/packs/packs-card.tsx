'use client'

import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { usePermission, useViewer } from '@/components/layout/viewer'
import { ResourceList } from '@/components/shared/resource-list'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-style'
import { Card } from '@/components/ui/card'
import { useClock } from '@/components/ui/clock'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { Select } from '@/components/ui/inputs/select'
import { MenuButton } from '@/components/ui/overlay/menu-button'
import { Time } from '@/components/ui/time'
import { panelQuery } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'
import { addMonths, type Month, warsawMonth } from '@/lib/domain/calendar'
import { formatBytes, formatDate, formatNetGrosz, formatMonth } from '@/lib/domain/format/format'
import { packFilePath } from '@/lib/domain/routes'
import type { PeriodPack } from '@/lib/features/packs/contract'
import { type VatPercent, vatPercents } from '@/lib/features/packs/domain/vat'

const MAX_MONTHS_BACK = 12
const reasons = ['running', 'no_period', 'unused', 'closed'] as const

function useCreatePack() {
  const t = useTranslations('packs')
  const locale = useLocale()
  return useAction('packs.create', {
    done: ({ kind, period_start: start }) =>
      kind === 'closed' ? t('madeClosed', { month: formatMonth(start, locale) }) : t('made'),
    failed: (reason, error) => {
      const reasonCode = isApiError(error) ? error.detail['reason'] : undefined
      const knownReason = reasons.find((each) => each === reasonCode)
      return knownReason ? t(`notClosed.${knownReason}`) : t('makeFailed', { reason })
    },
  })
}

/** Creates a pack of the current period, or of a month that ended before the panel knew the account. */
function MakePack({ packs }: { readonly packs: readonly PeriodPack[] }) {
  const t = useTranslations('packs')
  const { allowed, reason } = usePermission('packs.create')
  const create = useCreatePack()
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {allowed && !create.isPending && (
        <EarlierMonths packs={packs} onChoose={(month) => create.mutate({ body: { month } })} />
      )}
      <Button
        size="sm"
        disabledReason={reason}
        isPending={create.isPending}
        onClick={() => create.mutate({ body: {} })}
      >
        {t('make')}
      </Button>
    </span>
  )
}

interface EarlierMonthsProps {
  readonly packs: readonly PeriodPack[]
  readonly onChoose: (month: Month) => void
}

function EarlierMonths({ packs, onChoose }: EarlierMonthsProps) {
  const t = useTranslations('packs')
  const locale = useLocale()
  const months = monthsWithout(packs, warsawMonth(new Date(useClock())))
  if (months.length === 0) return null
  const entries = months.map((month) => ({
    id: month,
    label: formatMonth(`${month}-01`, locale),
    onAction: () => onChoose(month),
  }))
  return (
    <MenuButton
      size="sm"
      label={t('earlier')}
      placement="bottom end"
      groups={[{ id: 'months', title: t('earlierHint'), entries }]}
    >
      {t('earlier')}
      <Icon name="chevron-down" />
    </MenuButton>
  )
}

/** Closed months without a pack, newest first. */
function monthsWithout(packs: readonly PeriodPack[], currentMonth: Month): Month[] {
  const closed = packs.filter(({ kind }) => kind === 'closed')
  const monthsWithPack = new Set(closed.map(({ period_start: start }) => warsawMonth(new Date(start))))
  return Array.from({ length: MAX_MONTHS_BACK }, (_, monthsBack) => addMonths(currentMonth, -1 - monthsBack)).filter(
    (month) => !monthsWithPack.has(month),
  )
}

const NET = 'net'

/** Whether statements show VAT and gross amounts in addition to net. Any viewer of the statements may choose. */
function VatField({ percent }: { readonly percent: VatPercent | null }) {
  const t = useTranslations('packs.vat')
  const { allowed } = usePermission('packs.setVat')
  const save = useAction('packs.setVat', { done: t('saved'), failed: (reason) => t('failed', { reason }) })
  const textOf = (value: VatPercent | null) => (value === null ? t('net') : t('gross', { percent: value }))
  if (!allowed)
    return (
      <p className="border-t px-4 py-2.5 text-sm text-muted">
        {t('label')}: {textOf(percent)}.
      </p>
    )
  const choose = (text: string) =>
    save.mutate({ body: { vat_percent: vatPercents.find((each) => String(each) === text) ?? null } })
  return (
    <div className="border-t px-4 py-3 [&>*]:max-w-md">
      <Select
        label={t('label')}
        hint={t('hint')}
        value={percent === null ? NET : String(percent)}
        disabled={save.isPending}
        onChange={(event) => choose(event.target.value)}
        options={[null, ...vatPercents].map((value) => ({ value: String(value ?? NET), label: textOf(value) }))}
      />
    </div>
  )
}

const packColumns = {
  period: { isTitle: true, bar: 'w-40' },
  overage: { isEnd: true, cell: 'stacked:ml-0!' },
  frozen: { cell: 'whitespace-nowrap text-muted', bar: 'w-28' },
  hash: { isHiddenOnTablet: true, bar: 'w-28', line: 'h-7' },
  files: { isEnd: true, isUnnamed: true, bar: 'h-7 w-28' },
}

export function PacksCard() {
  const t = useTranslations('packs')
  const { allowed } = usePermission('packs.list')
  const cellsOf = usePackCells()
  const packs = useQuery({ ...panelQuery('packs.list', {}), enabled: allowed })
  return (
    <Card title={t('title')} aside={allowed && <MakePack packs={packs.data?.items ?? []} />}>
      {allowed ? (
        <ResourceList
          query={packs}
          contentName={t('what')}
          expectedRows={2}
          empty={<EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>}
          label={t('title')}
          columns={packColumns}
          nameOf={(id) => t(`columns.${id}`)}
          keyOf={({ id }) => id}
          cells={cellsOf}
        />
      ) : (
        <Denied />
      )}
      {packs.data && <VatField percent={packs.data.vat_percent} />}
      {packs.data?.signing_key && <SigningKey value={packs.data.signing_key} />}
    </Card>
  )
}

function usePackCells() {
  const t = useTranslations('packs')
  const download = useTranslations('common.download')
  const locale = useLocale()
  return (pack: PeriodPack) => {
    // The first and the last day, both inclusive.
    const period = `${formatDate(pack.period_start, locale)} – ${formatDate(Date.parse(pack.period_end) - 1, locale)}`
    return {
      period: (
        <span className="inline-flex flex-wrap items-center gap-2">
          {period}
          {pack.kind === 'preliminary' && <Badge tone="warn">{t('preliminary')}</Badge>}
          {pack.mismatches > 0 && (
            <Badge tone="warn" title={t('mismatchHint')}>
              {t('mismatches', { count: pack.mismatches })}
            </Badge>
          )}
        </span>
      ),
      overage: pack.overage_grosz === null ? '–' : formatNetGrosz(pack.overage_grosz, locale),
      frozen: <Time instant={pack.frozen_at} />,
      hash: (
        <span className="inline-flex items-center gap-1">
          <code className="font-mono text-sm" title={pack.sha256}>
            {pack.sha256.slice(0, 12)}…
          </code>
          <CopyButton value={pack.sha256} iconOnly />
        </span>
      ),
      files: (
        <span className="inline-flex gap-2">
          {pack.files.map((file) => (
            <a
              key={file.kind}
              download={file.name}
              href={packFilePath(pack.id, file.kind)}
              className={buttonClass({ size: 'sm' })}
              aria-label={download('named', { label: download(file.kind), of: period })}
              title={`${file.name}, ${formatBytes(file.bytes, locale)}`}
            >
              <Icon name="download" />
              {download(file.kind)}
            </a>
          ))}
        </span>
      ),
    }
  }
}

/**
 * The public key belongs in the bookkeeping records, because an archive must not be verified with a key taken from
 * itself.
 */
function SigningKey({ value }: { readonly value: string }) {
  const t = useTranslations('packs')
  return (
    <p className="border-t px-4 py-2.5 text-sm text-muted">
      {t('signingKey')} <code className="font-mono break-all">{value}</code> <CopyButton value={value} iconOnly />
    </p>
  )
}

function Denied() {
  const t = useTranslations('packs')
  const layout = useTranslations('layout')
  const { role } = useViewer()
  return <p className="px-4 py-6 text-muted">{t('denied', { role: layout(`roles.${role}`) })}</p>
}
