import { MAX_FILTER_ITEMS, filterLists, mapLists, type FilterListName } from '@/lib/domain/filter-lists'

import { type ContentDraft, type ServiceFaults } from '../../draft/filter-draft'
import { checkValue, type ValueFault, valueKey } from '../../draft/list-values'
import type { UnmatchedText } from '../../file/panel-table'
import type { PlacedRows } from '../../file/place-rows'

export const valueVerdicts = ['valid', 'mended', 'duplicate', 'invalid'] as const
export type ValueVerdict = (typeof valueVerdicts)[number]

/** Why a value is left out: a rule of its list, the file, or a refusal of the service. */
export type ImportFault = ValueFault | UnmatchedText['fault'] | 'foreign' | 'refused'

export interface JudgedValue {
  /** The position in the file, used as a key. */
  readonly number: number
  /** Undefined if the file names an unknown list. */
  readonly list: FilterListName | undefined
  readonly listWord: string
  /** The text as it is written in the file. */
  readonly written: string
  readonly value: string
  readonly verdict: ValueVerdict
  readonly fault?: ImportFault | undefined
  readonly suggestion?: string | undefined
  readonly message?: string | undefined
  readonly line?: number | undefined
}

export interface JudgedImport {
  readonly values: readonly JudgedValue[]
  readonly counts: Readonly<Record<ValueVerdict, number>>
  readonly content: ContentDraft
  /** The content for the editor: invalid values are included, to be corrected there. */
  readonly draft: ContentDraft
  /** Lists that exceed the limit of a filter. */
  readonly over: readonly { readonly list: FilterListName; readonly count: number }[]
}

type ValueJudgement = Pick<JudgedValue, 'value' | 'verdict' | 'fault' | 'suggestion' | 'message'>

/** The server refuses a sealed value only if another account sealed it. */
const isSealed = (value: string): boolean => value.startsWith('sealed:')

function judgeValue(
  list: FilterListName,
  text: string,
  { written, refused }: { written: string; refused: ServiceFaults },
): ValueJudgement {
  const check = checkValue(list, text)
  if (!check.ok) return { value: text.trim(), verdict: 'invalid', fault: check.error, suggestion: check.suggestion }
  const { value } = check
  const message = refused.get(list)?.get(value)
  if (message !== undefined) {
    return { value, verdict: 'invalid', message, fault: isSealed(value) ? 'foreign' : 'refused' }
  }
  return { value, verdict: value === written.trim() ? 'valid' : 'mended' }
}

/**
 * Judges every value of a filter from a file. `chosen` are the lists to be imported; `refused` are values that the
 * service refused when this filter was sent before.
 */
export function judgeFilter(
  { texts, unmatched }: FoundFilter,
  { chosen, refused }: { readonly chosen: ReadonlySet<FilterListName>; readonly refused: ServiceFaults },
): JudgedImport {
  const values: JudgedValue[] = []
  const [good, all] = [mapLists<string[]>(() => []), mapLists<string[]>(() => [])]
  for (const list of filterLists) {
    if (!chosen.has(list)) continue
    const seen = new Set<string>()
    for (const { written, text, line } of texts.get(list) ?? []) {
      const judgement = judgeValue(list, text, { written, refused })
      const key = valueKey(list, judgement.value)
      const isRepeated = seen.has(key)
      seen.add(key)
      const verdict = isRepeated ? ({ verdict: 'duplicate', fault: undefined } as const) : {}
      values.push({ number: values.length, list, listWord: list, written, line, ...judgement, ...verdict })
      if (isRepeated || judgement.value === '') continue
      all[list].push(judgement.value)
      if (judgement.verdict !== 'invalid') good[list].push(judgement.value)
    }
  }
  for (const { text, list, fault, line } of unmatched)
    values.push({
      number: values.length,
      list: undefined,
      listWord: list,
      written: text,
      value: text,
      verdict: 'invalid',
      fault,
      line,
    })
  return { values, counts: countVerdicts(values), content: good, draft: all, over: listsOverLimit(good) }
}

function countVerdicts(values: readonly JudgedValue[]): Record<ValueVerdict, number> {
  const counts = { valid: 0, mended: 0, duplicate: 0, invalid: 0 }
  for (const { verdict } of values) counts[verdict] += 1
  return counts
}

const listsOverLimit = (content: ContentDraft): JudgedImport['over'] =>
  filterLists.map((list) => ({ list, count: content[list].length })).filter(({ count }) => count > MAX_FILTER_ITEMS)

/** A filter as read from a file, before its values are judged. */
export interface FoundFilter extends PlacedRows {
  /** Empty if the file has none. */
  readonly name: string
}
