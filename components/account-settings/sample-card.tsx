'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { Card, CardBody } from '@/components/ui/card'
import { DeleteDialog } from '@/components/ui/overlay/delete-dialog'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import { formatBytes } from '@/lib/domain/format/format'
import type { PanelOutput } from '@/lib/features/contract'

type Sample = PanelOutput<'sample.read'>
type Contents = NonNullable<Sample['contents']>

const CARD_ID = 'sample-data'

/**
 * If the installation was set up with sample data, shows what is left of them and offers to remove them; renders
 * nothing otherwise.
 */
export function SampleCard() {
  const { allowed } = usePermission('sample.read')
  const { data } = useQuery({ ...panelQuery('sample.read', {}), enabled: allowed })
  return data?.contents ? <LoadedSampleCard {...data} contents={data.contents} /> : null
}

function LoadedSampleCard({ contents, obstacle, about }: Sample & { readonly contents: Contents }) {
  const t = useTranslations('account-settings.sample')
  const toText = useFailureText()
  const remove = useAction('sample.remove')
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The card did not exist when the browser resolved the fragment of the address.
    if (window.location.hash === `#${CARD_ID}`) card.current?.scrollIntoView()
  }, [])
  return (
    <div id={CARD_ID} ref={card} className="lg:col-span-2">
      <Card title={t('title')}>
        <CardBody className="space-y-3">
          <p>{t('text')}</p>
          {obstacle !== null && <p className="text-muted">{t(`obstacles.${obstacle}`, { about: about ?? '' })}</p>}
          <DeleteDialog
            title={t('confirmTitle')}
            confirmLabel={t('remove')}
            onDelete={() => remove.mutateAsync({ body: { confirm: true } })}
            onDone={() => document.querySelector<HTMLElement>('h1')?.focus()}
            successText={t('done')}
            failed={(error) => t('failed', { reason: toText(error) })}
            button={{
              variant: 'danger',
              children: t('remove'),
              disabledReason: obstacle === null ? undefined : t(`obstacles.${obstacle}`, { about: about ?? '' }),
            }}
          >
            <p>{t('confirmText')}</p>
            <ContentsList contents={contents} />
          </DeleteDialog>
        </CardBody>
      </Card>
    </div>
  )
}

const countedKinds = [
  'accounts',
  'users',
  'monitors',
  'companies',
  'entries',
  'announcements',
  'notices',
  'reports',
] as const

function ContentsList({ contents }: { readonly contents: Contents }) {
  const t = useTranslations('account-settings.sample')
  const locale = useLocale()
  const countValues = useCountValues()
  const { people, own, report_bytes: disk, database_bytes: database } = contents
  const rows = [
    ...countedKinds.map((key) => [t(key), countValues(contents[key]).count] as const),
    [t('disk'), formatBytes(disk, locale)] as const,
    [t('database'), formatBytes(database, locale)] as const,
  ]
  return (
    <div className="mt-3 space-y-3">
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {rows.map(([label, value]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{label}</dt>
            <dd className="text-right tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {people.length > 0 && <p>{t('people', { ...countValues(people.length), list: people.join(', ') })}</p>}
      {own.monitors > 0 && <p>{t('ownMonitors', countValues(own.monitors))}</p>}
      {own.events > 0 && <p>{t('ownEvents', countValues(own.events))}</p>}
    </div>
  )
}
