'use client'

import { useTranslations } from 'use-intl'

import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'

import type { Answer } from '../request/answer'

export function HeadersTable({ headers }: Pick<Answer, 'headers'>) {
  const t = useTranslations('console.answer')
  return (
    <Table label={t('headers')}>
      <TableHead>
        <HeaderCell>{t('header')}</HeaderCell>
        <HeaderCell>{t('value')}</HeaderCell>
      </TableHead>
      <TableBody>
        {headers.map(([name, value]) => (
          <TableRow key={name}>
            <Cell isTitle>
              <code className="font-mono text-sm font-normal">{name}</code>
            </Cell>
            <Cell>
              <code className="font-mono text-sm break-all">{value}</code>
            </Cell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
