import { saveFile } from '@/components/ui/save-file'

import { paintPicture } from './paint-picture'
import { makePictureSvg, type PictureFile, sizeOfFile } from './picture-svg'

const SCALE = 2
/** What browsers draw without fail: a side, and all of it. */
const MOST_SIDE = 8192
const MOST_PIXELS = 40_000_000

/** By how much a picture is enlarged: twice, or as much as its size allows. */
export function pngScale({ width, height }: { readonly width: number; readonly height: number }): number {
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
