'use client'

import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState, useId } from 'react'
import { useTranslations } from 'use-intl'

import { asRoute } from '@/components/layout/as-route'
import { PaymentBanner } from '@/components/layout/payment/payment-banner'
import { QueryView } from '@/components/layout/query-states'
import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { RadioGroup } from '@/components/ui/inputs/radio-group'
import { Select } from '@/components/ui/inputs/select'
import { TextField } from '@/components/ui/inputs/text-field'
import { Dialog } from '@/components/ui/overlay/dialog'
import { toast } from '@/components/ui/overlay/toast'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useCountValues } from '@/components/ui/use-count-values'
import type { PanelAnswer } from '@/lib/client/client'
import { query, lazyPanelCall } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'
import { type FilterListName, MAX_FILTER_ITEMS } from '@/lib/domain/filter-lists'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'
import { filterPath } from '@/lib/domain/routes'

import type { BridgeSource } from './bridge-button'

interface BridgeDialogProps {
  readonly from: BridgeSource
  readonly name: string
  readonly onClose: () => void
}

const MAX_NAME_LENGTH = 120

function useTarget(firstName: string) {
  const filters = useQuery(query('filters.list', { query: {} })).data?.items ?? []
  const [kind, setKind] = useState<'new' | 'existing'>('new')
  const [name, setName] = useState(firstName.slice(0, MAX_NAME_LENGTH))
  const [chosen, setChosen] = useState<string>()
  const filterId = kind === 'existing' ? (chosen ?? filters[0]?.id) : undefined
  const target = filterId === undefined ? { name: name.trim() } : { filter_id: filterId }
  return { filters, kind, setKind, name, setName, filterId, setChosen, target }
}

type Target = ReturnType<typeof useTarget>

/** Creates a filter from the numbers of monitors or adds them to an existing one, after a preview. */
export function BridgeDialog({ from, name, onClose }: BridgeDialogProps) {
  const t = useTranslations('filters-bridge')
  const common = useTranslations('common')
  const target = useTarget(name)
  const [wasTried, setWasTried] = useState(false)
  const plan = useBridgePlan(from, target.filterId)
  const { mutate, isPending, error } = useMakeBridge(onClose)
  const problem = useBridgeProblem(error)
  const nameFault = useNameFault(target)
  const blockedBy = useBlockedBy(plan.isPlaceholderData ? undefined : plan.data, target)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasTried(true)
    if (isPending || blockedBy !== undefined || nameFault !== undefined) return
    mutate({ body: { from, ...target.target } })
  }
  return (
    <Dialog title={t('title')} onClose={onClose} size="md">
      <form onSubmit={submit} noValidate className="grid gap-3">
        <TargetFields target={target} nameFault={wasTried ? nameFault : undefined} />
        <QueryView query={plan} contentName={t('what')} skeleton={<SkeletonRows rows={2} />}>
          {(data) => <BridgePlan plan={data} isNew={target.filterId === undefined} />}
        </QueryView>
        <p className="text-sm text-muted">{t('explain')}</p>
        <PaymentBanner error={error} />
        {problem !== undefined && (
          <p role="alert" className="text-danger-ink">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" variant="primary" isPending={isPending} disabledReason={blockedBy}>
            {t(target.filterId === undefined ? 'create' : 'add')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function TargetFields({ target, nameFault }: { readonly target: Target; readonly nameFault: string | undefined }) {
  const t = useTranslations('filters-bridge')
  const { filters, kind, setKind, name, setName, filterId, setChosen } = target
  const nameField = (
    <TextField
      label={t('name')}
      value={name}
      autoFocus
      autoComplete="off"
      error={nameFault}
      onChange={(event) => setName(event.target.value)}
    />
  )
  if (filters.length === 0) return nameField
  const existing = (
    <Select
      label={t('filter')}
      value={filterId ?? ''}
      onChange={(event) => setChosen(event.target.value)}
      options={filters.map((filter) => ({ value: filter.id, label: maskPesels(filter.name ?? t('unnamed')) }))}
    />
  )
  return (
    <RadioGroup
      label={t('target')}
      isLabelHidden
      value={kind}
      onChange={setKind}
      options={[
        { value: 'new', label: t('new'), content: nameField },
        { value: 'existing', label: t('existing'), content: existing },
      ]}
    />
  )
}

function useNameFault({ filterId, name }: Target): string | undefined {
  const t = useTranslations('filters-bridge')
  if (filterId !== undefined) return undefined
  if (name.trim() === '') return t('nameRequired')
  return name.trim().length > MAX_NAME_LENGTH ? t('nameLong', { max: MAX_NAME_LENGTH }) : undefined
}

function useBlockedBy(plan: ReturnType<typeof useBridgePlan>['data'], { filterId }: Target): string | undefined {
  const t = useTranslations('filters-bridge')
  if (plan === undefined) return t('counting')
  if (plan.lists.length === 0) return t('nothing')
  if (plan.too_long.length > 0) return t('tooLongShort')
  return filterId !== undefined && plan.added === 0 ? t('allHeld') : undefined
}

type Plan = PanelAnswer<'filterBridges.plan'>

/** The preview: how many numbers go to which list, and which monitors are left out and why. */
function BridgePlan({ plan, isNew }: { readonly plan: Plan; readonly isNew: boolean }) {
  const t = useTranslations('filters-bridge')
  const countValues = useCountValues()
  const { lists, by_filter: byFilter, unlisted, missing, too_long: tooLong } = plan
  const nameOf = (list: FilterListName) => t(`lists.${list}`)
  const parts = lists.map(({ list, count }) => `${countValues(count).count} ${nameOf(list)}`).join(', ')
  return (
    <div className="grid gap-1 rounded-md border px-3 py-2.5 tabular" role="status">
      <p className="font-medium">
        {t('monitors', countValues(plan.monitors))}
        {parts !== '' && `: ${parts}`}
      </p>
      {lists.length === 0 && <p>{t('nothing')}</p>}
      {!isNew && lists.length > 0 && (
        <p>{t('difference', { added: countValues(plan.added).count, held: countValues(plan.held).count })}</p>
      )}
      {byFilter > 0 && <p className="text-sm text-muted">{t('byFilter', countValues(byFilter))}</p>}
      {unlisted > 0 && <p className="text-sm text-muted">{t('unlisted', countValues(unlisted))}</p>}
      {missing > 0 && <p className="text-sm text-muted">{t('missing', countValues(missing))}</p>}
      {lists.length > 0 && byFilter + unlisted + missing === 0 && (
        <p className="text-sm text-muted">{t('nothingLeftOut')}</p>
      )}
      {tooLong.map(({ list, count }) => (
        <p key={list} className="text-danger-ink">
          {t('tooLong', {
            list: nameOf(list),
            ...countValues(count),
            max: countValues(MAX_FILTER_ITEMS).count,
            over: countValues(count - MAX_FILTER_ITEMS).count,
          })}
        </p>
      ))}
    </div>
  )
}

/** The preview of the change. Its query key is separate, because a list of up to thousands of ids is too long for a key. */
function useBridgePlan(from: BridgeSource, filterId: string | undefined) {
  const dialogId = useId()
  return useQuery({
    queryKey: ['panel', 'filterBridges', 'plan', dialogId, filterId ?? 'new'],
    queryFn: async ({ signal }) => {
      const body = { from, ...(filterId !== undefined && { filter_id: filterId }) }
      return lazyPanelCall('filterBridges.plan', { body }, { signal })
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
}

function useMakeBridge(onDone: () => void) {
  const t = useTranslations('filters-bridge')
  const router = useRouter()
  const countValues = useCountValues()
  return useAction('filterBridges.make', {
    onSuccess: ({ filter_id: id, name, added }, { body }) => {
      const open = { label: t('open'), onPress: () => router.push(asRoute(filterPath(id))) }
      const message =
        body.filter_id === undefined ? t('created', { name }) : t('added', { ...countValues(added), name })
      toast.success(message, { action: open })
      onDone()
    },
  })
}

function useBridgeProblem(error: unknown): string | undefined {
  const t = useTranslations('filters-bridge')
  const toText = useFailureText()
  if (error === null || error === undefined) return undefined
  if (!isApiError(error)) return toText(error)
  if (error.code === 'filter_limit') return t('limit', { limit: Number(error.detail['limit'] ?? 0) })
  if (error.status === 404) return t('gone')
  return error.code === 'invalid' ? t('changed') : toText(error)
}
