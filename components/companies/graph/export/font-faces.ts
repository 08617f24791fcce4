/** The page's own letters, as rules that a file may carry with it: a picture that is opened elsewhere, or drawn on a canvas, has no others. */
export async function readFontFaces(): Promise<string> {
  try {
    const faces = await Promise.all(ownFaces().map(carry))
    return faces.join('')
  } catch {
    // Without them the file names the font, and what stands in for it.
    return ''
  }
}

interface Face {
  readonly url: string
  readonly range: string
}

function ownFaces(): Face[] {
  const rules = [...document.styleSheets].flatMap((sheet) => {
    if (sheet.href !== null && new URL(sheet.href).origin !== location.origin) return []
    return [...sheet.cssRules].flatMap((rule) => (rule instanceof CSSFontFaceRule ? [{ rule, sheet }] : []))
  })
  return rules.flatMap(({ rule, sheet }) => {
    const [, url] = /url\("?([^")]+\.woff2[^")]*)"?\)/.exec(rule.style.getPropertyValue('src')) ?? []
    if (url === undefined || !/inter/i.test(rule.style.getPropertyValue('font-family'))) return []
    const range = rule.style.getPropertyValue('unicode-range')
    return [{ url: new URL(url, sheet.href ?? location.href).href, range }]
  })
}

async function carry({ url, range }: Face): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const encoded = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
  const limit = range === '' ? '' : `unicode-range:${range};`
  return `@font-face{font-family:'Panel Inter';font-weight:100 900;${limit}src:url(data:font/woff2;base64,${encoded}) format('woff2')}`
}
