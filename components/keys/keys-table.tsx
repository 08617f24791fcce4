'use client'

import { useTranslations } from 'use-intl'

import { HeaderCell, Table, TableBody, TableHead } from '@/components/ui/table'

import type { ApiKey, KeyList } from './key-list'
import { KeyRow } from './key-row'

interface KeysTableProps {
  readonly list: KeyList
  readonly onDeactivate: (key: ApiKey) => void
}

export function KeysTable({ list, onDeactivate }: KeysTableProps) {
  const t = useTranslations('keys')
  return (
    <Table label={t('title')}>
      <TableHead>
        <HeaderCell>{t('columns.name')}</HeaderCell>
        <HeaderCell>{t('columns.key')}</HeaderCell>
        <HeaderCell>{t('columns.state')}</HeaderCell>
        <HeaderCell>{t('columns.created')}</HeaderCell>
        <HeaderCell>{t('columns.lastUsed')}</HeaderCell>
        <HeaderCell isEnd>
          <span className="sr-only">{t('columns.actions')}</span>
        </HeaderCell>
      </TableHead>
      <TableBody>
        {list.items.map((key) => (
          <KeyRow key={key.id} apiKey={key} list={list} onDeactivate={onDeactivate} />
        ))}
      </TableBody>
    </Table>
  )
}
