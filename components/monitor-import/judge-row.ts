import {
  checkIdentifier,
  guessIdentifierType,
  type IdentifierFault,
  type IdentifierType,
} from '@/lib/domain/identifiers'
import { MAX_TAG_LENGTH, MAX_TAGS, tidyTags } from '@/lib/domain/tags'

import type { IdentifierRole } from './columns'
import { isMasked } from './known-monitors'
import { type NumberFix, repairNumber } from './repair-number'

/** A longer label is refused by the service (decision 3), so it is said before sending. */
export const MAX_LABEL_LENGTH = 200

export type TenDigits = 'nip' | 'krs'
/** What a person said about ten digits that could be a NIP or a KRS number: per number, and for all the others. */
export interface KindChoices {
  readonly byDigits: ReadonlyMap<string, TenDigits>
  readonly forAll: TenDigits | undefined
}
export const noChoices: KindChoices = { byDigits: new Map(), forAll: undefined }

export type InvalidReason =
  | IdentifierFault
  | 'regon'
  | 'unknown'
  | 'rounded'
  | 'label_length'
  | 'tag_length'
  | 'tags_many'
  | 'masked'

export type Judgement =
  | { readonly kind: 'ok'; readonly type: IdentifierType; readonly value: string }
  /** `isNip`: the NIP checksum holds, so both readings are possible; otherwise only KRS can be saved. */
  | { readonly kind: 'ambiguous'; readonly digits: string; readonly isNip: boolean }
  | { readonly kind: 'invalid'; readonly reason: InvalidReason; readonly type: IdentifierType | undefined }

/** What a row says, before anything is known of the others. */
export interface RowInput {
  readonly identifier: string
  readonly role: IdentifierRole
  readonly label: string
  readonly tags: readonly string[]
}

export interface JudgedRow {
  readonly judgement: Judgement
  readonly fix: NumberFix | undefined
  /** Ten digits that a person had to decide about; kept so that the decision can be changed. */
  readonly chosen: TenDigits | undefined
}

const refused = (reason: InvalidReason, type?: IdentifierType): Judgement => ({ kind: 'invalid', reason, type })

function judgeAs(type: IdentifierType, identifier: string): Judgement {
  const check = checkIdentifier(type, identifier)
  return check.ok ? { kind: 'ok', type, value: check.value } : refused(check.error, type)
}

/** A label in the cell itself (`KRS 123…`) says more than the name of the column. */
const saysItsKind = (text: string): boolean => /^\s*(nip|krs|pesel|regon|pl\s*\d)/i.test(text)

interface Reading {
  readonly judgement: Judgement
  readonly chosen?: TenDigits | undefined
}

function readShape(text: string, choices: KindChoices): Reading {
  const guess = guessIdentifierType(text)
  if (guess === 'ambiguous') {
    const digits = text.normalize('NFKC').replace(/\D/g, '')
    const chosen = choices.byDigits.get(digits) ?? choices.forAll
    const isNip = checkIdentifier('nip', digits).ok
    return { judgement: chosen ? judgeAs(chosen, digits) : { kind: 'ambiguous', digits, isNip }, chosen }
  }
  if (guess === 'regon' || guess === 'unknown') return { judgement: refused(text === '' ? 'empty' : guess) }
  return { judgement: judgeAs(guess, text) }
}

function extrasFault({ label, tags }: RowInput): InvalidReason | undefined {
  if (label.length > MAX_LABEL_LENGTH) return 'label_length'
  if (isMasked(label) || tags.some(isMasked)) return 'masked'
  if (tags.some((tag) => tag.length > MAX_TAG_LENGTH)) return 'tag_length'
  return tags.length > MAX_TAGS ? 'tags_many' : undefined
}

/** The verdict on one row by itself. Ten digits of a column of any kind that may be both are asked about, never guessed. */
export function judgeRow(row: RowInput, choices: KindChoices): JudgedRow {
  // A file that was exported masked: what stands there is no number any more.
  if (isMasked(row.identifier)) return { judgement: refused('masked'), fix: undefined, chosen: undefined }
  const { text, fix, isRounded } = repairNumber(row.identifier, row.role)
  if (isRounded) return { judgement: refused('rounded'), fix: undefined, chosen: undefined }
  const { judgement, chosen } =
    row.role === 'any' || saysItsKind(text) ? readShape(text, choices) : { judgement: judgeAs(row.role, text) }
  const fault = judgement.kind === 'ok' ? extrasFault(row) : undefined
  if (fault !== undefined && judgement.kind === 'ok') return { judgement: refused(fault, judgement.type), fix, chosen }
  return { judgement, fix: judgement.kind === 'ok' ? fix : undefined, chosen }
}

/** The tags of one cell. */
export const splitTags = (cell: string): string[] => tidyTags(cell.split(/[,;|]/))
