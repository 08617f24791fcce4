/** Attributes and content of one element; of an empty one no content. */
interface XmlElement {
  readonly attributes: string
  readonly content: string
  /** Where it begins, and where what follows it begins. */
  readonly start: number
  readonly end: number
}

/**
 * Every element of a name, whatever its prefix, from left to right; not those inside of another one of that name. Each character is
 * looked at once: an element that nobody closed is the last one, because what closes it would have closed those after it too.
 */
export function* xmlElements(xml: string, name: string): Generator<XmlElement, void> {
  const opening = new RegExp(`<(?:[\\w.-]+:)?${name}(?=[\\s/>])`, 'g')
  const closing = new RegExp(`</(?:[\\w.-]+:)?${name}\\s*>`, 'g')
  for (let found = opening.exec(xml); found !== null; found = opening.exec(xml)) {
    const tagEnd = xml.indexOf('>', opening.lastIndex)
    if (tagEnd === -1) return
    const isEmpty = xml[tagEnd - 1] === '/'
    const attributes = xml.slice(opening.lastIndex, isEmpty ? tagEnd - 1 : tagEnd)
    closing.lastIndex = tagEnd + 1
    const close = isEmpty ? undefined : closing.exec(xml)
    if (close === null) return
    const content = close === undefined ? '' : xml.slice(tagEnd + 1, close.index)
    const end = close === undefined ? tagEnd + 1 : closing.lastIndex
    yield { attributes, content, start: found.index, end }
    opening.lastIndex = end
  }
}

/** What is left without the elements of a name. */
export function withoutElements(xml: string, name: string): string {
  let left = ''
  let done = 0
  for (const { start, end } of xmlElements(xml, name)) {
    left += xml.slice(done, start)
    done = end
  }
  return done === 0 ? xml : left + xml.slice(done)
}
