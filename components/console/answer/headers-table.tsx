'use client'

import { useTranslations } from 'use-intl'

import { ResourceTable } from '@/components/ui/resource-table'

import type { Answer } from '../request/answer'

export function HeadersTable({ headers }: Pick<Answer, 'headers'>) {
  const t = useTranslations('console.answer')
  return (
    <ResourceTable
      label={t('headers')}
      columns={{ header: { isTitle: true }, value: {} }}
      nameOf={t}
      rows={headers}
      keyOf={([name]) => name}
      cells={([name, value]) => ({
        header: <code className="font-mono text-sm font-normal">{name}</code>,
        value: <code className="font-mono text-sm break-all">{value}</code>,
      })}
    />
  )
}
