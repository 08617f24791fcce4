import { saveFile } from '@/components/ui/save-file'

import type { Size } from '../layout/layout-types'
import type { PictureColour, Shape } from '../picture/shapes'
import { pictureFonts } from '../picture/text-fit'
import { figuresOf, fileColours, makePictureSvg, type PictureFile, placeInFile, sizeOfFile } from './picture-svg'

const DASH = [5, 4]

const SCALE = 2
/** What browsers draw without fail: a side, and all of it. */
const MOST_SIDE = 8192
const MOST_PIXELS = 40_000_000

/** By how much a picture is enlarged: twice, or as much as its size allows. */
export function pngScale({ width, height }: Size): number {
  return Math.min(SCALE, MOST_SIDE / Math.max(width, height), Math.sqrt(MOST_PIXELS / (width * height)))
}

export const savePictureSvg = (name: string, file: PictureFile): void =>
  saveFile(name, new Blob([makePictureSvg(file)], { type: 'image/svg+xml;charset=utf-8' }))

/** Gives whether the picture had to be made smaller than twice its size. Throws where the browser cannot draw it. */
export async function savePicturePng(name: string, file: PictureFile): Promise<{ readonly isReduced: boolean }> {
  const size = sizeOfFile(file)
  const scale = pngScale(size)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(size.width * scale))
  canvas.height = Math.max(1, Math.floor(size.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser gives no canvas')
  context.scale(canvas.width / size.width, canvas.height / size.height)
  paintPicture(context, file, getComputedStyle(document.body).fontFamily)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('The browser could not draw the picture')
  saveFile(name, blob)
  return { isReduced: scale < SCALE }
}

type Canvas = CanvasRenderingContext2D

/**
 * The same shapes on a canvas. Not by way of the SVG: a picture in a picture has none of the page's letters, and those that
 * it carries with it are not there yet when it is drawn.
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
  for (const { x: left, y: top, shapes } of figuresOf(picture)) {
    context.save()
    context.translate(left, top)
    for (const shape of shapes) paintShape(context, shape, family)
    context.restore()
  }
}

const colourOf = (colour: PictureColour): string => (colour === 'none' ? 'transparent' : fileColours[colour])

/** A path of a canvas, and no list that is filled. */
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
