type Document = PDFKit.PDFDocument

/**
 * Measures a text in points, in the current font and size of the document; without kerning a line is the sum of its
 * characters.
 */
export function ruler(document: Document): (text: string) => number {
  const widths = new Map<string, number>()
  const widthOfOne = (character: string): number => {
    const characterWidth = widths.get(character) ?? document.widthOfString(character)
    widths.set(character, characterWidth)
    return characterWidth
  }
  return (text) => {
    let width = 0
    for (const character of text) width += widthOfOne(character)
    return width
  }
}

type Line = { readonly text: string; /** Points left next to it. */ readonly space: number }

export type FittedText = {
  readonly text: string
  readonly width: number
  readonly height: number
  /** Undefined if a line does not fit and the library must break the text, which is slow. */
  readonly lines: readonly Line[] | undefined
}

/** Width in points; `measure` returns points. */
export type TextBox = { readonly width: number; readonly measure: (text: string) => number }

export function fitText(document: Document, text: string, { width, measure }: TextBox): FittedText {
  const lines = text.split('\n').map((line): Line => ({ text: line, space: width - measure(line) }))
  return lines.some(({ space }) => space < 0)
    ? { text, width, height: document.heightOfString(text, { width }), lines: undefined }
    : { text, width, height: lines.length * document.currentLineHeight(true), lines }
}

type TextPosition = { readonly left: number; readonly top: number; readonly align?: 'left' | 'right' }

/** Draws the text with the top left corner of its box at this position. */
export function drawFitted(
  document: Document,
  { text, width, lines }: FittedText,
  { left, top, align }: TextPosition,
): void {
  const height = document.currentLineHeight(true)
  if (lines === undefined) document.text(text, left, top, { width, align })
  lines?.forEach((line, index) => {
    const from = align === 'right' ? left + line.space : left
    document.text(line.text, from, top + index * height, { lineBreak: false })
  })
}
