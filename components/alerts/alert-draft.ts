import type { AlertBody, SpendAlert } from '@/lib/contract/panel/spend-alerts'
import type { Locale } from '@/lib/domain/format/locales'

/** What stands in the form: thresholds as typed. */
export interface AlertDraft extends Omit<AlertBody, 'thresholds' | 'recipients'> {
  readonly recipients: readonly string[]
  readonly thresholds: readonly string[]
}

export const toAlertDraft = (alert: SpendAlert | null, defaults: { email: string; language: Locale }): AlertDraft =>
  alert === null
    ? {
        measure: 'actual',
        basis: 'cap',
        thresholds: percents,
        recipients: [defaults.email],
        language: defaults.language,
        enabled: true,
      }
    : {
        measure: alert.measure,
        basis: alert.basis,
        thresholds: alert.thresholds.map(String),
        recipients: alert.recipients ?? [],
        language: alert.language,
        enabled: alert.enabled,
      }

const percents = ['50', '80', '100']

type Unit = 'pln' | 'percent'
/** The unit that thresholds of a basis are in. */
const unitOf = (basis: AlertBody['basis']): Unit => (basis === 'pln' ? 'pln' : 'percent')

/** What was typed in the other unit, to have it back with the basis. */
export type OtherThresholds = { readonly unit: Unit; readonly thresholds: readonly string[] } | undefined

/** Another basis. 80 percent are not 80 złoty: where the unit is another one, so are the thresholds. */
export function withBasis(
  draft: AlertDraft,
  basis: AlertBody['basis'],
  other: OtherThresholds,
): { readonly draft: AlertDraft; readonly other: OtherThresholds } {
  const [from, to] = [unitOf(draft.basis), unitOf(basis)]
  if (from === to) return { draft: { ...draft, basis }, other }
  const thresholds = other?.unit === to ? other.thresholds : to === 'percent' ? percents : []
  return { draft: { ...draft, basis, thresholds }, other: { unit: from, thresholds: draft.thresholds } }
}

/** `80 %`, `80%` and `500 zł` are the number that they name. */
export const bareNumber = (text: string): string => text.replaceAll(/\s|%|zł|pln/giu, '')

export const MAX_PERCENT = 500
const MAX_PLN = 100_000

export function isThreshold(text: string, basis: AlertBody['basis']): boolean {
  const value = Number(text)
  return /^\d{1,6}$/.test(text) && value >= 1 && value <= (basis === 'pln' ? MAX_PLN : MAX_PERCENT)
}

/** Loose: what mailboxes look like. The panel's own schema has the last word. */
export const isAddress = (text: string): boolean => /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/.test(text)

export interface AlertFaults {
  readonly thresholds?: 'empty' | 'invalid'
  readonly recipients?: 'empty' | 'invalid'
}

export function findAlertFaults({ thresholds, recipients, basis }: AlertDraft): AlertFaults {
  return {
    ...faultIn('thresholds', thresholds, (each) => isThreshold(each, basis)),
    ...faultIn('recipients', recipients, isAddress),
  }
}

function faultIn(key: keyof AlertFaults, values: readonly string[], isValid: (text: string) => boolean): AlertFaults {
  if (values.length === 0) return { [key]: 'empty' }
  return values.every(isValid) ? {} : { [key]: 'invalid' }
}

export const toAlertBody = (draft: AlertDraft): AlertBody => ({
  ...draft,
  recipients: [...draft.recipients],
  thresholds: draft.thresholds.map(Number),
})
