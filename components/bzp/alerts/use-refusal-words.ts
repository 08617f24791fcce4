'use client'

import { useLocale, useTranslations } from 'use-intl'

import type { FieldError } from '@/lib/domain/api-error'
import { formatInteger } from '@/lib/domain/format/format'
import { type AlertRefusal, alertRefusalOf, refusalNumbers } from '@/lib/features/bzp/domain/alert-refusal'

import { alertLimits, alertLists } from '../filter/alert-filter'

export interface PathRefusal {
  readonly code: AlertRefusal | 'role_required' | 'limit' | 'unavailable'
  readonly path: readonly (string | number)[]
  readonly max: number | null
  readonly found: number | null
}

/** Converts an error of a 422 to the form of an import's refusals. */
export const toPathRefusal = ({ path, type, ctx }: FieldError): PathRefusal => ({
  code: alertRefusalOf(type),
  // The filter is the condition of a rule, so this step of the path is skipped.
  path: path.filter((part) => part !== 'condition'),
  ...refusalNumbers(ctx),
})

/** Returns the name of the form field that a path belongs to; filter lists and limits have their own names. */
function useFieldWords(): (path: PathRefusal['path']) => string | undefined {
  const t = useTranslations('bzp-save')
  const fields = useTranslations('bzp.fields')
  return ([first, ...rest]) => {
    const within = first === 'filter' ? rest[0] : first
    const list = alertLists.find((each) => each === within)
    if (list !== undefined) return fields(`${list}.label`)
    const limit = alertLimits.find((each) => each === within)
    if (limit !== undefined) return t(`changes.fields.${limit}`)
    const formFields = {
      name: 'name',
      is_team: 'isTeam',
      delivery: 'delivery',
      timing: 'delivery',
      digest_hour: 'hour',
      recipients: 'recipients',
      targets: 'recipients',
      muted_until: 'mutedUntil',
    } as const
    const field = Object.entries(formFields).find(([key]) => key === first)?.[1]
    if (field !== undefined) return t(`changes.fields.${field}`)
    return first === 'filter' ? t('filter') : undefined
  }
}

/** Returns the refused value if the user wrote it and it is short enough to quote. */
function quotedValueAt(sentBody: unknown, path: PathRefusal['path']): string | undefined {
  if (path[0] !== 'filter' && path[0] !== 'name') return undefined
  const value = path.reduce<unknown>(
    (node, step) => (typeof node === 'object' && node !== null ? Reflect.get(node, step) : undefined),
    sentBody,
  )
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' && text.length <= MAX_QUOTED ? text : undefined
}

const MAX_QUOTED = 60

/** Formats a refusal in one sentence: field, value and reason. `sentBody` is the body of the refused request. */
export function useRefusalWords(): (refused: PathRefusal, sentBody?: unknown) => string {
  const t = useTranslations('bzp-save.refusals')
  const locale = useLocale()
  const fieldOf = useFieldWords()
  const number = (value: number | null) => (value === null ? '–' : formatInteger(value, locale))
  return ({ code, path, max, found }, sentBody) => {
    const reason = t(`reasons.${code}`, { max: number(max), found: number(found), foundNumber: found ?? 0 })
    const field = fieldOf(path)
    if (field === undefined) return reason
    const value = quotedValueAt(sentBody, path)
    return value === undefined ? t('at', { field, reason }) : t('atValue', { field, value, reason })
  }
}
