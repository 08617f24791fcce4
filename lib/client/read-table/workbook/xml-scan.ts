/** The XML is not well-formed, and reading on could lose cells silently. */
export class BrokenXml extends Error {}

/** Names are passed without their prefix, which differs by writer. */
export interface XmlHandler {
  /** `attributes`: the raw text in the tag, for `attributeOf`. */
  readonly open: (name: string, attributes: string) => void
  readonly close: (name: string) => void
  /** Text between two tags, with entities decoded. */
  readonly text: (text: string) => void
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function entity(match: string, body: string): string {
  if (!body.startsWith('#')) return ENTITIES[body] ?? match
  const code = /^#x/i.test(body) ? parseInt(body.slice(2), 16) : Number(body.slice(1))
  return code <= 0x10ffff ? String.fromCodePoint(code) : match
}

const withoutEntities = (text: string): string =>
  text.includes('&') ? text.replace(/&(#x?[\da-f]+|\w+);/gi, entity) : text

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The value of an attribute by its name without a prefix, in linear time. */
export function attributeOf(attributes: string, name: string): string | undefined {
  let at = 0
  for (;;) {
    const equals = attributes.indexOf('=', at)
    if (equals === -1) return undefined
    let start = equals + 1
    while (start < attributes.length && attributes.charCodeAt(start) <= 32) start += 1
    const quote = attributes[start]
    const end = quote === '"' || quote === "'" ? attributes.indexOf(quote, start + 1) : -1
    if (end === -1) return undefined
    if (localName(attributes.slice(at, equals).trim()) === name)
      return withoutEntities(attributes.slice(start + 1, end))
    at = end + 1
  }
}

/** Index of the tag's end, ignoring `>` in attribute values. */
function tagEnd(xml: string, from: number): number {
  let at = from
  while (at < xml.length) {
    const code = xml.charCodeAt(at)
    if (code === 62) return at
    if (code === 34 || code === 39) {
      const close = xml.indexOf(code === 34 ? '"' : "'", at + 1)
      if (close === -1) break
      at = close
    }
    at += 1
  }
  throw new BrokenXml()
}

function nameEnd(xml: string, from: number, end: number): number {
  let at = from
  while (at < end) {
    const code = xml.charCodeAt(at)
    if (code <= 32 || code === 47) break
    at += 1
  }
  return at
}

/** The end of a construct that begins with `<!` or `<?`; a document type is refused, because it may define entities. */
function skipSpecial(xml: string, at: number, handler: XmlHandler): number {
  const [opening, closing] = (
    [
      ['<!--', '-->'],
      ['<![CDATA[', ']]>'],
      ['<?', '?>'],
    ] as const
  ).find(([start]) => xml.startsWith(start, at)) ?? ['', '']
  const end = opening === '' ? -1 : xml.indexOf(closing, at + opening.length)
  if (end === -1) throw new BrokenXml()
  if (opening === '<![CDATA[') handler.text(xml.slice(at + opening.length, end))
  return end + closing.length
}

class Scan {
  readonly #xml: string
  readonly #handler: XmlHandler
  readonly #path: string[] = []

  constructor(xml: string, handler: XmlHandler) {
    this.#xml = xml
    this.#handler = handler
  }

  run(): void {
    let at = 0
    for (;;) {
      const open = this.#xml.indexOf('<', at)
      if (open === -1) break
      if (open > at && this.#path.length > 0) this.#handler.text(withoutEntities(this.#xml.slice(at, open)))
      at = this.#scanTag(open)
    }
    if (this.#path.length > 0) throw new BrokenXml()
  }

  #scanTag(open: number): number {
    const code = this.#xml.charCodeAt(open + 1)
    if (code === 33 || code === 63) return skipSpecial(this.#xml, open, this.#handler)
    return code === 47 ? this.#close(open) : this.#open(open)
  }

  #open(open: number): number {
    const xml = this.#xml
    const end = tagEnd(xml, open + 1)
    const nameStop = nameEnd(xml, open + 1, end)
    const name = localName(xml.slice(open + 1, nameStop))
    const isEmpty = xml.charCodeAt(end - 1) === 47
    this.#handler.open(name, xml.slice(nameStop, isEmpty ? end - 1 : end))
    if (isEmpty) this.#handler.close(name)
    else this.#path.push(name)
    return end + 1
  }

  #close(open: number): number {
    const end = this.#xml.indexOf('>', open)
    const name = localName(this.#xml.slice(open + 2, end).trimEnd())
    if (end === -1 || this.#path.pop() !== name) throw new BrokenXml()
    this.#handler.close(name)
    return end + 1
  }
}

const ignore = (): void => undefined

/**
 * Scans an XML text once, from left to right. Throws `BrokenXml` when a tag is not properly closed, as in a truncated
 * file.
 */
export function scanXml(xml: string, { open = ignore, close = ignore, text = ignore }: Partial<XmlHandler>): void {
  new Scan(xml, { open, close, text }).run()
}

/** Detected by byte order mark, or by the first character, which is a `<`. */
function wideEncoding([first, second]: Uint8Array): string | undefined {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c) ? 'utf-16be' : undefined
}

/** Decodes a part by its first bytes or its declaration. */
export function decodeXml(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /^\W*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1] ?? 'utf-8'
  try {
    // Some programs declare UTF-16 but write UTF-8; real UTF-16 was recognised above.
    return new TextDecoder(/^utf-?16/i.test(declared) ? 'utf-8' : declared).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
