'use client'

import { useMutation } from '@tanstack/react-query'

import { usePermission } from '@/components/layout/viewer'
import { PaidQueryFailure } from '@/components/meters/paid-query-failure'
import { PriceLine } from '@/components/meters/price-line'
import { usePaidFile } from '@/components/meters/use-paid-file'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { lazyCall } from '@/lib/client/queries'

interface DecisionFileProps {
  readonly id: string
  /** The decision's number, used in the file name. */
  readonly number: string
  readonly label: string
  /** The description for screen readers. */
  readonly name?: string
}

/** Downloads a decision of UOKiK as PDF at its price. Every download is charged, and the cost is shown afterwards. */
export function DecisionFile({ id, number, label, name }: DecisionFileProps) {
  const save = usePaidFile()
  const { reason } = usePermission('uokik.document')
  const download = useMutation({
    mutationFn: () =>
      save({
        pool: 'pdf',
        fetch: () => lazyCall('uokik.document', { params: { id } }),
        fallbackName: `uokik-${number.replaceAll(/[^\p{L}\d]+/gu, '-')}.pdf`,
      }),
  })
  return (
    <div className="mt-2 space-y-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          size="sm"
          aria-label={name}
          isPending={download.isPending}
          disabledReason={reason}
          onClick={() => download.mutate()}
        >
          {!download.isPending && <Icon name="download" size={14} />}
          {label}
        </Button>
        <PriceLine pool="pdf" units={1} isStacked />
      </div>
      <PaidQueryFailure error={download.error} />
    </div>
  )
}
