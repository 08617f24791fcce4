'use client'

import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { useAction } from '@/components/layout/use-action'
import { usePermission } from '@/components/layout/viewer'
import { toneClass } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { toast } from '@/components/ui/overlay/toast'
import { isApiError } from '@/lib/domain/api-error'
import { monitoredNumberOf } from '@/lib/domain/companies/company-number'
import { monitorPath } from '@/lib/domain/routes'

import type { CompanyHit } from './company-results'

interface WatchCellProps {
  readonly hit: CompanyHit
  /** The id of the account's monitor of the company, as far as the panel knows it. */
  readonly monitor: string | undefined
}

/** Watches a found company with one press, which can be undone; says so if it is watched already. */
export function WatchCell({ hit, monitor }: WatchCellProps) {
  const t = useTranslations('search.watch')
  const { allowed } = usePermission('monitors.create')
  const name = hit.name ?? t('unnamed')
  const remove = useAction('monitors.delete', {
    done: t('undone', { name }),
    failed: (reason) => t('notUndone', { reason }),
    onSuccess: () => create.reset(),
  })
  const create = useAction('monitors.create', {
    failed: (reason, error) =>
      isApiError(error) && error.code === 'conflict' ? t('taken', { name }) : t('failed', { reason }),
    onSuccess: ({ id }) => {
      const action =
        id === undefined ? undefined : { label: t('undo'), onPress: () => remove.mutate({ params: { id } }) }
      toast.success(t('done', { name }), { action })
    },
  })
  const known = monitor ?? create.data?.id
  if (known !== undefined)
    return (
      <Link
        href={asRoute(monitorPath(known))}
        prefetch={false}
        className={classNames('inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-sm', toneClass('info'))}
      >
        <Icon name="eye" size={14} />
        {t('watched')}
      </Link>
    )
  if (!allowed) return null
  return (
    <Button
      size="sm"
      aria-label={t('label', { name })}
      isPending={create.isPending}
      onClick={() => create.mutate({ body: monitoredNumberOf(hit) })}
    >
      <Icon name="eye" size={14} />
      {t('button')}
    </Button>
  )
}
