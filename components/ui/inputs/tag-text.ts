/**
 * How a text is separated into values. `lines`: only at line ends and tabs, for values that contain commas, like
 * company names.
 * `numbers`: not at a comma within a number, so that `174,50` stays one text and can be refused as such.
 */
export type Separation = 'list' | 'lines' | 'numbers'

const separators = { list: /[,;\t\r\n]+/, lines: /[\t\r\n]+/, numbers: /(?:,\s|,$|[;\t\r\n])+/ } as const

/** Keys that, like Enter, complete a value. */
export const endingKeys: Readonly<Record<Separation, readonly string[]>> = {
  list: [',', ';'],
  lines: [],
  numbers: [';'],
}

/**
 * The separator between values put back into the input, so that they can be separated again: an input holds no line
 * ends.
 */
const joiners: Readonly<Record<Separation, string>> = { list: ', ', lines: '\t', numbers: '; ' }

export const joinTypedTags = (texts: readonly string[], separation: Separation = 'list'): string =>
  texts.join(joiners[separation])

export function splitTypedTags(text: string, separation: Separation = 'list'): string[] {
  return text
    .split(separators[separation])
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export interface TagAddition {
  readonly values: readonly string[]
  readonly added: readonly string[]
  /** The number of values that existed already or appear twice in the text. */
  readonly duplicates: number
  /** The values that exceed `max`. */
  readonly rejected: readonly string[]
  /** The typed texts for which `normalize` returns an empty string. */
  readonly unreadable: readonly string[]
}

interface AddTagsOptions {
  readonly max?: number | undefined
  readonly normalize?: ((text: string) => string) | undefined
}

/** Appends new values in order, up to `max`. Values are compared after `normalize`, case-sensitively. */
export function addTags(values: readonly string[], texts: readonly string[], options: AddTagsOptions): TagAddition {
  const { max = Number.POSITIVE_INFINITY, normalize = (text) => text } = options
  const seen = new Set(values)
  const normalized = texts.map((text) => ({ text, value: normalize(text) }))
  const nonEmpty = normalized.flatMap(({ value }) => (value === '' ? [] : [value]))
  const newValues: string[] = []
  for (const text of nonEmpty) {
    if (!seen.has(text)) newValues.push(text)
    seen.add(text)
  }
  const freeSlots = Math.max(0, max - values.length)
  const added = newValues.slice(0, freeSlots)
  return {
    values: added.length === 0 ? values : [...values, ...added],
    added,
    duplicates: nonEmpty.length - newValues.length,
    rejected: newValues.slice(freeSlots),
    unreadable: normalized.flatMap(({ text, value }) => (value === '' ? [text] : [])),
  }
}
