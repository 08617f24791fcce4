/** Returns the width of a text in pixels. */
export type MeasureText = (text: string, font: PictureFont) => number

export const pictureFonts = {
  name: { size: 12.5, weight: 600 },
  note: { size: 11.5, weight: 400 },
} as const
export type PictureFont = keyof typeof pictureFonts

/** Approximates the widths of Inter where no canvas is available. */
export const guessWidth: MeasureText = (text, font) => text.length * pictureFonts[font].size * 0.58

const DOTS = '…'

/** Truncates the text with an ellipsis; characters of several code units stay whole. */
export function cutText(text: string, width: number, measure: (text: string) => number): string {
  if (measure(text) <= width) return text
  const letters = Array.from(
    new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text),
    (each) => each.segment,
  )
  let [low, high] = [0, letters.length]
  while (low < high) {
    const half = Math.ceil((low + high) / 2)
    if (measure(`${letters.slice(0, half).join('').trimEnd()}${DOTS}`) <= width) low = half
    else high = half - 1
  }
  return `${letters.slice(0, low).join('').trimEnd()}${DOTS}`
}

export function createMeasure(family: string): MeasureText {
  const canvas = document.createElement('canvas').getContext('2d')
  if (canvas === null) return guessWidth
  const widths = new Map<string, number>()
  return (text, font) => {
    const key = `${font} ${text}`
    const cachedWidth = widths.get(key)
    if (cachedWidth !== undefined) return cachedWidth
    const { size, weight } = pictureFonts[font]
    canvas.font = `${weight} ${size}px ${family}`
    const { width } = canvas.measureText(text)
    widths.set(key, width)
    return width
  }
}
