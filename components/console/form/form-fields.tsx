'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Checkbox } from '@/components/ui/inputs/checkbox'
import { DayFieldLazy } from '@/components/ui/inputs/day-field-lazy'
import { Select } from '@/components/ui/inputs/select'
import { TextArea } from '@/components/ui/inputs/text-area'
import { TextField } from '@/components/ui/inputs/text-field'
import { useCountValues } from '@/components/ui/use-count-values'
import type { FormField } from '@/lib/contract/console/request-form'

import { type DraftGroup, type DraftPath, groupIn, groupsIn, linesOf, NULL_TEXT, draftText } from '../request/draft'
import { faultAt, itemOf } from '../request/faults'
import { useFaultWords } from '../request/use-fault-words'
import { FieldLegend, FieldName } from './field-name'
import { useRequestForm } from './form-context'
import { GroupsField } from './groups-field'
import { useFieldHint } from './use-field-hint'

interface FormFieldsProps {
  readonly fields: readonly FormField[]
  readonly group: DraftGroup
  readonly path: DraftPath
}

/** Fields are side by side if there is space; groups and multi-line fields use the full width. */
export function FormFields({ fields, group, path }: FormFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
      {fields.map((field) => (
        <OneField key={field.name} field={field} group={group} path={[...path, field.name]} />
      ))}
    </div>
  )
}

interface OneFieldProps extends Omit<FormFieldsProps, 'fields'> {
  readonly field: FormField
}

function OneField({ field, group, path }: OneFieldProps) {
  const value = group[field.name]
  switch (field.kind) {
    case 'group':
      return (
        <NestedField field={field}>
          <FormFields fields={field.fields ?? []} group={groupIn(value)} path={path} />
        </NestedField>
      )
    case 'groups':
      return (
        <GroupsField field={field} groups={groupsIn(value)} path={path}>
          {(each, index) => <FormFields fields={field.fields ?? []} group={each} path={[...path, index]} />}
        </GroupsField>
      )
    default:
      return <LeafField field={field} text={draftText(value)} path={path} />
  }
}

function NestedField({ field, children }: { readonly field: FormField; readonly children: ReactNode }) {
  return (
    <fieldset className="rounded-md border p-3 sm:col-span-2">
      <FieldLegend field={field} />
      {children}
    </fieldset>
  )
}

/** Returns the fault of a field; for a list, with the line it belongs to. */
function useFieldFault(path: DraftPath): string | undefined {
  const t = useTranslations('console.faults')
  const words = useFaultWords()
  const { faults } = useRequestForm()
  const key = path.join('.')
  const fault = faultAt(faults, key)
  if (fault === undefined) return undefined
  const number = itemOf(fault, key)
  return number === undefined ? words(fault) : t('item', { number, text: words(fault) })
}

interface LeafProps {
  readonly field: FormField
  readonly text: string
  readonly path: DraftPath
}

function LeafField({ field, text, path }: LeafProps) {
  const t = useTranslations('console.form')
  const countValues = useCountValues()
  const { onChange } = useRequestForm()
  const hint = useFieldHint(field)
  const count = field.kind === 'lines' ? linesOf(text).length : 0
  const isNull = text === NULL_TEXT
  const shared = {
    label: <FieldName field={field} />,
    hint:
      [hint, count > 0 ? t('values', countValues(count)) : ''].filter((part) => part !== '').join(' · ') || undefined,
    error: useFieldFault(path),
    'aria-required': field.isRequired || undefined,
    value: isNull ? '' : text,
    disabled: isNull,
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(path, event.target.value),
  }
  return (
    <div className={field.kind === 'lines' ? 'sm:col-span-2' : undefined}>
      <Control field={field} shared={shared} />
      {field.isNullable && (
        <Checkbox
          className="mt-1.5"
          checked={isNull}
          aria-label={`${field.name}: ${t('null')}`}
          onChange={(event) => onChange(path, event.target.checked ? NULL_TEXT : '')}
        >
          {t('null')}
        </Checkbox>
      )}
    </div>
  )
}

interface ControlProps {
  readonly field: FormField
  readonly shared: {
    readonly label: ReactNode
    readonly hint: string | undefined
    readonly error: string | undefined
    readonly value: string
    readonly disabled: boolean
    readonly onChange: (event: { readonly target: { readonly value: string } }) => void
  }
}

const PLACEHOLDERS: Readonly<Partial<Record<FormField['kind'], string>>> = {
  month: '2026-11',
  instant: '2026-11-20T11:00:00.000Z',
  id: '00000000-0000-4000-8000-000000000001',
}

function Control({ field, shared }: ControlProps) {
  const t = useTranslations('console.form')
  const { kind, choices = [], fallback } = field
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  switch (kind) {
    case 'choice':
    case 'flag': {
      const none = fallback === undefined ? t('noChoice') : t('defaultChoice', { value: fallback })
      const options = [{ value: '', label: none }, ...choices.map((value) => ({ value, label: value }))]
      return <Select {...shared} options={options} />
    }
    case 'lines':
      return <TextArea {...shared} {...plain} rows={3} wrap="off" className="font-mono" />
    case 'day':
      return (
        <DayFieldLazy
          {...shared}
          onChange={(day) => shared.onChange({ target: { value: day } })}
          calendarLabel={field.name}
        />
      )
    default:
      return (
        <TextField
          {...shared}
          {...plain}
          inputMode={kind === 'whole' ? 'numeric' : undefined}
          placeholder={PLACEHOLDERS[kind] ?? (kind === 'whole' ? fallback : undefined)}
          className="font-mono"
        />
      )
  }
}
