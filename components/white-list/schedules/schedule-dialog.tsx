'use client'

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod'

import { TextInputField } from '@/components/forms/field'
import { CheckField } from '@/components/forms/select-field'
import { useZodForm } from '@/components/forms/use-zod-form'
import { ZodFormDialog } from '@/components/forms/zod-form-dialog'
import { Banner } from '@/components/layout/banner'
import { FailureReason } from '@/components/layout/failed-query'
import { useAction } from '@/components/layout/use-action'
import { useViewer } from '@/components/layout/viewer'
import { PriceLine } from '@/components/meters/price-line'
import { RhythmFields } from '@/components/shared/rhythm-fields'
import { useCountValues } from '@/components/ui/use-count-values'
import { useDebouncedValue } from '@/components/ui/use-debounced-value'
import { panelQuery, query } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'
import {
  whiteListRhythms,
  type WhiteListSchedule,
  whiteListScheduleBody,
} from '@/lib/features/white-list/contract/schedules'

const MAX_NAME_LENGTH = 80
const MAX_TAG_LENGTH = 64
const TYPING_MS = 400

const { budget_units: budgetUnits } = whiteListScheduleBody.shape
const scheduleForm = whiteListScheduleBody
  .omit({ enabled: true })
  .extend({ budget_units: z.string().trim().regex(/^\d+$/).transform(Number).pipe(budgetUnits) })
type ScheduleInput = z.input<typeof scheduleForm>

const newScheduleValues: ScheduleInput = {
  name: '',
  tag: '',
  rhythm: 'daily',
  weekday: 1,
  hour: 7,
  budget_units: '100',
  after_midnight: true,
}

interface ScheduleDialogProps {
  readonly schedule: WhiteListSchedule | undefined
  readonly onClose: () => void
}

export function WhiteListScheduleDialog({ schedule, onClose }: ScheduleDialogProps) {
  const t = useTranslations('white-list.schedules.form')
  const words = {
    name: { required: t('faults.name') },
    tag: { required: t('faults.tag') },
    budget_units: { required: t('faults.budget'), invalid: t('faults.budget') },
  }
  const defaultValues = schedule ? { ...schedule, budget_units: String(schedule.budget_units) } : newScheduleValues
  const form = useZodForm({ schema: scheduleForm, defaultValues, words })
  const save = useSave(schedule, onClose)
  return (
    <ZodFormDialog
      title={t(schedule ? 'editTitle' : 'newTitle')}
      size="md"
      form={form}
      submitLabel={t(schedule ? 'save' : 'create')}
      onClose={onClose}
      onSubmit={save}
      refusals={{ name_taken: t('faults.nameTaken'), over_budget: t('faults.overBudget') }}
      failure={Failure}
    >
      <Fields />
    </ZodFormDialog>
  )
}

function Failure({ error }: { readonly error: Error }) {
  const t = useTranslations('white-list.schedules.form.faults')
  const code = isApiError(error) ? error.code : undefined
  return (
    <Banner tone="danger">
      {code === 'schedule_changed' ? (
        t('changed')
      ) : code === 'limit' ? (
        t('limit')
      ) : isApiError(error) && error.fields.some(({ type }) => type === 'over_budget') ? (
        t('overBudget')
      ) : (
        <FailureReason error={error} />
      )}
    </Banner>
  )
}

function Fields() {
  const t = useTranslations('white-list.schedules')
  return (
    <>
      <TextInputField<ScheduleInput> name="name" label={t('form.name')} maxLength={MAX_NAME_LENGTH} autoFocus />
      <TagField />
      <RhythmFields rhythms={whiteListRhythms} />
      <TextInputField<ScheduleInput>
        name="budget_units"
        label={t('form.budget')}
        hint={t('form.budgetHint')}
        maxLength={5}
      />
      <CheckField<ScheduleInput> name="after_midnight" label={t('form.afterMidnight')} />
    </>
  )
}

/** Shows the tag's current number of monitors, so that the budget can be judged. */
function TagField() {
  const t = useTranslations('white-list.schedules.form')
  const countValues = useCountValues()
  const listId = useId()
  const { mode } = useViewer()
  const tags = useQuery({ ...query('monitors.tags', {}), enabled: mode === 'embedded' })
  const tag = useDebouncedValue((useWatch<ScheduleInput>().tag ?? '').trim(), TYPING_MS)
  const scope = useQuery({
    ...panelQuery('whiteListSchedules.scope', { query: { tag } }),
    enabled: tag !== '',
  })
  const { numbers = 0, without = 0 } = scope.data ?? {}
  return (
    <div className="grid gap-1">
      <TextInputField<ScheduleInput>
        name="tag"
        label={t('tag')}
        maxLength={MAX_TAG_LENGTH}
        list={listId}
        autoComplete="off"
      />
      <datalist id={listId}>
        {(tags.data?.items ?? []).map(({ tag: known }) => (
          <option key={known} value={known}>
            {known}
          </option>
        ))}
      </datalist>
      {scope.data !== undefined && (
        <p role="status" className="text-sm text-muted">
          {t('scope', countValues(numbers))} {numbers > 0 && <PriceLine pool="wpv" units={numbers} />}
          {without > 0 && ` ${t('without', countValues(without))}`}
        </p>
      )}
    </div>
  )
}

function useSave(schedule: WhiteListSchedule | undefined, onSuccess: () => void) {
  const t = useTranslations('white-list.schedules.form')
  const create = useAction('whiteListSchedules.create', {
    done: (_, { body: { name } }) => t('created', { name }),
    onSuccess,
  })
  const update = useAction('whiteListSchedules.update', {
    done: (_, { body: { name } }) => t('saved', { name }),
    onSuccess,
  })
  return (values: z.output<typeof scheduleForm>): Promise<unknown> => {
    if (schedule === undefined) return create.mutateAsync({ body: { ...values, enabled: true } })
    const { id, updated_at, enabled, stopped } = schedule
    // Saving a stopped schedule resumes it; a disabled one stays disabled.
    return update.mutateAsync({ params: { id }, body: { ...values, enabled: enabled || stopped !== null, updated_at } })
  }
}
