'use client'

import { useLocale, useTranslations } from 'use-intl'

import { Badge } from '@/components/ui/badge'
import { buttonClass } from '@/components/ui/button-style'
import { CopyButton } from '@/components/ui/copy-button'
import { Icon } from '@/components/ui/icon'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { PeriodPack } from '@/lib/contract/panel/packs'
import { formatBytes, formatDate, formatNetGrosz } from '@/lib/domain/format/format'
import { packFilePath } from '@/lib/domain/routes'

export function PacksTable({ packs }: { readonly packs: readonly PeriodPack[] }) {
  const t = useTranslations('packs')
  return (
    <Table label={t('title')}>
      <TableHead>
        <HeaderCell>{t('columns.period')}</HeaderCell>
        <HeaderCell isEnd>{t('columns.overage')}</HeaderCell>
        <HeaderCell>{t('columns.frozen')}</HeaderCell>
        <HeaderCell>{t('columns.hash')}</HeaderCell>
        <HeaderCell isEnd>
          <span className="sr-only">{t('columns.files')}</span>
        </HeaderCell>
      </TableHead>
      <TableBody>
        {packs.map((pack) => (
          <PackRow key={pack.id} pack={pack} />
        ))}
      </TableBody>
    </Table>
  )
}

function PackRow({ pack }: { readonly pack: PeriodPack }) {
  const t = useTranslations('packs')
  const download = useTranslations('common.download')
  const locale = useLocale()
  const period = usePeriodText(pack)
  return (
    <TableRow>
      <Cell isTitle>
        <span className="inline-flex flex-wrap items-center gap-2">
          {period}
          {pack.kind === 'preliminary' && <Badge tone="warn">{t('preliminary')}</Badge>}
          {pack.mismatches > 0 && (
            <Badge tone="warn" title={t('mismatchHint')}>
              {t('mismatches', { count: pack.mismatches })}
            </Badge>
          )}
        </span>
      </Cell>
      <Cell isEnd className="max-sm:ml-0!">
        {pack.overage_grosz === null ? '–' : formatNetGrosz(pack.overage_grosz, locale)}
      </Cell>
      <Cell className="whitespace-nowrap text-muted">
        <Time instant={pack.frozen_at} />
      </Cell>
      <Cell>
        <span className="inline-flex items-center gap-1">
          <code className="font-mono text-sm" title={pack.sha256}>
            {pack.sha256.slice(0, 12)}…
          </code>
          <CopyButton value={pack.sha256} iconOnly />
        </span>
      </Cell>
      <Cell isEnd>
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
      </Cell>
    </TableRow>
  )
}

/** First and last day, both within. */
function usePeriodText({ period_start: start, period_end: end }: PeriodPack): string {
  const locale = useLocale()
  return `${formatDate(start, locale)} – ${formatDate(Date.parse(end) - 1, locale)}`
}
