'use client'

import { useTranslations } from 'use-intl'

import { CardBody } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { DataList, DataRow } from '@/components/ui/data-list'
import { Time } from '@/components/ui/time'

import type { PartPage } from '../part/asked-line'

interface ProofRowsProps {
  readonly page: PartPage
  /** As the answer itself has it. */
  readonly requestId: string | undefined
  readonly checkedAt: string | undefined
}

/** What proves that the list was asked: number and time of the request, and the hash of the answer as it is kept. */
export function ProofRows({ page, requestId, checkedAt }: ProofRowsProps) {
  const t = useTranslations('companies.whiteList.proof')
  const id = requestId ?? page.request_id ?? undefined
  return (
    <section className="border-t">
      <CardBody className="py-2.5">
        <h3 className="font-semibold">{t('title')}</h3>
        <DataList>
          {id !== undefined && <CodeRow label={t('requestId')} value={id} copy={t('copyRequestId')} />}
          <DataRow label={t('at')}>
            <Time instant={checkedAt ?? page.asked_at} />
          </DataRow>
          <CodeRow label="SHA-256" value={page.sha256} copy={t('copyHash')} />
        </DataList>
        <p className="max-w-prose pt-1 text-sm text-muted">{t('note')}</p>
      </CardBody>
    </section>
  )
}

interface CodeRowProps {
  readonly label: string
  readonly value: string
  readonly copy: string
}

function CodeRow({ label, value, copy }: CodeRowProps) {
  return (
    <DataRow label={label}>
      <span className="inline-flex items-center justify-end gap-1">
        <code className="font-mono text-sm break-all">{value}</code>
        <span className="-my-1.5 flex">
          <CopyButton value={value} iconOnly label={copy} />
        </span>
      </span>
    </DataRow>
  )
}
