'use client'

import { useTranslations } from 'use-intl'

import { useViewer } from '@/components/layout/viewer'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'

const LOOKED_AT = ['status', 'proceedings', 'krz', 'knf', 'vat', 'capital', 'age', 'board'] as const
const LEFT_OUT = ['statements', 'payments', 'people', 'court', 'uokik'] as const

/** What the score looks at and what not. Of a remote service nobody knows its rule. */
export function LookedAt() {
  const t = useTranslations('company-registers.risk')
  const { mode } = useViewer()
  const titleId = 'risk-looked-at'
  return (
    <Card labelledBy={titleId}>
      <CardHeader title={t('lookedAt.title')} titleId={titleId} />
      <CardBody className="space-y-3">
        <p className="max-w-prose">{t('noJudgement')}</p>
        {mode === 'remote' ? (
          <p className="max-w-prose text-muted">{t('lookedAt.remote')}</p>
        ) : (
          <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
            <Things
              heading={t('lookedAt.yes')}
              icon="check"
              things={LOOKED_AT.map((each) => t(`lookedAt.things.${each}`))}
            />
            <Things
              heading={t('lookedAt.no')}
              icon="close"
              things={LEFT_OUT.map((each) => t(`lookedAt.others.${each}`))}
            />
          </div>
        )}
      </CardBody>
    </Card>
  )
}

interface ThingsProps {
  readonly heading: string
  readonly icon: 'check' | 'close'
  readonly things: readonly string[]
}

function Things({ heading, icon, things }: ThingsProps) {
  return (
    <div>
      <h3 className="mb-1 text-sm font-medium text-muted">{heading}</h3>
      <ul className="space-y-1">
        {things.map((thing) => (
          <li key={thing} className="flex gap-2">
            <Icon name={icon} size={13} className="mt-1 shrink-0 text-muted" />
            <span>{thing}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
