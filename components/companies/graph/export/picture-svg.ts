import type { Point, Size } from '../layout/layout-types'
import type { Picture } from '../picture/draw-picture'
import type { PictureColour, Shape } from '../picture/shapes'
import { pictureFonts } from '../picture/text-fit'

/**
 * A file uses the colours of the light theme, so that it looks the same everywhere; `picture-svg.test.ts` compares them
 * with the theme.
 */
export const fileColours: Readonly<Record<Exclude<PictureColour, 'none'>, string>> = {
  card: '#ffffff',
  ground: '#f7f7f5',
  ink: '#191a17',
  muted: '#63665f',
  edge: '#868981',
  line: '#e6e6e1',
  'accent-ink': '#14532d',
  'accent-soft': '#e3efe6',
  chip: '#efefea',
}

export interface PictureFile {
  readonly picture: Picture
  /** The company's name and number, above the picture. */
  readonly title: string
  /** The date of the data, below the title. */
  readonly subtitle: string
  /** `@font-face` rules with embedded fonts; empty if they could not be read. */
  readonly fontFaces: string
  readonly language: string
}

const HEAD = 64
const SIDE = 28
const FAMILY = "'Panel Inter', Inter, system-ui, 'Segoe UI', Arial, sans-serif"

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Characters that XML forbids are removed, because a name may contain any. */
const escapeXml = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '').replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter)

/** Width and height of the exported picture, in pixels. */
export function exportDimensions({ picture, title }: Pick<PictureFile, 'picture' | 'title'>): Size {
  // The file is at least wide enough for its title.
  const titleWidth = Math.min(1200, title.length * 9.5 + 2 * SIDE)
  return { width: Math.ceil(Math.max(picture.width, titleWidth, 360)), height: Math.ceil(picture.height + HEAD) }
}

/** Returns the size of the file, and the position of the picture's origin in it. */
export function placeInFile(file: Pick<PictureFile, 'picture' | 'title'>) {
  const { picture } = file
  const { width, height } = exportDimensions(file)
  return { width, height, x: (width - picture.width) / 2 - picture.left, y: HEAD - picture.top }
}

export function makePictureSvg(file: PictureFile): string {
  const { picture, title, subtitle, fontFaces, language } = file
  const { width, height, x, y } = placeInFile(file)
  const { name, note } = pictureFonts
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xml:lang="${escapeXml(language)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${FAMILY}">`,
    `<title>${escapeXml(title)}</title><desc>${escapeXml(subtitle)}</desc>`,
    `<style>${fontFaces}.name{font-size:${name.size}px;font-weight:${name.weight}}.note{font-size:${note.size}px}</style>`,
    `<rect width="${width}" height="${height}" fill="${fileColours.card}"/>`,
    `<text x="${SIDE}" y="30" font-size="17" font-weight="650" fill="${fileColours.ink}">${escapeXml(title)}</text>`,
    `<text x="${SIDE}" y="50" font-size="12" fill="${fileColours.muted}">${escapeXml(subtitle)}</text>`,
    `<g transform="translate(${x} ${y})">`,
    ...figuresInDrawingOrder(picture).map(renderFigure),
    '</g></svg>',
  ].join('\n')
}

interface Figure extends Point {
  readonly title: string
  readonly shapes: readonly Shape[]
}

/** Lists the shapes in drawing order, from back to front. */
export function figuresInDrawingOrder({ nodes, groups, lines }: Picture): Figure[] {
  const noOffset = { x: 0, y: 0 }
  return [
    ...groups,
    ...lines.map(({ shapes, title }) => ({ ...noOffset, title, shapes })),
    ...nodes,
    ...groups.flatMap(({ members }) => members),
    ...groups.flatMap(({ x, y, more }) =>
      more ? [{ x: x + more.x, y: y + more.y, title: '', shapes: more.shapes }] : [],
    ),
    ...lines.filter(({ labelFits }) => labelFits).map(({ label }) => ({ ...noOffset, title: '', shapes: label })),
  ]
}

function renderFigure({ x, y, title, shapes }: Figure): string {
  if (shapes.length === 0) return ''
  const titleElement = title === '' ? '' : `<title>${escapeXml(title)}</title>`
  const transform = x === 0 && y === 0 ? '' : ` transform="translate(${x} ${y})"`
  return `<g${transform}>${titleElement}${shapes.map(renderShape).join('')}</g>`
}

const colourOf = (colour: PictureColour): string => (colour === 'none' ? 'none' : fileColours[colour])

function renderShape(shape: Shape): string {
  switch (shape.kind) {
    case 'box': {
      const { x, y, width, height, radius, fill, stroke } = shape
      const dash = shape.isDashed === true ? ' stroke-dasharray="5 4"' : ''
      const strong = shape.isStrong === true ? ' stroke-width="1.75"' : ''
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${colourOf(fill)}" stroke="${colourOf(stroke)}"${strong}${dash}/>`
    }
    case 'path':
      return `<path d="${shape.d}" fill="none" stroke="${colourOf(shape.stroke)}" stroke-width="1.25"${shape.isDashed ? ' stroke-dasharray="5 4"' : ''}/>`
    case 'arrow':
      return `<polygon points="${shape.points}" fill="${colourOf(shape.fill)}"/>`
    case 'text':
      return `<text x="${shape.x}" y="${shape.y}" class="${shape.font}" fill="${colourOf(shape.fill)}" text-anchor="${shape.anchor}">${escapeXml(shape.text)}</text>`
  }
}
