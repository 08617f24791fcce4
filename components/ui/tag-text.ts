/** Pasted or typed text as single values: separated by commas, semicolons, tabs or line ends. */
export function splitTags(text: string): string[] {
  return text
    .split(/[,;\t\r\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export interface TagAddition {
  readonly values: readonly string[]
  readonly added: readonly string[]
  /** How many were there already, or twice in the text. */
  readonly duplicates: number
  /** How many did not fit under `max`. */
  readonly rejected: number
}

interface AddTagsOptions {
  readonly max?: number | undefined
  readonly normalize?: ((text: string) => string) | undefined
}

/** Adds what is new, in order, up to `max`. Values are compared after `normalize`, case-sensitively. */
export function addTags(values: readonly string[], texts: readonly string[], options: AddTagsOptions): TagAddition {
  const { max = Number.POSITIVE_INFINITY, normalize = (text) => text } = options
  const seen = new Set(values)
  const wanted = texts.map(normalize).filter((text) => text !== '')
  const fresh: string[] = []
  for (const text of wanted) {
    if (!seen.has(text)) fresh.push(text)
    seen.add(text)
  }
  const added = fresh.slice(0, Math.max(0, max - values.length))
  return {
    values: added.length === 0 ? values : [...values, ...added],
    added,
    duplicates: wanted.length - fresh.length,
    rejected: fresh.length - added.length,
  }
}
