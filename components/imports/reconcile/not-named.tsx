'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Banner } from '@/components/layout/banner'
import { useViewer } from '@/components/layout/viewer'
import { useHasCompanies } from '@/components/shared/company-search/company-results'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import { panelQuery } from '@/lib/client/queries'
import { monitorPath } from '@/lib/domain/routes'

import { useRemoveNotNamed, useSaveNotNamed } from './use-not-named'

const MAX_SHOWN = 50

/**
 * Added monitors whose subject the service could not name, listed by row and number so that they can be reviewed, saved
 * or deleted.
 */
export function NotNamed({ id }: { readonly id: string }) {
  const importQuery = useQuery(panelQuery('imports.get', { params: { id } }))
  const count = importQuery.data?.unnamed ?? 0
  return count === 0 ? null : <UnnamedMonitors id={id} count={count} />
}

function UnnamedMonitors({ id, count }: { readonly id: string; readonly count: number }) {
  const t = useTranslations('imports.notNamed')
  const countValues = useCountValues()
  const { mode } = useViewer()
  const textKey = useHasCompanies() === false ? 'noCompanies' : mode
  const query = { unnamed: 'true', state: 'kept', by_line: 'true', limit: MAX_SHOWN } as const
  const { data } = useQuery(panelQuery('imports.monitors', { params: { id }, query }))
  return (
    <section aria-label={t(`title.${mode}`, countValues(count))} className="mt-3">
      <Banner tone="warn">
        <span className="font-medium">{t(`title.${mode}`, countValues(count))}</span> {t(`text.${textKey}`)}
      </Banner>
      {data !== undefined && <NotNamedRows items={data.items} />}
      {count > MAX_SHOWN && <p className="mt-1 text-sm text-muted">{t('more', countValues(count - MAX_SHOWN))}</p>}
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        <Save id={id} />
        <Remove id={id} count={count} />
      </div>
    </section>
  )
}

type Item = PanelAnswer<'imports.monitors'>['items'][number]

const NotNamedRows = ({ items }: { readonly items: readonly Item[] }) => (
  <ul className="mt-2 max-h-52 divide-y overflow-y-auto rounded-md border text-sm">
    {items.map(({ monitor_id: monitor, line, identifier_type: type, identifier, label }) => (
      <li key={monitor} className="flex gap-3 px-3 py-1.5">
        <span className="w-10 shrink-0 text-right text-muted tabular">{line}</span>
        <Link
          href={asRoute(monitorPath(monitor))}
          className="shrink-0 text-accent-ink tabular underline underline-offset-2 max-sm:shrink max-sm:break-all"
        >
          {type === 'subject_id' ? 'UUID' : type.toUpperCase()} {identifier}
        </Link>
        <span className="min-w-0 flex-1 truncate">{label}</span>
      </li>
    ))}
  </ul>
)

function Save({ id }: { readonly id: string }) {
  const t = useTranslations('imports.notNamed')
  const { isSaving, save } = useSaveNotNamed(id)
  return (
    <Button size="sm" isPending={isSaving} onClick={() => void save()}>
      <Icon name="download" />
      {t('download')}
    </Button>
  )
}

function Remove({ id, count }: { readonly id: string; readonly count: number }) {
  const t = useTranslations('imports.notNamed')
  const countValues = useCountValues()
  const [isAsking, setIsAsking] = useState(false)
  const { left, remove } = useRemoveNotNamed(id)
  return (
    <>
      <Button size="sm" isPending={left !== undefined} onClick={() => setIsAsking(true)}>
        {left === undefined ? t('remove', countValues(count)) : t('removing', { count: countValues(left).count })}
      </Button>
      <ConfirmDialogLazy
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('removeTitle')}
        confirmLabel={t('remove', countValues(count))}
        tone="danger"
        onConfirm={() => {
          setIsAsking(false)
          void remove(count)
        }}
      >
        {t('removeText')}
      </ConfirmDialogLazy>
    </>
  )
}
