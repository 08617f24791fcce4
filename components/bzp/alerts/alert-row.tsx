'use client'

import { useLocale, useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { useClock } from '@/components/ui/clock'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Link } from '@/components/ui/link'
import { Cell, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { useCountValues } from '@/components/ui/use-count-values'
import type { BzpAlert, BzpWatch } from '@/lib/contract/panel/bzp-alerts'
import { formatDateTime, formatInteger } from '@/lib/domain/format/format'
import { alertMatchesPath } from '@/lib/domain/routes'

import { AlertMenu } from './alert-menu'
import { silentDays } from './alert-order'
import { FilterChips } from './filter-chips'
import type { AlertDialogsControl } from './use-alert-dialogs'

const MAX_CHIPS = 6
/** On phones: box, name and menu, and below the name two lines of two, the same in every row. */
const phoneGrid = 'max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_auto] max-sm:items-start'
/** What would reach past its half of the row. */
const phoneWrap = 'max-sm:whitespace-normal'

interface AlertRowProps {
  readonly alert: BzpAlert
  readonly behind: BzpWatch['behind'][number] | undefined
  readonly hasSmtp: boolean
  readonly isChosen: boolean
  readonly onChoose: (isOn: boolean) => void
  readonly dialogs: AlertDialogsControl
}

/** One alert: what it looks for, whose it is, how it tells, and what it found. */
export function AlertRow({ alert, behind, hasSmtp, isChosen, onChoose, dialogs }: AlertRowProps) {
  const t = useTranslations('bzp-alerts')
  return (
    <TableRow isSelected={isChosen} className={classNames('align-top', phoneGrid)}>
      <Cell className="w-10 max-sm:w-auto">
        <Checkbox
          aria-label={t('selectOne', { name: alert.name })}
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
      </Cell>
      <Cell className="max-w-96 font-medium max-sm:col-span-2 max-sm:max-w-none max-sm:pb-1">
        <Link
          href={asRoute(alertMatchesPath(alert.id))}
          className="mb-1 block break-words underline decoration-line underline-offset-2 hover:decoration-current"
        >
          {alert.name}
        </Link>
        <FilterChips filter={alert.filter} max={MAX_CHIPS} />
      </Cell>
      <Cell className="max-sm:col-start-2 sm:min-w-44">
        <OwnerText alert={alert} />
      </Cell>
      <Cell className="max-sm:col-span-2">
        <DeliveryText alert={alert} />
      </Cell>
      <Cell className="max-sm:col-start-2 sm:whitespace-nowrap">
        <FoundText alert={alert} behind={behind} />
      </Cell>
      <Cell className="max-sm:col-span-2 sm:whitespace-nowrap">
        <LastMatch alert={alert} />
      </Cell>
      <Cell isEnd className="max-sm:col-start-4 max-sm:row-start-1">
        <AlertMenu alert={alert} hasSmtp={hasSmtp} dialogs={dialogs} />
      </Cell>
    </TableRow>
  )
}

interface OfAlert {
  readonly alert: BzpAlert
}

function OwnerText({ alert: { is_team: isTeam, is_own: isOwn, created_by: by } }: OfAlert) {
  const t = useTranslations('bzp-alerts')
  return (
    <>
      {t(isTeam ? 'team' : 'own')}
      {isTeam && !isOwn && (
        <span className="block text-sm wrap-anywhere text-muted">{t('by', { who: by ?? t('byGone') })}</span>
      )}
    </>
  )
}

/** A digest that nobody is told of does not come. */
const nextMessageOf = ({ target_count: count, next_at: next }: BzpAlert): string | null => (count === 0 ? null : next)

function DeliveryText({ alert }: OfAlert) {
  const t = useTranslations('bzp-alerts')
  const save = useTranslations('bzp-save.delivery')
  const counted = useCountValues()
  const locale = useLocale()
  const now = useClock()
  const { timing, digest_hour: hour, muted_until: muted, target_count: count } = alert
  const next = nextMessageOf(alert)
  const isDigest = timing === 'daily' || timing === 'weekly'
  const name = save(timing)
  return (
    <>
      {isDigest ? t('at', { delivery: name, hour }) : name}
      <span className="block text-sm text-muted">
        {[
          timing !== 'none' && (alert.is_team || count !== 1) && t('recipients', counted(count)),
          isDigest && next !== null && t('nextDigest', { when: formatDateTime(next, locale) }),
        ]
          .filter((part) => part !== false)
          .join(' · ')}
      </span>
      {muted !== null && Date.parse(muted) > now && (
        <Badge tone="warn" className={phoneWrap}>
          {t('muted', { when: formatDateTime(muted, locale) })}
        </Badge>
      )}
    </>
  )
}

function FoundText({ alert, behind }: OfAlert & Pick<AlertRowProps, 'behind'>) {
  const t = useTranslations('bzp-alerts')
  const counted = useCountValues()
  const locale = useLocale()
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 tabular">
      <span>
        <span aria-hidden className="max-sm:hidden">
          {formatInteger(alert.match_count, locale)}
        </span>
        <span className="sm:sr-only">{t('found', counted(alert.match_count))}</span>
      </span>
      {alert.new_count > 0 && <Badge tone="accent">{t('new', counted(alert.new_count))}</Badge>}
      {behind !== undefined && (
        <Badge tone="warn" className={phoneWrap}>
          {t('behind', counted(behind.missing))}
        </Badge>
      )}
    </span>
  )
}

/** A decline that nobody would notice is said. */
function LastMatch({ alert }: OfAlert) {
  const t = useTranslations('bzp-alerts')
  const locale = useLocale()
  const silent = silentDays(alert, useClock())
  return (
    <>
      {alert.last_match_at === null ? (
        <span className="text-muted">{t('never')}</span>
      ) : (
        <Time instant={alert.last_match_at} format="relative" />
      )}
      {silent !== undefined && (
        <span className="block">
          <Badge tone="warn" className={phoneWrap} title={t('silentHint')}>
            {t('silent', { daysNumber: silent, days: formatInteger(silent, locale) })}
          </Badge>
        </span>
      )}
    </>
  )
}
