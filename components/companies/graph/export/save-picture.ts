import { saveFile } from '@/components/ui/save-file'

import type { Size } from '../layout/layout-types'
import type { PictureColour, Shape } from '../picture/shapes'
import { pictureFonts } from '../picture/text-fit'
import {
  figuresInDrawingOrder,
  fileColours,
  makePictureSvg,
  type PictureFile,
  placeInFile,
  exportDimensions,
} from './picture-svg'

const DASH = [5, 4]

const SCALE = 2
/** The longest side and the largest area that all browsers can draw. */
const MAX_SIDE = 8192
const MAX_PIXELS = 40_000_000

/** Returns the scale of the PNG: 2, or less if the limits require it. */
export function pngScale({ width, height }: Size): number {
  return Math.min(SCALE, MAX_SIDE / Math.max(width, height), Math.sqrt(MAX_PIXELS / (width * height)))
}

export const savePictureSvg = (name: string, file: PictureFile): void =>
  saveFile(name, new Blob([makePictureSvg(file)], { type: 'image/svg+xml;charset=utf-8' }))

/** Returns whether the scale had to be less than 2. Throws if the browser cannot draw it. */
export async function savePicturePng(name: string, file: PictureFile): Promise<{ readonly isReduced: boolean }> {
  const size = exportDimensions(file)
  const scale = pngScale(size)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(size.width * scale))
  canvas.height = Math.max(1, Math.floor(size.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser provides no canvas')
  context.scale(canvas.width / size.width, canvas.height / size.height)
  paintPicture(context, file, getComputedStyle(document.body).fontFamily)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('The browser could not draw the picture')
  saveFile(name, blob)
  return { isReduced: scale < SCALE }
}

type Canvas = CanvasRenderingContext2D

/**
 * Draws the shapes on a canvas directly. An SVG image cannot use the page's fonts, and its embedded fonts are not
 * loaded yet when it is drawn.
 */
function paintPicture(context: Canvas, file: PictureFile, family: string): void {
  const { picture, title, subtitle } = file
  const { width, height, x, y } = placeInFile(file)
  context.fillStyle = fileColours.card
  context.fillRect(0, 0, width, height)
  const heads = [
    { text: title, top: 30, font: '600 17px', colour: fileColours.ink },
    { text: subtitle, top: 50, font: '400 12px', colour: fileColours.muted },
  ]
  for (const { text, top, font, colour } of heads) {
    context.font = `${font} ${family}`
    context.fillStyle = colour
    context.fillText(text, 28, top, width - 56)
  }
  context.translate(x, y)
  for (const { x: left, y: top, shapes } of figuresInDrawingOrder(picture)) {
    context.save()
    context.translate(left, top)
    for (const shape of shapes) paintShape(context, shape, family)
    context.restore()
  }
}

const colourOf = (colour: PictureColour): string => (colour === 'none' ? 'transparent' : fileColours[colour])

/** `call` avoids a lint rule that takes `fill` for the method of arrays. */
const fillPath = (context: Canvas, path: Path2D): void => context.fill.call(context, path)

function paintShape(context: Canvas, shape: Shape, family: string): void {
  switch (shape.kind) {
    case 'box': {
      const path = new Path2D()
      path.roundRect(shape.x, shape.y, shape.width, shape.height, Math.min(shape.radius, shape.height / 2))
      context.fillStyle = colourOf(shape.fill)
      fillPath(context, path)
      context.setLineDash(shape.isDashed === true ? DASH : [])
      context.lineWidth = shape.isStrong === true ? 1.75 : 1
      context.strokeStyle = colourOf(shape.stroke)
      context.stroke(path)
      return
    }
    case 'path':
      context.setLineDash(shape.isDashed ? DASH : [])
      context.lineWidth = 1.25
      context.strokeStyle = colourOf(shape.stroke)
      context.stroke(new Path2D(shape.d))
      return
    case 'arrow':
      context.fillStyle = colourOf(shape.fill)
      fillPath(context, new Path2D(`M${shape.points.replaceAll(' ', 'L')}Z`))
      return
    case 'text': {
      const { size, weight } = pictureFonts[shape.font]
      context.font = `${weight} ${size}px ${family}`
      context.fillStyle = colourOf(shape.fill)
      context.textAlign = shape.anchor === 'middle' ? 'center' : 'left'
      context.fillText(shape.text, shape.x, shape.y)
    }
  }
}
