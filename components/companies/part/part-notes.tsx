'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Card, CardBody } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { useCountValues } from '@/components/ui/use-count-values'

export function UnavailablePart({ title, reason }: { readonly title: string; readonly reason: string }) {
  return (
    <Card title={title}>
      <CardBody className="text-muted">{reason}</CardBody>
    </Card>
  )
}

export function PartNote({
  children,
  isWarning = false,
}: {
  readonly children: ReactNode
  readonly isWarning?: boolean
}) {
  return (
    <p
      className={classNames(
        'border-b px-4 py-2 text-sm wrap-anywhere',
        isWarning ? 'bg-warn-soft text-warn-ink' : 'text-muted',
      )}
    >
      {children}
    </p>
  )
}

/** Warns that part of an answer is not shown, because its format is unknown. */
export function UnreadNote({ count }: { readonly count: number }) {
  const t = useTranslations('companies-registers')
  const countValues = useCountValues()
  return count === 0 ? null : <PartNote isWarning>{t('unread', countValues(count))}</PartNote>
}

export function PartEmpty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <CardBody className="space-y-1">
      <p className="font-medium">{title}</p>
      {children !== undefined && <div className="max-w-prose text-sm text-muted">{children}</div>}
    </CardBody>
  )
}
